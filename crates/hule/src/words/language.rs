//! The languages of messages, and the one way to say something in either of them.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A language of messages. Decks, logs and other formats for machines are the same in both.
///
/// Every error, and everything else that has a sentence for people, implements [`Localized`] and displays itself in
/// English.
///
/// ```
/// use hule::{Language, Localized, Tile};
/// let error = "10M".parse::<Tile>().expect_err("there is none");
/// assert_eq!(error.to_string(), error.text(Language::English));
/// assert!(error.text(Language::Chinese).starts_with("`10M` 不是牌名"));
/// assert_eq!("zh".parse(), Ok(Language::Chinese));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

/// Something that can be said in every [`Language`].
pub trait Localized {
    /// A sentence, a title or a few lines in this language.
    fn text(&self, language: Language) -> String;
}

impl Language {
    /// Both languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The code: `en` or `zh`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(name: &str) -> Result<Language, ParseLanguageError> {
        Language::ALL
            .into_iter()
            .find(|language| language.name() == name)
            .ok_or_else(|| ParseLanguageError { found: name.to_owned() })
    }
}

/// A text that is not the code of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLanguageError {
    /// The text.
    pub found: String,
}

impl Localized for ParseLanguageError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a language; expected en or zh",
            "{:?} 不是可用的语言；应为 en 或 zh",
            self.found
        )
    }
}

/// Formats one of two format strings, the English or the Chinese one, with the same arguments.
///
/// With both side by side, neither can be forgotten.
///
/// ```
/// use hule::{Language, say};
/// let tiles = 14;
/// assert_eq!(say!(Language::English, "{tiles} tiles", "{tiles} 张牌"), "14 tiles");
/// assert_eq!(say!(Language::Chinese, "{tiles} tiles", "{tiles} 张牌"), "14 张牌");
/// ```
#[macro_export]
macro_rules! say {
    ($language:expr, $english:literal, $chinese:literal $(, $argument:expr)* $(,)?) => {
        match $language {
            $crate::Language::English => $crate::__format!($english $(, $argument)*),
            $crate::Language::Chinese => $crate::__format!($chinese $(, $argument)*),
        }
    };
}
pub use say;

/// Implements `Display` for types that are [`Localized`]: in English.
macro_rules! print_in_english {
    ($($name:ty),* $(,)?) => {
        $(impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(&$crate::Localized::text(self, $crate::Language::English))
            }
        })*
    };
}
pub(crate) use print_in_english;

/// Implements `Display` and `Error` for errors that are [`Localized`] and have no source.
macro_rules! localized_errors {
    ($($name:ty),* $(,)?) => {
        $crate::words::language::print_in_english!($($name),*);
        $(impl core::error::Error for $name {})*
    };
}
pub(crate) use localized_errors;

localized_errors!(ParseLanguageError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_list_themselves() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        let error = "de".parse::<Language>().expect_err("not yet");
        assert_eq!(error.to_string(), "\"de\" is not a language; expected en or zh");
        assert_eq!(Language::default(), Language::English);
    }
}
