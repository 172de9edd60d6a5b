//! Parses decks, with the positions of errors. The text may come in pieces.

use super::{Deck, FiveOfAKind};
use crate::words::{Language, Localized, ParseTileError, Tile, localized_errors, print_in_english, say};
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How many bytes of a wrong name are shown.
const SHOWN: usize = 24;

pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Parses a text with exactly one deck.
pub(super) fn only(mut text: &[u8]) -> Result<Deck, DeckError> {
    let mut parser = Parser::new();
    match parser.deck(&mut text)? {
        None => parser.end()?.ok_or(DeckError::Empty),
        Some(deck) => {
            parser.no_tile(&mut text)?;
            parser.no_tile_at_end()?;
            Ok(deck)
        }
    }
}

/// Parses decks from a text that may come in pieces.
pub(super) struct Parser {
    names: Names,
    /// The tiles of the current deck and their positions.
    tiles: [Tile; Deck::LEN],
    positions: [TextPosition; Deck::LEN],
    len: usize,
}

impl Parser {
    pub(super) const fn new() -> Parser {
        let start = TextPosition { line: 1, column: 1 };
        Parser {
            names: Names { position: start, started: false, name: Name::empty(start) },
            tiles: [Tile::M1; Deck::LEN],
            positions: [start; Deck::LEN],
            len: 0,
        }
    }

    /// Reads one deck and leaves the rest of the text; `None` if the text ends before.
    pub(super) fn deck(&mut self, text: &mut &[u8]) -> Result<Option<Deck>, DeckError> {
        if self.len == 0
            && let Some(deck) = self.names.deck(text)
        {
            return Ok(Some(deck));
        }
        while let Some(found) = self.names.tile(text)? {
            if let Some(deck) = self.push(found)? {
                return Ok(Some(deck));
            }
        }
        Ok(None)
    }

    /// Returns the last deck if the end of the text completes it.
    pub(super) fn end(&mut self) -> Result<Option<Deck>, DeckError> {
        let deck = match self.names.end()? {
            Some(found) => self.push(found)?,
            None => None,
        };
        match self.len.checked_sub(1) {
            None => Ok(deck),
            Some(last) => {
                let tiles = self.tiles[..self.len].to_vec();
                Err(DeckError::TooShort { tiles, last: self.positions[last] })
            }
        }
    }

    /// Fails if the text has another tile.
    pub(super) fn no_tile(&mut self, text: &mut &[u8]) -> Result<(), DeckError> {
        self.names.tile(text)?.map_or(Ok(()), |found| Err(too_long(found)))
    }

    /// Fails if the text had another tile at its end.
    pub(super) fn no_tile_at_end(&mut self) -> Result<(), DeckError> {
        self.names.end()?.map_or(Ok(()), |found| Err(too_long(found)))
    }

    fn push(&mut self, (tile, position): (Tile, TextPosition)) -> Result<Option<Deck>, DeckError> {
        (self.tiles[self.len], self.positions[self.len]) = (tile, position);
        self.len += 1;
        if self.len < Deck::LEN {
            return Ok(None);
        }
        self.len = 0;
        let deck =
            Deck::try_from(self.tiles).map_err(|FiveOfAKind { tile, places }| DeckError::FiveOfAKind {
                tile,
                positions: places.map(|place| self.positions[place]),
                missing: missing(&self.tiles),
            })?;
        Ok(Some(deck))
    }
}

fn too_long((tile, position): (Tile, TextPosition)) -> DeckError {
    DeckError::TooLong { tile, position }
}

/// Parses names from a text that may come in pieces.
struct Names {
    /// The position of the next byte.
    position: TextPosition,
    /// Whether anything but white space has been read.
    started: bool,
    /// The current name.
    name: Name,
}

impl Names {
    /// Returns the next tile; `None` if the text ends before it.
    fn tile(&mut self, text: &mut &[u8]) -> Result<Option<(Tile, TextPosition)>, DeckError> {
        while let Some((&byte, rest)) = text.split_first() {
            let space = is_space(byte);
            if (space || self.name.to == SHOWN)
                && let Some(found) = self.end()?
            {
                return Ok(Some(found));
            }
            if !space {
                self.name.push(byte, self.position);
            }
            self.position.advance(byte);
            *text = rest;
        }
        Ok(None)
    }

    /// Returns the tile whose name ends here, if there is a name.
    fn end(&mut self) -> Result<Option<(Tile, TextPosition)>, DeckError> {
        let mut name = core::mem::replace(&mut self.name, Name::empty(self.position));
        if !self.started && name.to > 0 {
            self.started = true;
            if name.bytes().starts_with(b"\xff\xfe") || name.bytes().starts_with(b"\xfe\xff") {
                return Err(DeckError::Utf16);
            }
            if name.bytes().starts_with(BYTE_ORDER_MARK) {
                name.from = BYTE_ORDER_MARK.len();
                self.position.column -= BYTE_ORDER_MARK.len() as u64; // Editors do not count it.
            }
        }
        if name.bytes().is_empty() {
            return Ok(None);
        }
        match Tile::from_name(name.bytes()) {
            Some(tile) => Ok(Some((tile, name.position))),
            None => Err(DeckError::NotATile { error: name.not_a_tile(), position: name.position }),
        }
    }

    /// Fast path: returns the next deck if the text contains all of it with white space after it, and no error.
    /// Everything else is left to [`tile`](Names::tile).
    fn deck(&mut self, text: &mut &[u8]) -> Option<Deck> {
        if self.name.to > 0 {
            return None;
        }
        let mut tiles = [Tile::M1; Deck::LEN];
        let mut at = 0;
        for tile in &mut tiles {
            while is_space(*text.get(at)?) {
                at += 1;
            }
            let len;
            (*tile, len) = fast::tile(*text.get(at..)?.first_chunk()?)?;
            at += len + 1; // and the byte after it
        }
        let deck = Deck::try_from(tiles).ok()?;
        let read;
        (read, *text) = text.split_at(at);
        self.position.advance_all(read);
        self.started = true;
        Some(deck)
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Reads names eight bytes at a time. The lengths of names are hard to predict, and this has no branch that depends on
/// them; the benchmarks in `bench` measure the gain.
mod fast {
    use super::is_space;
    use crate::words::Tile;

    /// Eight bytes as a number, the first the lowest.
    type Word = u64;

    /// This byte eight times.
    const fn everywhere(byte: u8) -> Word {
        Word::from_le_bytes([byte; 8])
    }

    /// The tile whose name the bytes begin with, if there is white space behind it, and how long its name is.
    #[inline]
    pub fn tile(bytes: [u8; 8]) -> Option<(Tile, usize)> {
        let word = Word::from_le_bytes(bytes);
        // The highest bit of the first byte that is not above a space is set, and none before it.
        let spaces = word.wrapping_sub(everywhere(b' ' + 1)) & !word & everywhere(0x80);
        let bits = spaces.trailing_zeros() & !7;
        let end = 1_u64.checked_shl(bits)?;
        let name = word & (end - 1);
        let (found, tile) = NAMES[place(name, MULTIPLIER)];
        (found == name && is_space((word >> bits) as u8)).then_some((tile, bits as usize / 8))
    }

    /// The index of a name in a hash table without collisions.
    const fn place(name: Word, multiplier: u64) -> usize {
        (name.wrapping_mul(multiplier) >> 57) as usize
    }

    const fn word(tile: Tile) -> Word {
        let name = tile.name().as_bytes();
        let mut word = 0;
        let mut letter = 0;
        while letter < name.len() {
            word |= (name[letter] as Word) << (8 * letter);
            letter += 1;
        }
        word
    }

    /// The hash table with this multiplier; `None` if it has a collision.
    const fn names(multiplier: u64) -> Option<[(Word, Tile); 128]> {
        // No name is this word.
        let mut names = [(Word::MAX, Tile::M1); 128];
        let mut index = 0;
        while index < Tile::COUNT {
            let name = word(Tile::ALL[index]);
            let place = place(name, multiplier);
            if names[place].0 != Word::MAX {
                return None;
            }
            names[place] = (name, Tile::ALL[index]);
            index += 1;
        }
        Some(names)
    }

    /// The first multiplier without a collision.
    const MULTIPLIER: u64 = {
        let mut multiplier = 0x9e37_79b9_7f4a_7c15_u64;
        while names(multiplier).is_none() {
            multiplier = multiplier.wrapping_mul(5).wrapping_add(2);
        }
        multiplier
    };

    static NAMES: [(Word, Tile); 128] = names(MULTIPLIER).expect("it was tried");
}

/// The beginning of a word; all of it if it can be a tile.
struct Name {
    buffer: [u8; SHOWN],
    from: usize,
    to: usize,
    position: TextPosition,
}

impl Name {
    const fn empty(position: TextPosition) -> Name {
        Name { buffer: [0; SHOWN], from: 0, to: 0, position }
    }

    const fn push(&mut self, byte: u8, position: TextPosition) {
        if self.to == 0 {
            self.position = position;
        }
        self.buffer[self.to] = byte;
        self.to += 1;
    }

    fn bytes(&self) -> &[u8] {
        &self.buffer[self.from..self.to]
    }

    fn not_a_tile(&self) -> ParseTileError {
        let mut found = String::from_utf8_lossy(self.bytes()).into_owned();
        if self.to == SHOWN {
            // The cut may have split a character.
            found = found.trim_end_matches('\u{fffd}').to_owned() + "…";
        }
        ParseTileError { found }
    }
}

/// A position in a text. Lines and columns are counted from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl TextPosition {
    /// Advances over a byte.
    fn advance(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
        }
        self.column += 1;
    }

    /// Advances over many bytes.
    pub(super) fn advance_all(&mut self, bytes: &[u8]) {
        // Sums of bytes are vectorised.
        let lines = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
        self.line += bytes.chunks(255).map(|chunk| u64::from(lines(chunk))).sum::<u64>();
        match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => self.column = (bytes.len() - end) as u64,
            None => self.column += bytes.len() as u64,
        }
    }
}

/// `line 17`, with the column unless it is 1.
impl Localized for TextPosition {
    fn text(&self, language: Language) -> String {
        let TextPosition { line, column } = *self;
        match column {
            1 => say!(language, "line {line}", "第 {line} 行"),
            column => say!(language, "line {line}, column {column}", "第 {line} 行第 {column} 列"),
        }
    }
}

print_in_english!(TextPosition);

/// An invalid deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// There are no tiles.
    Empty,
    /// The text is UTF-16.
    Utf16,
    /// A name is not that of a tile.
    NotATile {
        /// The error.
        error: ParseTileError,
        /// Its position.
        position: TextPosition,
    },
    /// The text ends before the deck is complete.
    TooShort {
        /// The tiles found.
        tiles: Vec<Tile>,
        /// The position of the last one.
        last: TextPosition,
    },
    /// There are more tiles than in a deck.
    TooLong {
        /// The first extra tile.
        tile: Tile,
        /// Its position.
        position: TextPosition,
    },
    /// A kind occurs more than four times.
    FiveOfAKind {
        /// The kind.
        tile: Tile,
        /// The positions of its first five tiles.
        positions: [TextPosition; Tile::COPIES + 1],
        /// The missing tiles.
        missing: Vec<Tile>,
    },
}

impl DeckError {
    /// Returns the wrong line, counted from 1, if there is one; for five tiles of a kind, that of the fifth.
    pub const fn line(&self) -> Option<usize> {
        match self {
            DeckError::Empty => None,
            DeckError::Utf16 => Some(1),
            DeckError::NotATile { position, .. }
            | DeckError::TooShort { last: position, .. }
            | DeckError::TooLong { position, .. }
            | DeckError::FiveOfAKind { positions: [.., position], .. } => Some(position.line as usize),
        }
    }
}

impl Localized for DeckError {
    fn text(&self, language: Language) -> String {
        match self {
            DeckError::Empty => say!(
                language,
                "there are no tiles; expected the names of {} tiles",
                "没有牌；应有 {} 张牌的牌名",
                Deck::LEN
            ),
            DeckError::Utf16 => say!(
                language,
                "line 1: the text is UTF-16; expected ASCII or UTF-8",
                "第 1 行：文本是 UTF-16；应为 ASCII 或 UTF-8"
            ),
            DeckError::NotATile { error, position } => {
                let (position, error) = (position.text(language), error.text(language));
                say!(language, "{position}: {error}", "{position}：{error}")
            }
            DeckError::TooShort { tiles, last } => {
                let (last, read) = (last.text(language), tiles.len());
                let plural = if read == 1 { "" } else { "s" };
                let missing = missing(tiles);
                // If more tiles are missing, there is another error too.
                let named = missing.len() == Deck::LEN - read;
                let missing = if named { missing_text(&missing, language) } else { String::new() };
                say!(
                    language,
                    "{last}: the deck ends after {read} tile{plural}; expected {}{missing}",
                    "{last}：牌堆在 {read} 张牌后结束；应有 {} 张{missing}",
                    Deck::LEN
                )
            }
            DeckError::TooLong { tile, position } => {
                let position = position.text(language);
                say!(
                    language,
                    "{position}: `{tile}` is one tile too many; a deck has {}",
                    "{position}：`{tile}` 是多出的一张牌；牌堆有 {} 张",
                    Deck::LEN
                )
            }
            DeckError::FiveOfAKind { tile, positions, missing } => {
                let missing = missing_text(missing, language);
                let positions = if positions.iter().all(|position| position.column == 1) {
                    let lines = positions.map(|position| position.line.to_string());
                    let (first, last) = (&lines[..4], &lines[4]);
                    let first = first.join(&say!(language, ", ", "、"));
                    say!(language, "lines {first} and {last}", "第 {first} 和 {last} 行")
                } else {
                    positions.map(|position| position.text(language)).join(&say!(language, "; ", "；"))
                };
                say!(
                    language,
                    "{positions}: five tiles `{tile}`; a deck has four of each kind{missing}",
                    "{positions}：有五张 `{tile}`；牌堆中每种牌四张{missing}"
                )
            }
        }
    }
}

/// The tiles missing from a deck.
fn missing(tiles: &[Tile]) -> Vec<Tile> {
    let lacking = |tile: Tile| {
        let there = tiles.iter().filter(|&&other| other == tile).count();
        core::iter::repeat_n(tile, Tile::COPIES.saturating_sub(there))
    };
    Tile::ALL.into_iter().flat_map(lacking).collect()
}

/// Lists the missing tiles if they are few.
fn missing_text(missing: &[Tile], language: Language) -> String {
    if missing.len() > 4 {
        return String::new();
    }
    let names = missing.iter().map(|tile| tile.name()).collect::<Vec<_>>().join(" ");
    say!(language, " (missing: {names})", "（缺少：{names}）")
}

localized_errors!(DeckError {
    DeckError::NotATile { error, .. } => error,
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_quickly_as_they_are_slowly() {
        let compare = |bytes: [u8; 8]| {
            let len = bytes.iter().position(|&byte| is_space(byte));
            let slow = len.and_then(|len| Some((Tile::from_name(&bytes[..len])?, len)));
            assert_eq!(fast::tile(bytes), slow, "{bytes:?}");
        };
        for (first, second) in (0..=255).flat_map(|first| (0..=255).map(move |second| (first, second))) {
            compare([first, second, b'\n', b'1', b'M', b' ', 0, 255]);
            compare([b'1', first, second, b'\n', b'E', b'\n', b'1', b'M']);
        }
        for (tile, behind) in Tile::ALL.into_iter().flat_map(|tile| (0..=255).map(move |byte| (tile, byte))) {
            let mut bytes = [behind; 8];
            bytes[..tile.name().len()].copy_from_slice(tile.name().as_bytes());
            compare(bytes);
        }
    }
}
