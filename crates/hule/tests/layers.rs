//! The layers of the library, from the paths in its sources: each uses only those below it, and modules depend on each
//! other in one direction only, except where they are one idea. docs/ARCHITECTURE.md draws it.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top.
const LAYERS: [&str; 6] = ["words", "distance", "game", "players", "insight", "many"];

/// Modules that may use each other. The modules of the layers `distance` and `game` are one idea each.
const MUTUAL: [&[&str]; 2] = [&["words/hand", "distance"], &["game"]];

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// `words/deck` for `words/deck/parse.rs`, `game` for all files of that layer, as in a path of modules.
fn module(path: &[&str]) -> String {
    match path {
        [layer @ ("distance" | "game"), ..] | [layer] => (*layer).to_owned(),
        [layer, name, ..] => format!("{layer}/{name}"),
        [] => String::new(),
    }
}

/// The source without its tests, comments and strings.
fn code(path: &Path) -> String {
    let text = common::read(path);
    let text = text.split("#[cfg(test)]\nmod tests").next().expect("there is a beginning");
    let text = text.split("#[cfg(test)]\npub(crate) mod tests").next().expect("there is a beginning");
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The names behind a path prefix: for `{Deck, hand::Hand}` the paths `Deck` and `hand::Hand`.
fn names(rest: &str) -> Vec<String> {
    let end = |text: &str| text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    match rest.strip_prefix('{') {
        Some(list) => {
            let list = list.split('}').next().expect("there is a beginning");
            list.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
        }
        None => vec![rest[..end(rest)].to_owned()],
    }
}

/// For each layer, the module that each of its names comes from, as the file of the layer says.
fn facades() -> BTreeMap<(String, String), String> {
    let mut facades = BTreeMap::new();
    for layer in LAYERS {
        let text = code(&src().join(format!("{layer}.rs")));
        for part in text.split("use ").skip(1) {
            let statement = part.split(';').next().expect("there is a beginning");
            if let Some((module, rest)) = statement.split_once("::").filter(|(module, _)| *module != "crate")
            {
                for name in names(rest) {
                    facades.insert((layer.to_owned(), name), format!("{layer}/{module}"));
                }
            }
        }
        for name in text.split("mod ").skip(1).map(|part| names(part)[0].clone()) {
            facades.insert((layer.to_owned(), name.clone()), format!("{layer}/{name}"));
        }
    }
    facades
}

/// Every module, and the modules that it uses.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let facades = facades();
    let mut files = Vec::new();
    sources(&src(), &mut files);
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let path = file.strip_prefix(src()).expect("below src").with_extension("");
        let path: Vec<&str> = path.iter().map(|part| part.to_str().expect("names are ASCII")).collect();
        // The root and the files of layers only list what there is.
        if path == ["lib"] || path.len() == 1 && !["distance", "game"].contains(&path[0]) {
            continue;
        }
        let own = module(&path);
        let found = uses.entry(own.clone()).or_default();
        let text = code(&file);
        for (start, _) in text.match_indices("crate::") {
            if text[..start].ends_with('$') {
                continue; // in a macro, which is for all
            }
            let rest = &text[start + "crate::".len()..];
            let layer = names(rest)[0].clone();
            assert!(LAYERS.contains(&layer.as_str()), "{}: crate::{layer} is not a layer", file.display());
            if ["distance", "game"].contains(&layer.as_str()) {
                found.insert(layer);
                continue;
            }
            for name in names(rest[layer.len()..].trim_start_matches("::")) {
                let from = facades.get(&(layer.clone(), name.clone()));
                let from = from.unwrap_or_else(|| panic!("{}: where is {layer}::{name}?", file.display()));
                found.insert(from.clone());
            }
        }
        found.remove(&own);
    }
    uses
}

fn layer(module: &str) -> usize {
    let name = module.split('/').next().expect("there is a beginning");
    LAYERS.iter().position(|layer| *layer == name).expect("a layer")
}

#[test]
fn no_layer_looks_up() {
    let uses = uses();
    assert!(uses.len() > 25, "{uses:?}");
    for (module, used) in &uses {
        for other in used {
            let mutual =
                MUTUAL.iter().any(|group| [module, other].iter().all(|name| group.contains(&name.as_str())));
            assert!(layer(other) <= layer(module) || mutual, "{module} uses {other}, which is above it");
        }
    }
    // If the paths were not found, nothing would be compared.
    assert!(uses["insight/check"].contains("insight/explain") && uses["insight/check"].contains("game"));
    assert!(uses["words/hand"].contains("distance") && uses["distance"].contains("words/hand"));
}

#[test]
fn modules_depend_on_each_other_in_one_direction_only() {
    let uses = uses();
    for first in uses.keys() {
        // All that can be reached from what it uses.
        let mut reached: BTreeSet<&String> = BTreeSet::new();
        let mut open: Vec<&String> = uses[first].iter().collect();
        while let Some(next) = open.pop() {
            let mutual =
                MUTUAL.iter().any(|group| [first, next].iter().all(|name| group.contains(&name.as_str())));
            if !mutual && reached.insert(next) {
                open.extend(uses.get(next).into_iter().flatten());
            }
        }
        assert!(!reached.contains(first), "{first} uses itself by way of {reached:?}");
    }
}
