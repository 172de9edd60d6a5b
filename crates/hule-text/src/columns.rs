//! Text in columns of a terminal, in which a Chinese character takes two.

use unicode_width::UnicodeWidthStr;

/// The text with spaces behind it, so that it takes this many columns.
#[must_use]
pub fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(text.width()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_counts_columns() {
        assert_eq!((padded("ab", 4), padded("荣和", 5)), ("ab  ".to_owned(), "荣和 ".to_owned()));
        assert_eq!(padded("too long", 3), "too long");
    }
}
