//! The page as one file that needs no server.

use crate::asset::{Asset, PAGE};
use crate::film::{Film, Source};
use hule::{Language, ReadReplayError, Replay};
use serde_json::{Map, Value};

/// The lines of the page that name its other files.
const STYLE: &str = r#"<link rel="stylesheet" href="/assets/style.css">"#;
const SCRIPT: &str = r#"<script type="module" src="/assets/main.js"></script>"#;

/// What such a file may do: run what is in it, and ask nobody for anything.
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">"#;

/// One HTML file that shows the game of a text, a deck or a log. It works from disk.
pub fn replay_html(text: &str) -> Result<String, ReadReplayError> {
    let source = Source::new(Replay::read(text)?);
    let films: Map<String, Value> = Language::ALL
        .into_iter()
        .map(|language| {
            let film = serde_json::to_value(Film::new(&source, language));
            (language.name().to_owned(), film.expect("answers have nothing that JSON has not"))
        })
        .collect();
    // Nothing in the game can end the element that it stands in.
    let films = Value::Object(films).to_string().replace('<', "\\u003c");
    let script = script("main.js").replace("</script", "<\\/script");
    let style = file("style.css");
    let page = file(PAGE).replace(STYLE, &format!("{POLICY}\n<style>\n{style}</style>")).replace(
        SCRIPT,
        &format!(
            "<script type=\"application/json\" id=\"replay\">{films}</script>\n\
                 <script type=\"module\">\n{script}</script>"
        ),
    );
    Ok(page)
}

fn file(name: &str) -> &'static str {
    Asset::named(name).unwrap_or_else(|| panic!("the page has no file {name}")).text
}

/// The module and all that it imports, each behind what it needs, as one.
fn script(name: &'static str) -> String {
    let mut order = Vec::new();
    visit(name, &mut Vec::new(), &mut order);
    order.into_iter().map(|name| without_imports(file(name))).collect()
}

/// Notes a module behind those that it imports. Modules that need one another are noted once, wherever the circle is
/// entered first.
fn visit(name: &'static str, begun: &mut Vec<&'static str>, order: &mut Vec<&'static str>) {
    if begun.contains(&name) {
        return;
    }
    begun.push(name);
    for imported in file(name).lines().filter_map(imported) {
        visit(imported, begun, order);
    }
    order.push(name);
}

/// The file that a line imports from: `import { a, b } from "./x.js";`.
fn imported(line: &str) -> Option<&str> {
    line.strip_prefix("import {")?.split_once("} from \"./")?.1.strip_suffix("\";")
}

/// A module as a part of a larger one.
fn without_imports(module: &str) -> String {
    let lines = module.lines().filter(|line| imported(line).is_none());
    lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::ASSETS;
    use std::collections::BTreeSet;

    fn modules() -> impl Iterator<Item = &'static Asset> {
        ASSETS.iter().filter(|asset| asset.name.strip_suffix(".js").is_some())
    }

    fn sample() -> String {
        replay_html(&hule::Deck::seeded(1, 0).to_string()).expect("a deck")
    }

    #[test]
    fn a_page_in_one_file_asks_for_no_other() {
        let page = sample();
        assert!(!page.contains("/assets/"), "a file is asked for");
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("id=\"replay\">{\"en\":{"));
        assert!(page.contains("Content-Security-Policy"));
    }

    #[test]
    fn modules_stand_behind_what_they_import() {
        let script = script("main.js");
        let begins = |line: &str| {
            line.starts_with("import ") || line.starts_with("import{") || line.starts_with("export ")
        };
        assert_eq!(script.lines().find(|line| begins(line)), None);
        for asset in modules() {
            let text = without_imports(asset.text);
            assert_eq!(script.matches(&text).count(), 1, "{}", asset.name);
        }
    }

    #[test]
    fn no_two_modules_use_a_name_at_the_top() {
        let mut seen = BTreeSet::new();
        for asset in modules() {
            for line in without_imports(asset.text).lines() {
                let line = line.strip_prefix("async ").unwrap_or(line);
                let words = ["const ", "let ", "function ", "function* ", "class "];
                let Some(rest) = words.iter().find_map(|word| line.strip_prefix(word)) else { continue };
                let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
                let name = rest.split(|letter| !is_part(letter)).next().unwrap_or_default();
                assert!(seen.insert(name.to_owned()), "{}: {name} is there twice", asset.name);
            }
        }
        assert!(seen.len() > 20, "{seen:?}");
    }

    #[test]
    fn nothing_in_a_game_can_end_its_element() {
        let page = sample();
        let data = page.split("id=\"replay\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let data = data.expect("the game is there");
        assert!(!data.contains('<'));
        let films: Value = serde_json::from_str(data).expect("it is JSON");
        assert_eq!(films["en"]["packed"], films["zh"]["packed"]);
        assert_ne!(films["en"]["outcome"]["text"], films["zh"]["outcome"]["text"]);
    }
}
