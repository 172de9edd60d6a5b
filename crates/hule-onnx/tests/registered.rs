//! `net:FILE`, after the crate is registered.

use hule::players::{OpenPlayerError, OpenedPlayer, PlayerKind};
use hule::{Deck, Game, Language, Localized, Player};
use hule_onnx::OnnxPlayer;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Opens a file, given its path from the root of the repository.
fn open(path: &str) -> Result<OpenedPlayer, OpenPlayerError> {
    hule_onnx::register();
    let name = format!("net:{ROOT}/{path}");
    let (kind, argument) = PlayerKind::of(&name).expect("it is registered");
    assert_eq!(kind.expected[0], "expected an ONNX file or a file of weights");
    (kind.open)(argument)
}

/// The choices of a player in a game that it plays alone.
fn choices(mut player: impl Player) -> Vec<u8> {
    let mut game = Game::new(&Deck::seeded(5, 0));
    let mut choices = Vec::new();
    while let Some(turn) = game.turn() {
        let action = player.choose(&game.view(turn.seat()), game.legal_actions());
        choices.push(action.id());
        game.play(action).expect("it is legal");
    }
    choices
}

#[test]
fn onnx_files_and_files_of_weights_play() {
    let network = OnnxPlayer::open(format!("{ROOT}/examples/useful.onnx")).expect("a network");
    assert_eq!(choices(open("examples/useful.onnx").expect("a network").player()), choices(network));
    let weights = "crates/hule/data/net.bin";
    let net = (PlayerKind::WEIGHTS.open)(&format!("{ROOT}/{weights}")).expect("a file of weights");
    assert_eq!(choices(open(weights).expect("a file of weights").player()), choices(net.player()));
}

#[test]
fn other_files_are_refused_with_the_sentence_of_onnx() {
    let error = open("Cargo.toml").expect_err("it is no network");
    assert_eq!(error.to_string(), "it is not an ONNX file, or its end is missing");
    assert_eq!(error.text(Language::Chinese), "它不是 ONNX 文件，或文件不完整");
    for path in ["no.onnx", "examples"] {
        assert!(matches!(open(path), Err(OpenPlayerError::Io(_))), "{path}");
    }
}
