//! What can be said about a deck or a hand.

use crate::value::{count, deck, error, language, object, seed};
use hule::explain::{ExplainedLine, Explainer};
use hule::hand_report::HandReport;
use hule::log::TextLog;
use hule::play::GameId;
use hule::{BySeat, Deck, Hand, Language, Standard, play};
use hule_api::CheckAnswer;
use wasm_bindgen::prelude::*;

/// The deck of a seed: the names of 148 tiles, one a line. Every seed has 2⁶⁴ games.
#[wasm_bindgen(js_name = deck)]
pub fn seeded_deck(
    #[wasm_bindgen(js_name = seed, unchecked_param_type = "Seed")] of: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Seed")] game: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<String, JsError> {
    let language = language(lang)?;
    Ok(Deck::seeded(seed(of, language)?, seed(game, language)?).to_string())
}

/// The log of four standard players with this deck, byte for byte as the contest wants it.
#[wasm_bindgen]
pub fn log(
    #[wasm_bindgen(js_name = deck)] text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<String, JsError> {
    Ok(TextLog::of(&deck(text, language(lang)?)?).text)
}

/// The same log with the reasons for each decision, as `hule run --explain` prints it.
#[wasm_bindgen]
pub fn explain(
    #[wasm_bindgen(js_name = deck)] text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<String, JsError> {
    let language = language(lang)?;
    let deck = deck(text, language)?;
    let mut out = String::new();
    let mut explainer = Explainer::new(BySeat::splat(true), |line| match line {
        ExplainedLine::Event(event) => event.write_line(&mut out),
        notes => {
            for note in notes.notes(language) {
                out += "    ";
                out += &note;
                out.push('\n');
            }
        }
    });
    play(&deck, &mut BySeat::splat(Standard), GameId::default(), &mut explainer);
    Ok(out)
}

/// Compares what a program printed with the log of a deck, and explains the first wrong line.
#[wasm_bindgen(unchecked_return_type = "Verdict")]
pub fn check(
    #[wasm_bindgen(js_name = deck)] text: &str,
    output: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<JsValue, JsError> {
    let language = language(lang)?;
    Ok(object(&CheckAnswer::new(&deck(text, language)?, output.as_bytes(), language)))
}

/// How many tiles a hand lacks to win. Tiles may be written together: `"123M 55P"`. `open` is the number of its melds on the
/// table, whose tiles are not given.
#[wasm_bindgen]
pub fn distance(
    tiles: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] open: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<u8, JsError> {
    Ok(read_hand(tiles, open, language(lang)?)?.distance())
}

/// A report about a hand: what to discard, what to wait for, and why.
#[wasm_bindgen(unchecked_return_type = "HandReport")]
pub fn hand(
    tiles: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] open: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Lang")] lang: Option<String>,
) -> Result<JsValue, JsError> {
    let hand = read_hand(tiles, open, language(lang)?)?;
    Ok(object(&HandReport::new(&hand)))
}

fn read_hand(tiles: &str, open: &JsValue, language: Language) -> Result<Hand, JsError> {
    let open = if open.is_undefined() { 0 } else { count(open, "open", language)? };
    Hand::read(tiles, open).map_err(|wrong| error(&wrong, language))
}
