//! Players that are networks in files: `net:FILE`.

use crate::common::{complaint, hule, printed, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
#[cfg(feature = "onnx")]
use {hule::observation::VERSION, serde_json::Value};

/// The network that plays like the player `useful`.
const NETWORK: &str = "net:examples/useful.onnx";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(arguments: &[&str]) -> Output {
    hule().current_dir(root()).args(arguments).output().expect("hule runs")
}

fn log(players: &str, more: &[&str]) -> String {
    printed(&run(&[&["run", "--players", players, DECK][..], more].concat())).to_owned()
}

const DECK: &str = "examples/sample.deck";

#[cfg(feature = "onnx")]
#[test]
fn a_network_plays_in_arenas_under_its_name() {
    let json = |player: &str, others: &[&str]| {
        let output = run(&[&["arena", "--json", player][..], others].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    for others in [&["standard", "-n", "60"][..], &["standard", "random", "--round-robin", "-n", "36"]] {
        let report = json(NETWORK, others);
        assert!(report.contains("\"deterministic\": true") && report.contains(NETWORK), "{report}");
        // All but the name is as with the player that it copies.
        assert_eq!(report.replace(NETWORK, "useful"), json("useful", others));
        assert_eq!(report, json(NETWORK, &[others, &["-j", "1"]].concat()), "threads do not show");
    }
    let four = run(&["arena", NETWORK, "standard", "standard", NETWORK, "-n", "8"]);
    assert!(text(&four.stdout).starts_with(&format!("{NETWORK} - standard: 8 games")), "{four:?}");
}

#[cfg(feature = "onnx")]
#[test]
fn a_network_plays_a_deck_and_tells_its_chances() {
    let players = format!("{NETWORK},standard");
    let expected = log("useful,standard", &[]);
    assert_eq!(log(&players, &[]), expected);
    assert_eq!(log("net:'examples/useful.onnx',standard", &[]), expected, "a path may be in quotes");

    let explained = log(&players, &["--explain"]);
    let chosen: Vec<&str> = explained.lines().filter(|line| line.starts_with("    A > ")).collect();
    assert!(chosen.len() > 5 && chosen.iter().all(|line| line.contains("; chosen with ")), "{chosen:?}");
    let json = log(&players, &["--explain", "--format", "json"]);
    let thoughts = json.lines().find(|line| line.contains("\"thoughts\"")).expect("A thinks");
    let thoughts: Value = serde_json::from_str(thoughts).expect("JSON");
    for thought in thoughts["thoughts"].as_array().expect("a list") {
        assert!(thought["chance"].as_f64().is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{thought}");
    }
    let useful = log("useful", &["--explain", "--format", "json"]);
    assert!(useful.contains("\"chance\":null"), "a player that is no network has none");
}

#[cfg(all(feature = "onnx", unix))]
#[test]
fn a_network_is_a_bot() {
    let bot = format!("bot:'{}' bot {NETWORK}", env!("CARGO_BIN_EXE_hule"));
    let patient = ["--move-time", "100", "--start-time", "100"];
    assert_eq!(log(&format!("{bot},standard"), &patient), log("useful,standard", &[]));
    assert_eq!(complaint(&run(&["bot", "bot:true"]), 2), "a program is a bot already");
}

#[cfg(feature = "onnx")]
#[test]
fn wrong_files_are_refused_before_any_game() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("the folder is writable");
        path.display().to_string()
    };
    let whole = fs::read(root().join("examples/useful.onnx")).expect("there is one");
    // The file ends with the version of the observation.
    let mut later = whole.clone();
    *later.last_mut().expect("it is not empty") = b'9';
    let not_onnx = ["it is not an ONNX file, or its end is missing", "它不是 ONNX 文件，或文件不完整"];
    let version = [
        &*format!("it was made for version 9 of the observations; this is version {VERSION}"),
        &*format!("它是为第 9 版观测制作的；这里是第 {VERSION} 版"),
    ];
    let none = folder.path().join("none").display().to_string();
    for (status, path, [english, chinese]) in [
        (1, none, ["there is no such file", "没有这个文件"]),
        (2, path("empty", b""), ["the file is empty", "文件为空"]),
        (2, path("text", b"hello\n"), not_onnx),
        (2, path("cut", &whole[..whole.len() / 2]), not_onnx),
        (2, path("later", &later), version),
    ] {
        let network = format!("net:{path}");
        for arguments in
            [&["arena", "standard", &network][..], &["run", "--players", &network, DECK], &["bot", &network]]
        {
            assert_eq!(complaint(&run(arguments), status), format!("{path}: {english}"));
            let spoken = run(&[arguments, &["--lang", "zh"]].concat());
            assert_eq!(complaint(&spoken, status), format!("{path}：{chinese}"));
        }
    }
    let folder = format!("net:{}", folder.path().display());
    assert_eq!(run(&["arena", "standard", &folder]).status.code(), Some(1));
    assert!(text(&run(&["arena", "standard", "net:"]).stderr).contains("expected an ONNX file"));
}

#[cfg(not(feature = "onnx"))]
#[test]
fn a_command_without_onnx_says_how_to_get_it() {
    let english = "examples/useful.onnx: it is not a file of weights, and this hule was built without the feature onnx; \
        `cargo install --path crates/hule-cli --features onnx`, the release archives and the Python package have it";
    let chinese = "examples/useful.onnx：它不是权重文件；这个 hule 编译时没有启用特性 onnx；\
        请用 `cargo install --path crates/hule-cli --features onnx` 安装，或使用发行包或 Python 包";
    for arguments in
        [&["arena", "standard", NETWORK][..], &["run", "--players", NETWORK, DECK], &["bot", NETWORK]]
    {
        assert_eq!(complaint(&run(arguments), 2), english);
        assert_eq!(complaint(&run(&[arguments, &["--lang", "zh"]].concat()), 2), chinese);
    }
    assert!(text(&run(&["arena", "standard", "net:"]).stderr).contains("expected a file of weights"));
    assert_eq!(complaint(&run(&["bot", "net:no.onnx"]), 1), "no.onnx: there is no such file");
}

#[test]
fn a_file_of_weights_plays_too() {
    let weights = "net:crates/hule/data/net.bin";
    assert_eq!(log(&format!("{weights},standard"), &[]), log("net,standard", &[]));
    let folder = tempfile::tempdir().expect("a folder");
    let damaged = folder.path().join("damaged.bin");
    let whole = fs::read(root().join("crates/hule/data/net.bin")).expect("the weights");
    fs::write(&damaged, &whole[..whole.len() - 1]).expect("a file");
    let output = run(&["run", "--players", &format!("net:{}", damaged.display()), DECK]);
    assert!(complaint(&output, 2).contains("the file of weights is damaged"), "{output:?}");
}
