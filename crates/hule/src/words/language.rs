//! The languages of messages.

use alloc::string::String;
use alloc::vec::Vec;

/// A language of messages. Formats for machines are the same in both.
///
/// Every error and every text for people implements [`Localized`] and displays itself in English.
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

/// A text that is available in every [`Language`].
pub trait Localized {
    /// Returns a sentence, a title or a few lines in this language.
    fn text(&self, language: Language) -> String;
}

impl Language {
    /// Both languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Returns the code: `en` or `zh`.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }
}

named!(Language, name, "a language", "可用的语言");

/// An unknown name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The text.
    pub found: String,
    /// What was expected, in English and Chinese: `a player`, `玩家`.
    pub what: [&'static str; 2],
    /// The valid names.
    pub expected: Vec<&'static str>,
}

impl Localized for UnknownName {
    fn text(&self, language: Language) -> String {
        let UnknownName { found, what: [english, chinese], expected } = self;
        let all = expected.join(&say!(language, ", ", "、"));
        match &expected[..] {
            [first @ .., last] if expected.len() < 6 => {
                let names = first.join(&say!(language, ", ", "、"));
                say!(
                    language,
                    "{found:?} is not {english}; expected {names} or {last}",
                    "{found:?} 不是{chinese}；应为 {names} 或 {last}"
                )
            }
            _ => say!(
                language,
                "{found:?} is not {english}; expected one of {all}",
                "{found:?} 不是{chinese}；应为其中之一：{all}"
            ),
        }
    }
}

/// Implements `Display` and `FromStr` for an enum with a constant `ALL` and a method that returns the name. The last
/// arguments describe the enum in both languages.
macro_rules! named {
    ($type:ty, $name:ident, $english:literal, $chinese:literal) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.$name())
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::words::language::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::words::language::UnknownName> {
                let all = <$type>::ALL.iter().copied();
                all.clone().find(|value| value.$name() == name).ok_or_else(|| {
                    $crate::words::language::UnknownName {
                        found: name.into(),
                        what: [$english, $chinese],
                        expected: all.map(|value| value.$name()).collect(),
                    }
                })
            }
        }
    };
}
pub(crate) use named;

/// Formats one of two format strings, the English or the Chinese one, with the same arguments.
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

/// Implements `Display` in English for [`Localized`] types.
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

/// Implements `Display` in English and `Error` for [`Localized`] errors: for several without a source, or for one with
/// the patterns of the variants that have a source.
macro_rules! localized_errors {
    ($name:ty { $($pattern:pat => $source:expr),+ $(,)? }) => {
        $crate::words::language::print_in_english!($name);
        impl core::error::Error for $name {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $($pattern => Some($source),)+
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        }
    };
    ($($name:ty),* $(,)?) => {
        $crate::words::language::print_in_english!($($name),*);
        $(impl core::error::Error for $name {})*
    };
}
pub(crate) use localized_errors;

localized_errors!(UnknownName);
