//! Numbers in requests, and seeds as JavaScript can keep them.

use hule::play::GameId;
use hule::{Deck, Language, Localized, say};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// Game `game` of a seed.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seeded {
    /// The seed; a text if it is too great for a number of JavaScript.
    pub seed: Number,
    /// The game; likewise.
    pub game: Number,
}

impl Seeded {
    /// The deck of the game.
    pub fn deck(self) -> Deck {
        Deck::seeded(self.seed.0, self.game.0)
    }

    /// What the seeds of the players follow from.
    pub const fn id(self) -> GameId {
        GameId::new(self.seed.0, self.game.0)
    }
}

/// A number from 0 to 2⁶⁴ − 1. It is written as a number only if JavaScript, which has 53 bits for it, keeps all of it,
/// and otherwise as a text of digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Number(pub u64);

/// The greatest whole number that JavaScript is sure of.
pub const GREATEST: u64 = (1 << 53) - 1;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= GREATEST { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Number {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
        ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::Integer, Type::String])).into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Number {}

/// A number of a request before it is checked. It is checked where the language of the answer is known.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Unchecked(Value);

impl Unchecked {
    /// The number 0.
    pub fn zero() -> Unchecked {
        Unchecked(0.into())
    }

    /// A seed or the number of a game, given as a number or as digits in a text.
    ///
    /// # Errors
    /// Returns an error if it is none.
    pub fn number(&self) -> Result<Number, NumberError> {
        let number = match &self.0 {
            Value::String(text) => text.parse().ok(),
            value => value.as_u64(),
        };
        number.map(Number).ok_or(NumberError::Seed)
    }

    /// A count, in the field of this name.
    ///
    /// # Errors
    /// Returns an error if it is none.
    pub fn count(&self, field: &'static str) -> Result<usize, NumberError> {
        let count = self.0.as_u64().and_then(|count| u32::try_from(count).ok());
        count.map(|count| count as usize).ok_or(NumberError::Count { field })
    }
}

/// What is wrong with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// It is not a seed or the number of a game.
    Seed,
    /// It is not a count.
    Count {
        /// The name of the field.
        field: &'static str,
    },
}

impl Localized for NumberError {
    fn text(&self, language: Language) -> String {
        match self {
            NumberError::Seed => say!(
                language,
                "a seed and the number of a game are whole numbers from 0 to {}",
                "种子和局号应为 0 到 {} 的整数",
                u64::MAX
            ),
            NumberError::Count { field } => say!(
                language,
                "`{field}` must be a whole number from 0 to {}",
                "`{field}` 应为 0 到 {} 的整数",
                u32::MAX
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(json: &str) -> Unchecked {
        serde_json::from_str(json).expect("JSON")
    }

    #[test]
    fn great_numbers_go_through_javascript_as_text() {
        for (number, text) in
            [(0, "0"), (GREATEST, "9007199254740991"), (u64::MAX, "\"18446744073709551615\"")]
        {
            assert_eq!(serde_json::to_string(&Number(number)).expect("a number"), text);
            assert_eq!(sent(text).number(), Ok(Number(number)));
        }
        for wrong in ["-1", "1.5", "1e30", "\"x\"", "null", "[]", "\"18446744073709551616\""] {
            assert_eq!(sent(wrong).number(), Err(NumberError::Seed), "{wrong}");
        }
    }

    #[test]
    fn counts_are_whole_and_not_negative() {
        assert_eq!((sent("3").count("n"), Unchecked::zero().count("n")), (Ok(3), Ok(0)));
        for wrong in ["-1", "1.5", "4294967296", "\"3\"", "null", "{}"] {
            assert_eq!(sent(wrong).count("n"), Err(NumberError::Count { field: "n" }), "{wrong}");
        }
    }
}
