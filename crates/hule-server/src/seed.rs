//! Seeds as JavaScript can keep them.

use crate::language::say;
use hule::Language;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// Game `game` of a seed.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub struct Seeded {
    /// The seed; a text if it is too great for a number of JavaScript.
    #[schema(value_type = u64)]
    pub seed: Number,
    /// The game; likewise.
    #[schema(value_type = u64)]
    pub game: Number,
}

/// A number from 0 to 2⁶⁴ − 1. It is read as a number or as digits in a text, and written as a number only if
/// JavaScript, which has 53 bits for it, keeps all of it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Number(pub u64);

/// The greatest whole number that JavaScript is sure of.
pub const GREATEST: u64 = (1 << 53) - 1;

/// What is said of anything else.
pub fn no_number(language: Language) -> String {
    say!(
        language,
        "a seed and the number of a game are whole numbers from 0 to 18446744073709551615",
        "种子和局号应为 0 到 18446744073709551615 的整数"
    )
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= GREATEST { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(u64),
            Text(String),
        }
        let number = match Either::deserialize(deserializer) {
            Ok(Either::Number(number)) => Some(number),
            Ok(Either::Text(text)) => text.parse().ok(),
            Err(_) => None,
        };
        number.map(Number).ok_or_else(|| D::Error::custom(no_number(Language::English)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn great_numbers_go_through_javascript_as_text() {
        for (number, text) in
            [(0, "0"), (GREATEST, "9007199254740991"), (u64::MAX, "\"18446744073709551615\"")]
        {
            assert_eq!(serde_json::to_string(&Number(number)).expect("a number"), text);
            assert_eq!(serde_json::from_str::<Number>(text).expect("a number"), Number(number));
        }
        for wrong in ["-1", "1.5", "1e30", "\"x\"", "null", "\"18446744073709551616\""] {
            assert!(serde_json::from_str::<Number>(wrong).is_err(), "{wrong}");
        }
    }
}
