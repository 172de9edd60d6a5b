//! Values between JavaScript and Rust.

use hule::{BySeat, Deck, Language, Localized, say};
use js_sys::{Array, JSON};
use serde::Serialize;
use std::str::FromStr;
use wasm_bindgen::prelude::*;

/// The language that was asked for; English if none was.
pub fn language(name: Option<String>) -> Result<Language, JsError> {
    name.map_or(Ok(Language::English), |name| read(&name, Language::English))
}

/// An error with a sentence.
pub fn error(error: &impl Localized, language: Language) -> JsError {
    JsError::new(&error.text(language))
}

/// A value by its name.
pub fn read<T: FromStr<Err: Localized>>(name: &str, language: Language) -> Result<T, JsError> {
    name.parse().map_err(|wrong| error(&wrong, language))
}

/// A deck; its errors say that they are about it.
pub fn deck(text: &str, language: Language) -> Result<Deck, JsError> {
    text.parse().map_err(|error: hule::deck::DeckError| {
        let sentence = error.text(language);
        JsError::new(&say!(language, "deck: {sentence}", "牌堆：{sentence}"))
    })
}

/// A seed or the number of a game; 0 if it is not given.
pub fn seed(value: &JsValue, language: Language) -> Result<u64, JsError> {
    if value.is_undefined() {
        return Ok(0);
    }
    let number = match value.as_f64() {
        #[allow(clippy::cast_sign_loss)] // It is a safe integer that is not negative.
        Some(number) => (js_sys::Number::is_safe_integer(value) && number >= 0.0).then_some(number as u64),
        None => u64::try_from(value.clone()).ok(),
    };
    number.ok_or_else(|| {
        JsError::new(&say!(
            language,
            "a seed and the number of a game are whole numbers from 0 to {}, from 2^53 on as a bigint",
            "种子和局号应为 0 到 {} 的整数，从 2^53 起应为 bigint",
            u64::MAX
        ))
    })
}

/// A whole number that is not negative, and not too large for an index.
pub fn count(value: &JsValue, what: &str, language: Language) -> Result<usize, JsError> {
    let is_count = |number: &f64| (0.0..=f64::from(u32::MAX)).contains(number) && number.fract() == 0.0;
    #[allow(clippy::cast_sign_loss)] // It is a whole number that is not negative.
    let number = value.as_f64().filter(is_count).map(|number| number as usize);
    number.ok_or_else(|| {
        JsError::new(&say!(
            language,
            "`{what}` must be a whole number from 0 on",
            "`{what}` 应为不小于 0 的整数"
        ))
    })
}

/// Texts: one, or an array of them.
pub fn texts(value: &JsValue) -> Option<Vec<String>> {
    match value.as_string() {
        Some(text) => Some(vec![text]),
        None => array(value),
    }
}

/// An array of texts.
pub fn array(value: &JsValue) -> Option<Vec<String>> {
    if !Array::is_array(value) {
        return None;
    }
    Array::from(value).iter().map(|text| text.as_string()).collect()
}

/// One value for all seats, two for every other seat, or four.
pub fn by_seat<T: Clone>(values: &[T], language: Language) -> Result<BySeat<T>, JsError> {
    let given = values.len();
    BySeat::around(values).ok_or_else(|| {
        JsError::new(&say!(
            language,
            "{given} players are given; expected 1, 2 or 4",
            "给出了 {given} 名玩家；应为 1、2 或 4 名"
        ))
    })
}

/// The object that serde makes of it.
pub fn object(value: &(impl Serialize + ?Sized)) -> JsValue {
    JSON::parse(&json(value)).expect("it is JSON")
}

/// The text that serde makes of it.
pub fn json(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("there is nothing that JSON has not")
}
