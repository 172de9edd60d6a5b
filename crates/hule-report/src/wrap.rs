//! Text in columns of a terminal, in which a Chinese character takes two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text with spaces behind it, so that it takes this many columns.
#[must_use]
pub fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(text.width()))
}

/// The text with every line that takes more than this many columns broken into several.
///
/// The rest of a line is indented as its text is: below the second column if it has two, which two or more spaces
/// separate, otherwise below its beginning. Escape sequences for colours take no columns. Words are not broken, but
/// Chinese can be between any two characters, except before a closing or after an opening punctuation mark.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if columns(line) <= width {
            out.push_str(line);
        } else {
            wrap(line, width, &mut out);
        }
    }
    out
}

fn wrap(line: &str, width: usize, out: &mut String) {
    let indent = hanging(line, width);
    let mut column = 0;
    for piece in pieces(line) {
        if column > indent && column + columns(piece.trim_end()) > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        }
        out.push_str(piece);
        column += columns(piece);
    }
}

/// The columns that a line takes, without its line feed and escape sequences.
fn columns(line: &str) -> usize {
    shown(line).map(|(_, letter)| letter.width().unwrap_or(0)).sum()
}

/// The characters of a text that are shown, with their places.
fn shown(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut escaped = false;
    text.char_indices().filter(move |&(_, letter)| {
        let begins = letter == '\u{1b}';
        let ends = escaped && letter.is_ascii_alphabetic();
        let is_shown = !escaped && !begins;
        escaped = (escaped || begins) && !ends;
        is_shown
    })
}

/// The column at which the rest of a line goes on.
fn hanging(line: &str, width: usize) -> usize {
    let mut column = 0;
    let (mut spaces, mut leading) = (0, None);
    for (_, letter) in shown(line) {
        if letter != ' ' {
            let leading = *leading.get_or_insert(column);
            if column > leading && spaces > 1 && column <= width / 3 * 2 {
                return column;
            }
        }
        spaces = if letter == ' ' { spaces + 1 } else { 0 };
        column += letter.width().unwrap_or(0);
    }
    leading.unwrap_or(0)
}

/// The parts of a line between which it can be broken, with the spaces behind each.
fn pieces(line: &str) -> Vec<&str> {
    let is_wide = |letter: char| letter.width() == Some(2);
    let mut pieces = Vec::new();
    let mut rest = line;
    let mut before = None;
    for (place, letter) in shown(line) {
        if let Some((end, before)) = before {
            let breaks = match (before, letter) {
                (_, ' ') => false,
                (' ', _) => true,
                _ => {
                    let is_chinese = is_wide(before) || is_wide(letter);
                    is_chinese && !CLOSING.contains(letter) && !OPENING.contains(before)
                }
            };
            if breaks {
                let (piece, behind) = rest.split_at(rest.len() - (line.len() - end));
                pieces.push(piece);
                rest = behind;
            }
        }
        before = Some((place + letter.len_utf8(), letter));
    }
    pieces.push(rest);
    pieces
}

/// Punctuation that cannot begin a line.
const CLOSING: &str = "，。、；：？！）》】」”’…,.;:?!)]%";

/// Punctuation that cannot end a line.
const OPENING: &str = "（《【「“‘([";
