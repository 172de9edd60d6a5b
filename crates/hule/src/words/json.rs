//! JSON for types that are one word or one line of text.

/// Implements serde for types that display themselves and parse what they display: as that text.
macro_rules! serde_as_text {
    ($($name:ty),* $(,)?) => {
        $(#[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = <alloc::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        })*
    };
}
pub(crate) use serde_as_text;

#[cfg(all(feature = "serde", feature = "std"))]
mod parse {
    use crate::words::language::{Language, Localized, print_in_english, say};
    use serde::de::DeserializeOwned;
    use serde_json::error::Category;

    /// Reads a value from JSON.
    ///
    /// First it is read as any JSON and then as this type, so that errors of the two kinds are told apart.
    pub(crate) fn from_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, JsonError> {
        let value = serde_json::from_slice::<serde_json::Value>(json).map_err(JsonError)?;
        serde_json::from_value(value).map_err(JsonError)
    }

    /// What is wrong with a line of JSON.
    #[derive(Debug)]
    pub struct JsonError(serde_json::Error);

    /// What is wrong with the value, which no language but English has words for, or where it is not JSON.
    impl Localized for JsonError {
        fn text(&self, language: Language) -> String {
            let JsonError(error) = self;
            match error.classify() {
                Category::Data => error.to_string(),
                Category::Syntax | Category::Eof | Category::Io => {
                    let column = error.column();
                    say!(language, "not JSON, column {column}", "不是 JSON，第 {column} 列")
                }
            }
        }
    }

    print_in_english!(JsonError);

    impl std::error::Error for JsonError {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
}
#[cfg(all(feature = "serde", feature = "std"))]
pub use parse::JsonError;
#[cfg(all(feature = "serde", feature = "std"))]
pub(crate) use parse::from_json;
