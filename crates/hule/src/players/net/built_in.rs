//! The network that players share which do not name another.

use super::{Network, WeightsError};
use std::sync::OnceLock;

static BUILT_IN: OnceLock<Network> = OnceLock::new();

/// The built-in network, made by `python/train`.
#[cfg(feature = "weights")]
pub(super) fn built_in() -> &'static Network {
    let read = || Network::read(include_bytes!("../../../data/net.bin"));
    BUILT_IN.get_or_init(|| read().expect("the built-in weights are whole"))
}

/// The network that was installed.
#[cfg(not(feature = "weights"))]
pub(super) fn built_in() -> &'static Network {
    BUILT_IN.get().expect("a network has to be installed, or the feature `weights` to be enabled")
}

/// Installs the built-in network at run time, for programs without the feature `weights`: `data/net.bin` of this crate, from
/// wherever the program keeps it.
///
/// The first network stays for as long as the program runs. If there is one, as there always is with the feature
/// `weights`, the file is only checked. To play with another network, use [`Net::new`](super::Net::new).
///
/// # Errors
/// Returns an error if [`Network::read`] does.
pub fn install_network(file: &[u8]) -> Result<(), WeightsError> {
    let network = Network::read(file)?;
    if !network_is_installed() {
        BUILT_IN.get_or_init(|| network);
    }
    Ok(())
}

/// Returns whether the built-in network is there: always with the feature `weights`, otherwise after [`install_network`].
///
/// [`Net::built_in`](super::Net::built_in), [`Search`](crate::players::Search), [`Appraisal`](crate::players::Appraisal) and
/// reviews need it, and panic without.
pub fn network_is_installed() -> bool {
    cfg!(feature = "weights") || BUILT_IN.get().is_some()
}
