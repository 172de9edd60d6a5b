//! Errors of arenas and of reports.

use hule::{Language, Localized};
use std::error::Error;
use std::fmt;

/// Why players cannot play each other, or why reports cannot be read or merged: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportError {
    english: String,
    chinese: String,
}

impl ReportError {
    /// The error with this sentence.
    pub(crate) fn new(sentence: impl Fn(Language) -> String) -> ReportError {
        ReportError { english: sentence(Language::English), chinese: sentence(Language::Chinese) }
    }
}

/// The [`ReportError`] with a sentence in both languages.
macro_rules! report_error {
    ($english:literal, $chinese:literal) => {
        $crate::error::ReportError::new(|language| hule::say!(language, $english, $chinese))
    };
}
pub(crate) use report_error;

impl Localized for ReportError {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.english.clone(),
            Language::Chinese => self.chinese.clone(),
        }
    }
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl Error for ReportError {}
