//! The files of the page, embedded, and the page as one file that needs no server.

use crate::replay_view::{ReplayView, Source};
use hule::replay::ReadReplayError;
use hule::{Language, Replay};
use serde_json::{Map, Value};

/// The page itself.
pub const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/index.html"));

/// How it looks.
pub const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/style.css"));

/// What it does: all modules as one without their comments, see `build.rs`.
pub const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/main.js"));

/// The description of the interface, docs/openapi.json.
pub const OPENAPI: &str = include_str!(concat!(env!("OUT_DIR"), "/openapi.json"));

/// The lines of the page that name its other files.
const STYLE_LINE: &str = r#"<link rel="stylesheet" href="assets/style.css">"#;
const SCRIPT_LINE: &str = r#"<script type="module" src="assets/main.js"></script>"#;

/// The content security policy of such a file: it may run its own scripts, and makes no requests.
const POLICY: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">"#;

/// Returns one HTML file that shows the game of a text, which may be a deck or a log. It works from disk.
///
/// # Errors
/// Returns an error if the text is neither a deck nor the log of a legal game.
pub fn replay_html(text: &str) -> Result<String, ReadReplayError> {
    Ok(source_html(&Source::new(Replay::read(text)?)))
}

/// The same for a game.
pub fn source_html(source: &Source) -> String {
    let views: Map<String, Value> = Language::ALL
        .into_iter()
        .map(|language| {
            let view = serde_json::to_value(ReplayView::new(source, language));
            (language.name().to_owned(), view.expect("answers have nothing that JSON has not"))
        })
        .collect();
    // With `<` escaped, the JSON cannot close its script element.
    let views = Value::Object(views).to_string().replace('<', "\\u003c");
    let script = SCRIPT.replace("</script", "<\\/script");
    PAGE.replace(STYLE_LINE, &format!("{POLICY}\n<style>\n{STYLE}</style>")).replace(
        SCRIPT_LINE,
        &format!(
            "<script type=\"application/json\" id=\"replay\">{views}</script>\n\
                 <script type=\"module\">\n{script}</script>"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn sample() -> String {
        replay_html(&hule::Deck::seeded(1, 0).to_string()).expect("a deck")
    }

    #[test]
    fn a_page_in_one_file_asks_for_no_other() {
        let page = sample();
        assert!(!page.contains("=\"assets/"), "a file is asked for");
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("id=\"replay\">{\"en\":{"));
        assert!(page.contains("Content-Security-Policy"));
    }

    /// Every module by its name, without its imports and comments, as a part of the script.
    fn modules() -> Vec<(String, String)> {
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"))
            .expect("the folder is there");
        let paths = files.map(|file| file.expect("the folder is readable").path());
        let modules = paths.filter(|path| path.extension().is_some_and(|kind| kind == "js")).map(|path| {
            let text = std::fs::read_to_string(&path).expect("a module is text");
            // In a comment of several lines, each begins with a star.
            let is_comment = |line: &str| {
                let line = line.trim_start();
                ["//", "* ", "*/"].iter().any(|start| line.starts_with(start))
                    || line.starts_with("/**") && (line.ends_with("*/") || !line.contains("*/"))
            };
            let lines = text.lines().filter(|line| !line.starts_with("import ") && !is_comment(line));
            let part = lines.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect();
            (path.display().to_string(), part)
        });
        modules.collect()
    }

    #[test]
    fn no_two_modules_use_a_name_at_the_top() {
        let mut seen = BTreeSet::new();
        for (module, text) in modules() {
            for line in text.lines() {
                let line = line.strip_prefix("async ").unwrap_or(line);
                let words = ["const ", "let ", "function ", "function* ", "class "];
                let Some(rest) = words.iter().find_map(|word| line.strip_prefix(word)) else { continue };
                let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
                let name = rest.split(|letter| !is_part(letter)).next().unwrap_or_default();
                assert!(seen.insert(name.to_owned()), "{module}: {name} is there twice");
            }
        }
        assert!(seen.len() > 20, "{seen:?}");
    }

    #[test]
    fn the_script_has_every_module_once() {
        let begins =
            |line: &&str| ["import ", "import{", "export "].iter().any(|word| line.starts_with(word));
        assert_eq!(SCRIPT.lines().find(begins), None);
        for (module, text) in modules() {
            assert_eq!(SCRIPT.matches(&text).count(), 1, "{module}");
        }
    }

    #[test]
    fn nothing_in_a_game_can_end_its_element() {
        let page = sample();
        let data = page.split("id=\"replay\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let data = data.expect("the game is there");
        assert!(!data.contains('<'));
        let views: Value = serde_json::from_str(data).expect("it is JSON");
        assert_eq!(views["en"]["packed"], views["zh"]["packed"]);
        assert_ne!(views["en"]["outcome"]["text"], views["zh"]["outcome"]["text"]);
    }
}
