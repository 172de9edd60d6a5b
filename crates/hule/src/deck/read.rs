//! Decks as text: names with white space between, read from a stream with located errors.

use super::{Deck, FiveOfAKind};
use crate::language::{Language, print_in_english, say};
use crate::tile::{ParseTileError, Tile};
use std::io::{self, BufRead};

/// Of a wrong name, this much is kept for the message.
const SHOWN: usize = 24;

pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads decks from a stream and holds no more than one of them.
///
/// Names may have any ASCII white space between them, so lines may end in CRLF; a byte-order mark at the
/// beginning is passed over. As an iterator it yields deck after deck and ends after the first error.
///
/// ```
/// use hule::{Deck, DeckReader};
/// let text = format!("{}\n{}", Deck::seeded(1, 0), Deck::seeded(1, 1));
/// let decks: Vec<Deck> = DeckReader::new(text.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(decks, [Deck::seeded(1, 0), Deck::seeded(1, 1)]);
/// # Ok::<(), hule::ReadDeckError>(())
/// ```
pub struct DeckReader<R> {
    input: R,
    /// Where the next byte stands.
    place: Place,
    /// Whether anything but white space has been read.
    started: bool,
    ended: bool,
}

impl<R: BufRead> DeckReader<R> {
    /// A reader at the beginning of a stream.
    pub fn new(input: R) -> DeckReader<R> {
        DeckReader { input, place: Place { line: 1, column: 1 }, started: false, ended: false }
    }

    /// The stream, to see what has been read ahead.
    pub const fn get_ref(&self) -> &R {
        &self.input
    }

    /// The one deck of a stream that has nothing else.
    pub fn only(mut self) -> Result<Deck, ReadDeckError> {
        let deck = self.deck()?;
        match self.tile()? {
            Some((tile, place)) => Err(DeckError::TooLong { tile, place }.into()),
            None => deck.ok_or(ReadDeckError::Deck(DeckError::Empty)),
        }
    }

    /// The next deck, or nothing at the end of the stream.
    fn deck(&mut self) -> Result<Option<Deck>, ReadDeckError> {
        if let Some(deck) = self.deck_at_hand() {
            return Ok(Some(deck));
        }
        let mut tiles = [Tile::M1; Deck::LEN];
        let mut places = [self.place; Deck::LEN];
        for read in 0..Deck::LEN {
            match self.tile()? {
                Some((tile, place)) => (tiles[read], places[read]) = (tile, place),
                None if read == 0 => return Ok(None),
                None => {
                    let last = places[read - 1];
                    return Err(DeckError::TooShort { tiles: tiles[..read].to_vec(), last }.into());
                }
            }
        }
        let deck = Deck::try_from(tiles).map_err(|FiveOfAKind { tile, places: at }| {
            DeckError::FiveOfAKind { tile, places: at.map(|place| places[place]), missing: missing(&tiles) }
        })?;
        Ok(Some(deck))
    }

    /// The next tile and its place, or nothing at the end of the stream.
    fn tile(&mut self) -> Result<Option<(Tile, Place)>, ReadDeckError> {
        let Some(mut name) = self.name()? else { return Ok(None) };
        if !self.started {
            self.started = true;
            if name.bytes().starts_with(b"\xff\xfe") || name.bytes().starts_with(b"\xfe\xff") {
                return Err(DeckError::Utf16.into());
            }
            if name.bytes().starts_with(BYTE_ORDER_MARK) {
                name.from = BYTE_ORDER_MARK.len();
                self.place.column -= BYTE_ORDER_MARK.len() as u64; // No editor counts it.
                if name.bytes().is_empty() {
                    return self.tile();
                }
            }
        }
        match Tile::from_name(name.bytes()) {
            Some(tile) => Ok(Some((tile, name.place))),
            None => Err(DeckError::NotATile { error: name.not_a_tile(), place: name.place }.into()),
        }
    }

    /// The next deck, if it has been read ahead whole, with the white space behind it, and nothing is wrong with
    /// it. That is nearly always so, and much quicker; all else is left to [`deck`](DeckReader::deck).
    fn deck_at_hand(&mut self) -> Option<Deck> {
        let ahead = self.input.fill_buf().ok()?;
        let mut tiles = [Tile::M1; Deck::LEN];
        let mut at = 0;
        for tile in &mut tiles {
            while is_space(*ahead.get(at)?) {
                at += 1;
            }
            let len;
            (*tile, len) = quick::tile(*ahead.get(at..)?.first_chunk()?)?;
            at += len + 1; // and a space
        }
        let deck = Deck::try_from(tiles).ok()?;
        self.place.pass_all(&ahead[..at]);
        self.started = true;
        self.input.consume(at);
        Some(deck)
    }

    /// What stands up to the next white space, or nothing at the end of the stream.
    fn name(&mut self) -> Result<Option<Name>, io::Error> {
        let mut name = Name { buffer: [0; SHOWN], from: 0, to: 0, place: self.place };
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(Some(name).filter(|name| name.to > 0));
            }
            let mut used = 0;
            let mut complete = false;
            for &byte in chunk {
                let space = is_space(byte);
                complete = if space { name.to > 0 } else { name.to == SHOWN };
                if complete {
                    break;
                }
                if !space {
                    if name.to == 0 {
                        name.place = self.place;
                    }
                    name.buffer[name.to] = byte;
                    name.to += 1;
                }
                self.place.pass(byte);
                used += 1;
            }
            self.input.consume(used);
            if complete {
                return Ok(Some(name));
            }
        }
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Reads names eight bytes at a time, without a condition that depends on how long they are.
mod quick {
    use super::is_space;
    use crate::tile::Tile;

    /// Eight bytes as a number, the first the lowest.
    type Word = u64;

    /// A byte in all places.
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

    /// Where a name stands in a table in which no two names meet.
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

    /// The table with this multiplier, if no two names meet in it.
    const fn names(multiplier: u64) -> Option<[(Word, Tile); 128]> {
        // No eight bytes of a text are the greatest number.
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

    /// The first that will do.
    const MULTIPLIER: u64 = {
        let mut multiplier = 0x9e37_79b9_7f4a_7c15_u64;
        while names(multiplier).is_none() {
            multiplier = multiplier.wrapping_mul(5).wrapping_add(2);
        }
        multiplier
    };

    static NAMES: [(Word, Tile); 128] = names(MULTIPLIER).expect("it was tried");
}

/// The beginning of what stands between white space: all of it if it can be a tile.
struct Name {
    buffer: [u8; SHOWN],
    from: usize,
    to: usize,
    place: Place,
}

impl Name {
    fn bytes(&self) -> &[u8] {
        &self.buffer[self.from..self.to]
    }

    fn not_a_tile(&self) -> ParseTileError {
        let mut found = String::from_utf8_lossy(self.bytes()).into_owned();
        if self.to == SHOWN {
            // The cut may have gone through a character.
            found = found.trim_end_matches('\u{fffd}').to_owned() + "…";
        }
        ParseTileError { found }
    }
}

impl<R: BufRead> Iterator for DeckReader<R> {
    type Item = Result<Deck, ReadDeckError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.deck().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// A place in a text. Lines and columns are counted from 1, columns in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The byte in the line.
    pub column: u64,
}

impl Place {
    /// Moves on over a byte.
    fn pass(&mut self, byte: u8) {
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
        }
        self.column += 1;
    }

    /// Moves on over many.
    pub(super) fn pass_all(&mut self, bytes: &[u8]) {
        // As bytes, since a processor adds many of them at a time.
        let lines = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
        self.line += bytes.chunks(255).map(|chunk| u64::from(lines(chunk))).sum::<u64>();
        match bytes.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => self.column = (bytes.len() - end) as u64,
            None => self.column += bytes.len() as u64,
        }
    }
}

impl Place {
    /// `line 17`, and the column where the line does not begin with it, in a language.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let Place { line, column } = self;
        match column {
            1 => say!(language, "line {line}", "第 {line} 行"),
            column => say!(language, "line {line}, column {column}", "第 {line} 行第 {column} 列"),
        }
    }
}

print_in_english!(Place, DeckError, ReadDeckError);

/// What is wrong with the text of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// There are no tiles at all.
    Empty,
    /// The text is UTF-16, as some Windows programs write it.
    Utf16,
    /// Something that is not the name of a tile.
    NotATile {
        /// What it is.
        error: ParseTileError,
        /// Where it stands.
        place: Place,
    },
    /// The text ends before the deck is complete.
    TooShort {
        /// The tiles that are there.
        tiles: Vec<Tile>,
        /// Where the last of them stands.
        last: Place,
    },
    /// There is a tile behind the last one of a deck.
    TooLong {
        /// The first tile too many.
        tile: Tile,
        /// Where it stands.
        place: Place,
    },
    /// A kind occurs more than four times.
    FiveOfAKind {
        /// The kind.
        tile: Tile,
        /// Where its first five tiles stand.
        places: [Place; Tile::COPIES + 1],
        /// The tiles that are there too seldom.
        missing: Vec<Tile>,
    },
}

impl DeckError {
    /// The line that is wrong, counted from 1, if it is one; of five tiles of a kind that of the fifth.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        match self {
            DeckError::Empty => None,
            DeckError::Utf16 => Some(1),
            DeckError::NotATile { place, .. }
            | DeckError::TooShort { last: place, .. }
            | DeckError::TooLong { place, .. }
            | DeckError::FiveOfAKind { places: [.., place], .. } => Some(place.line as usize),
        }
    }

    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
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
            DeckError::NotATile { error, place } => {
                let (place, error) = (place.text(language), error.text(language));
                say!(language, "{place}: {error}", "{place}：{error}")
            }
            DeckError::TooShort { tiles, last } => {
                let (last, read) = (last.text(language), tiles.len());
                let plural = if read == 1 { "" } else { "s" };
                let missing = missing(tiles);
                // If there are more, something else is wrong besides.
                let named = missing.len() == Deck::LEN - read;
                let missing = if named { missing_text(&missing, language) } else { String::new() };
                say!(
                    language,
                    "{last}: the deck ends after {read} tile{plural}; expected {}{missing}",
                    "{last}：牌堆在 {read} 张牌后结束；应有 {} 张{missing}",
                    Deck::LEN
                )
            }
            DeckError::TooLong { tile, place } => {
                let place = place.text(language);
                say!(
                    language,
                    "{place}: `{tile}` is one tile too many; a deck has {}",
                    "{place}：`{tile}` 是多出的一张牌；牌堆有 {} 张",
                    Deck::LEN
                )
            }
            DeckError::FiveOfAKind { tile, places, missing } => {
                let missing = missing_text(missing, language);
                let places = if places.iter().all(|place| place.column == 1) {
                    let lines = places.map(|place| place.line.to_string());
                    let (first, last) = (&lines[..4], &lines[4]);
                    say!(language, "lines {} and {last}", "第 {} 和 {last} 行", first.join(", "))
                } else {
                    places.map(|place| place.text(language)).join("; ")
                };
                say!(
                    language,
                    "{places}: five tiles `{tile}`; a deck has four of each kind{missing}",
                    "{places}：有五张 `{tile}`；牌堆中每种牌四张{missing}"
                )
            }
        }
    }
}

/// The tiles that these lack to be a deck.
fn missing(tiles: &[Tile]) -> Vec<Tile> {
    let lacking = |tile: Tile| {
        let there = tiles.iter().filter(|&&other| other == tile).count();
        std::iter::repeat_n(tile, Tile::COPIES.saturating_sub(there))
    };
    Tile::ALL.into_iter().flat_map(lacking).collect()
}

/// Names what is missing, if it is little enough to be of help.
fn missing_text(missing: &[Tile], language: Language) -> String {
    if missing.len() > 4 {
        return String::new();
    }
    let names = missing.iter().map(|tile| tile.name()).collect::<Vec<_>>().join(" ");
    say!(language, " (missing: {names})", "（缺少：{names}）")
}

impl std::error::Error for DeckError {}

/// Why no deck could be read.
#[derive(Debug)]
pub enum ReadDeckError {
    /// The stream failed.
    Io(io::Error),
    /// The stream has something else than decks.
    Deck(DeckError),
}

impl From<io::Error> for ReadDeckError {
    fn from(error: io::Error) -> ReadDeckError {
        ReadDeckError::Io(error)
    }
}

impl From<DeckError> for ReadDeckError {
    fn from(error: DeckError) -> ReadDeckError {
        ReadDeckError::Deck(error)
    }
}

impl ReadDeckError {
    /// The sentence in a language; that of the system is in its own.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            ReadDeckError::Io(error) => error.to_string(),
            ReadDeckError::Deck(error) => error.text(language),
        }
    }
}

impl std::error::Error for ReadDeckError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        Deck::seeded(1, 0).tiles().iter().map(ToString::to_string).collect()
    }

    fn message(text: &str) -> String {
        text.parse::<Deck>().expect_err("not a deck").to_string()
    }

    #[test]
    fn names_are_read_quickly_as_they_are_slowly() {
        let compare = |bytes: [u8; 8]| {
            let len = bytes.iter().position(|&byte| is_space(byte));
            let slow = len.and_then(|len| Some((Tile::from_name(&bytes[..len])?, len)));
            assert_eq!(quick::tile(bytes), slow, "{bytes:?}");
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

    #[test]
    fn white_space_crlf_and_a_byte_order_mark_are_accepted() {
        let deck = Deck::seeded(1, 0);
        for between in ["\n", "\r\n", " ", "\t \x0b\x0c"] {
            for before in ["", "\u{feff}", " \n", "\u{feff}\r\n"] {
                for after in ["", "\n", "\r\n\r\n"] {
                    let text = format!("{before}{}{after}", names().join(between));
                    assert_eq!(text.parse(), Ok(deck), "{before:?} {between:?} {after:?}");
                }
            }
        }
    }

    #[test]
    fn reading_does_not_depend_on_the_size_of_the_chunks() {
        let text = format!("\u{feff}{}\n{}", Deck::seeded(1, 0), Deck::seeded(2, 0));
        for size in [1, 2, 3, 5, 7, 64] {
            let input = io::BufReader::with_capacity(size, text.as_bytes());
            let decks: Vec<Deck> = DeckReader::new(input).map(|deck| deck.expect("valid")).collect();
            assert_eq!(decks, [Deck::seeded(1, 0), Deck::seeded(2, 0)]);
        }
    }

    #[test]
    fn wrong_counts_are_named() {
        assert_eq!(message(""), "there are no tiles; expected the names of 148 tiles");
        assert_eq!(message(" \r\n\t"), "there are no tiles; expected the names of 148 tiles");
        let names = names();
        let last = &names[147];
        assert_eq!(
            message(&names[..147].join("\n")),
            format!("line 147: the deck ends after 147 tiles; expected 148 (missing: {last})")
        );
        let two_faults = [&names[..146], &[names[0].clone()]].concat().join("\n");
        assert_eq!(message(&two_faults), "line 147: the deck ends after 147 tiles; expected 148");
        assert_eq!(message("1M"), "line 1: the deck ends after 1 tile; expected 148");
        assert_eq!(
            message(&(names.join("\n") + "\n  Z\n")),
            "line 149, column 3: `Z` is one tile too many; a deck has 148"
        );
    }

    #[test]
    fn wrong_names_are_located() {
        let mut names = names();
        names[16] = "10M".to_owned();
        assert!(message(&names.join("\n")).starts_with("line 17: `10M` is not a tile; expected "));
        assert!(message(&names.join(" ")).starts_with("line 1, column "));
        assert!(message("\u{feff}1M 0M").starts_with("line 1, column 4: `0M` is not a tile"));
        names[16] = "1m".to_owned();
        assert!(message(&names.join("\n")).ends_with("names are in upper case: `1M`"));
        names[16] = "\0".to_owned();
        assert!(message(&names.join("\n")).starts_with("line 17: `\\0` is not a tile"));
        names[16] = "万".repeat(1000);
        assert!(message(&names.join("\n")).starts_with("line 17: `万万万万万万万万…` is not a tile"));
    }

    #[test]
    fn five_of_a_kind_names_all_five() {
        let mut tiles: Vec<&str> = Deck::sorted().tiles().iter().map(|tile| tile.name()).collect();
        tiles[147] = "1M";
        let what = "five tiles `1M`; a deck has four of each kind (missing: PASS)";
        assert_eq!(message(&tiles.join("\n")), format!("lines 1, 2, 3, 4 and 148: {what}"));
        assert!(message(&tiles.join(" ")).starts_with("line 1; line 1, column 4; "));
    }

    #[test]
    fn utf16_is_recognised() {
        let error = DeckReader::new(&b"\xff\xfe1\0M\0"[..]).only().expect_err("UTF-16");
        assert_eq!(error.to_string(), "line 1: the text is UTF-16; expected ASCII or UTF-8");
    }

    #[test]
    fn the_iterator_ends_after_an_error() {
        let text = format!("{} 1M", Deck::seeded(1, 0));
        let mut decks = DeckReader::new(text.as_bytes());
        assert!(matches!(decks.next(), Some(Ok(_))));
        assert!(matches!(decks.next(), Some(Err(ReadDeckError::Deck(DeckError::TooShort { .. })))));
        assert!(decks.next().is_none());
    }
}
