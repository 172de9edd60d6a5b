//! JSON for types with a text form.

/// Implements serde for types as the text that they display and parse. An optional method returns that text without
/// formatting.
macro_rules! serde_as_text {
    ($($type:ident $(. $name:ident)?),* $(,)?) => {
        $(#[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $(return serializer.serialize_str(self.$name());)?
                #[allow(unreachable_code)]
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <alloc::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                String::schema()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $type {})*
    };
}
pub(crate) use serde_as_text;

#[cfg(all(feature = "serde", feature = "std"))]
mod parse {
    use crate::words::{Language, Localized, print_in_english, say};
    use serde::de::DeserializeOwned;
    use serde_json::error::Category;

    /// Parses a value from JSON.
    ///
    /// Parses it as any JSON first, to distinguish syntax errors from wrong values.
    pub(crate) fn from_json<T: DeserializeOwned>(json: &[u8]) -> Result<T, JsonError> {
        let value = serde_json::from_slice::<serde_json::Value>(json).map_err(JsonError)?;
        serde_json::from_value(value).map_err(JsonError)
    }

    /// An error in a line of JSON.
    #[derive(Debug)]
    pub struct JsonError(serde_json::Error);

    /// Errors in values are in English only.
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
