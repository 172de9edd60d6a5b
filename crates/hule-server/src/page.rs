//! The page as one file that needs no server.

use crate::asset::{PAGE, SCRIPT, STYLE};
use crate::film::{Film, Source};
use hule::{Language, ReadReplayError, Replay};
use serde_json::{Map, Value};

/// The lines of the page that name its other files.
const STYLE_LINE: &str = r#"<link rel="stylesheet" href="/assets/style.css">"#;
const SCRIPT_LINE: &str = r#"<script type="module" src="/assets/main.js"></script>"#;

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
    let script = SCRIPT.text.replace("</script", "<\\/script");
    let style = STYLE.text;
    let page = PAGE.text.replace(STYLE_LINE, &format!("{POLICY}\n<style>\n{style}</style>")).replace(
        SCRIPT_LINE,
        &format!(
            "<script type=\"application/json\" id=\"replay\">{films}</script>\n\
                 <script type=\"module\">\n{script}</script>"
        ),
    );
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn the_modules_are_one() {
        let begins =
            |line: &&str| ["import ", "import{", "export "].iter().any(|word| line.starts_with(word));
        assert_eq!(SCRIPT.text.lines().find(begins), None);
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
