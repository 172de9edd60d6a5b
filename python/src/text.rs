//! Texts as Python writes them.

/// A text of names in quotes. Names have neither quotes nor backslashes.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.escape_default())
}
