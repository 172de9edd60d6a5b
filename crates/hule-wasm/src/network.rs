//! The network of the players `net` and `search`, which is not in the module.

use crate::value::error;
use hule::players::PlayerName;
use hule::{Language, say};
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::*;

/// Installs the network that the players `net` and `search` need, from the bytes of `net.bin`. It stays installed.
#[wasm_bindgen(js_name = installNetwork)]
pub fn install_network(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] bytes: &JsValue,
) -> Result<(), JsError> {
    // What has a length only may have any.
    if !ArrayBuffer::is_view(bytes) {
        return Err(JsError::new("expected a Uint8Array"));
    }
    let bytes = Uint8Array::new(bytes).to_vec();
    hule::players::install_network(&bytes).map_err(|wrong| error(&wrong, Language::English))
}

/// Whether the network is installed.
#[wasm_bindgen(js_name = networkIsInstalled)]
pub fn network_is_installed() -> bool {
    hule::players::network_is_installed()
}

/// An error if a player needs the network and it is not there.
pub fn ready(player: PlayerName, language: Language) -> Result<PlayerName, JsError> {
    if !player.needs_network() || network_is_installed() {
        return Ok(player);
    }
    Err(JsError::new(&say!(
        language,
        "the player {player} needs the network; call loadNetwork() first",
        "玩家 {player} 需要神经网络；请先调用 loadNetwork()"
    )))
}
