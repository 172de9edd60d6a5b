//! Events, the lines of a log.

use crate::words::{Language, Localized, Run, Seat, Tile, localized_errors, say};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// One line of a log.
///
/// ```
/// use hule::{Event, Seat, Tile};
/// let event: Event = "A OUT 3P".parse()?;
/// assert_eq!(event, Event::Discard { seat: Seat::A, tile: Tile::P3 });
/// assert_eq!(event.to_string(), "A OUT 3P");
/// # Ok::<(), hule::event::ParseEventError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "json::Object", try_from = "json::Object")
)]
#[allow(missing_docs)] // `seat` is the player at the start of the line.
pub enum Event {
    /// `A IN 1M`: a player draws a tile.
    Draw { seat: Seat, tile: Tile },
    /// `A OUT 1M`: a player discards a tile other than PASS.
    Discard { seat: Seat, tile: Tile },
    /// `A OUT PASS B`: a player discards a PASS and names another player.
    Pass { seat: Seat, target: Seat },
    /// `A CHOW 1M 2M 3M`: a player takes the last discard for a run.
    Chow { seat: Seat, run: Run },
    /// `A PONG 1M 1M 1M`: a player takes the last discard for a triplet.
    Pong { seat: Seat, tile: Tile },
    /// `A RON`: a player wins with the last discard.
    Ron { seat: Seat },
    /// `A SELFDRAWN`: a player wins with the tile just drawn.
    SelfDrawn { seat: Seat },
    /// `A WIN`: the last line of a game with a winner.
    Win { seat: Seat },
    /// `DRAW`: the last line of a game without a winner, because no tile was left to draw.
    Exhausted,
}

impl Event {
    /// The words of the line, at most five, and their number.
    fn words(self) -> ([&'static str; 5], usize) {
        match self {
            Event::Draw { seat, tile } => ([seat.name(), "IN", tile.name(), "", ""], 3),
            Event::Discard { seat, tile } => ([seat.name(), "OUT", tile.name(), "", ""], 3),
            Event::Pass { seat, target } => ([seat.name(), "OUT", "PASS", target.name(), ""], 4),
            Event::Chow { seat, run } => {
                let [low, middle, high] = run.tiles().map(Tile::name);
                ([seat.name(), "CHOW", low, middle, high], 5)
            }
            Event::Pong { seat, tile } => ([seat.name(), "PONG", tile.name(), tile.name(), tile.name()], 5),
            Event::Ron { seat } => ([seat.name(), "RON", "", "", ""], 2),
            Event::SelfDrawn { seat } => ([seat.name(), "SELFDRAWN", "", "", ""], 2),
            Event::Win { seat } => ([seat.name(), "WIN", "", "", ""], 2),
            Event::Exhausted => (["DRAW", "", "", "", ""], 1),
        }
    }

    /// Appends the line of the log, with its line end.
    #[inline]
    pub fn write_line(self, out: &mut String) {
        match self {
            Event::Draw { seat, tile } => DRAWS.write(seat, tile, out),
            Event::Discard { seat, tile } => DISCARDS.write(seat, tile, out),
            _ => self.write_words(out),
        }
    }

    fn write_words(self, out: &mut String) {
        let (words, len) = self.words();
        for word in &words[..len - 1] {
            out.push_str(word);
            out.push(' ');
        }
        out.push_str(words[len - 1]);
        out.push('\n');
    }

    /// Returns the player of the event; `None` for [`Event::Exhausted`].
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Event::Draw { seat, .. }
            | Event::Discard { seat, .. }
            | Event::Pass { seat, .. }
            | Event::Chow { seat, .. }
            | Event::Pong { seat, .. }
            | Event::Ron { seat }
            | Event::SelfDrawn { seat }
            | Event::Win { seat } => Some(seat),
            Event::Exhausted => None,
        }
    }
}

/// A sentence: `A draws 5P`. (`Display` gives the line of the log.)
impl Localized for Event {
    fn text(&self, language: Language) -> String {
        match *self {
            Event::Draw { seat, tile } => say!(language, "{seat} draws {tile}", "{seat} 摸到 {tile}"),
            Event::Discard { seat, tile } => say!(language, "{seat} discards {tile}", "{seat} 打出 {tile}"),
            Event::Pass { seat, target } => say!(
                language,
                "{seat} discards PASS: {target} loses a turn",
                "{seat} 打出 PASS：{target} 跳过一个回合"
            ),
            Event::Chow { seat, run } => say!(language, "{seat} chows {run}", "{seat} 吃 {run}"),
            Event::Pong { seat, tile } => say!(language, "{seat} pongs {tile}", "{seat} 碰 {tile}"),
            Event::Ron { seat } => say!(language, "{seat} wins with this discard", "{seat} 荣和这张牌"),
            Event::SelfDrawn { seat } => {
                say!(language, "{seat} wins with the tile just drawn", "{seat} 自摸")
            }
            Event::Win { seat } => say!(language, "{seat} has won", "{seat} 和牌"),
            Event::Exhausted => {
                say!(language, "no tile is left to draw: the game is drawn", "牌已摸完：流局")
            }
        }
    }
}

/// All lines of draws or of discards, which are most of a log, ready to be copied.
struct Lines {
    /// A line for each seat and tile, with its line end, padded to a fixed width, which is faster to copy.
    text: &'static str,
    lens: [u8; 4 * Tile::COUNT],
}

static DRAWS: Lines = Lines::new("IN", &Lines::text("IN"));
static DISCARDS: Lines = Lines::new("OUT", &Lines::text("OUT"));

impl Lines {
    /// The longest line is `A OUT REVERSE`.
    const WIDTH: usize = 16;
    const LEN: usize = 4 * Tile::COUNT * Lines::WIDTH;

    #[inline]
    fn write(&self, seat: Seat, tile: Tile, out: &mut String) {
        let line = seat.index() * Tile::COUNT + tile.index();
        let end = out.len() + usize::from(self.lens[line]);
        let start = line * Lines::WIDTH;
        out.push_str(&self.text[start..start + Lines::WIDTH]);
        out.truncate(end);
    }

    const fn new(verb: &str, text: &'static [u8; Lines::LEN]) -> Lines {
        let mut lens = [0; 4 * Tile::COUNT];
        let mut line = 0;
        while line < lens.len() {
            lens[line] = ("A  ".len() + verb.len() + Tile::ALL[line % Tile::COUNT].name().len() + 1) as u8;
            line += 1;
        }
        match str::from_utf8(text) {
            Ok(text) => Lines { text, lens },
            Err(_) => panic!("names are ASCII"),
        }
    }

    const fn text(verb: &str) -> [u8; Lines::LEN] {
        let mut text = [b' '; Lines::LEN];
        let mut line = 0;
        while line < 4 * Tile::COUNT {
            let words = [Seat::ALL[line / Tile::COUNT].name(), verb, Tile::ALL[line % Tile::COUNT].name()];
            let (mut at, mut word) = (line * Lines::WIDTH, 0);
            while word < words.len() {
                let mut letter = 0;
                while letter < words[word].len() {
                    text[at] = words[word].as_bytes()[letter];
                    (at, letter) = (at + 1, letter + 1);
                }
                (at, word) = (at + 1, word + 1);
            }
            text[at - 1] = b'\n';
            line += 1;
        }
        text
    }
}

/// The line of the log, without its line end.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, len) = self.words();
        f.pad(&words[..len].join(" "))
    }
}

impl FromStr for Event {
    type Err = ParseEventError;

    /// Parses a line, with exactly one space between words and none around them.
    fn from_str(line: &str) -> Result<Event, ParseEventError> {
        let words: Vec<&str> = line.split(' ').collect();
        read(&words).ok_or_else(|| ParseEventError { found: line.to_owned() })
    }
}

fn read(words: &[&str]) -> Option<Event> {
    let (&first, rest) = words.split_first()?;
    if (first, rest) == ("DRAW", &[]) {
        return Some(Event::Exhausted);
    }
    let seat = first.parse().ok()?;
    let tile = |name: &str| Tile::from_name(name.as_bytes());
    Some(match *rest {
        ["IN", name] => Event::Draw { seat, tile: tile(name)? },
        ["OUT", "PASS", target] => Event::Pass { seat, target: target.parse().ok()? },
        ["OUT", name] => Event::Discard { seat, tile: tile(name).filter(|&tile| tile != Tile::Pass)? },
        ["CHOW", low, middle, high] => {
            let tiles = [tile(low)?, tile(middle)?, tile(high)?];
            Event::Chow { seat, run: Run::from_tiles(tiles)? }
        }
        ["PONG", one, two, three] if one == two && two == three => {
            Event::Pong { seat, tile: tile(one).filter(|tile| !tile.is_special())? }
        }
        ["RON"] => Event::Ron { seat },
        ["SELFDRAWN"] => Event::SelfDrawn { seat },
        ["WIN"] => Event::Win { seat },
        _ => return None,
    })
}

/// An invalid line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseEventError {
    /// The text.
    pub found: String,
}

impl Localized for ParseEventError {
    fn text(&self, language: Language) -> String {
        let words: Vec<&str> = self.found.split_whitespace().collect();
        let upper = words.iter().map(|word| word.to_uppercase()).collect::<Vec<_>>().join(" ");
        let hint = match *words {
            _ if upper != self.found && upper.parse::<Event>().is_ok() => {
                say!(language, "expected `{upper}`", "应为 `{upper}`")
            }
            ["A" | "B" | "C" | "D", "OUT", "PASS"] => {
                say!(language, "a PASS names a player: A OUT PASS B", "PASS 要指定一名玩家：A OUT PASS B")
            }
            ["A" | "B" | "C" | "D", "CHOW", ..] => say!(
                language,
                "a chow names three tiles in ascending order: A CHOW 1M 2M 3M",
                "吃要按数字递增写出三张牌：A CHOW 1M 2M 3M"
            ),
            _ => say!(
                language,
                "expected A IN tile, A OUT tile, A OUT PASS B, A CHOW tiles, A PONG tiles, A RON, \
                 A SELFDRAWN, A WIN or DRAW",
                "应为 A IN 牌、A OUT 牌、A OUT PASS B、A CHOW 三张牌、A PONG 三张牌、A RON、\
                 A SELFDRAWN、A WIN 或 DRAW"
            ),
        };
        say!(language, "{:?} is not a line of a log; {hint}", "{:?} 不是记录中的一行；{hint}", self.found)
    }
}

localized_errors!(ParseEventError);

#[cfg(feature = "serde")]
mod json {
    use super::Event;
    use crate::words::{Run, Seat, Tile};
    use serde::{Deserialize, Serialize};

    /// The JSON object of an event (docs/PROTOCOL.md).
    #[derive(Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    pub(super) enum Object {
        Draw {
            seat: Seat,
            tile: Tile,
        },
        Discard {
            seat: Seat,
            tile: Tile,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            target: Option<Seat>,
        },
        Chow {
            seat: Seat,
            tiles: [Tile; 3],
        },
        Pong {
            seat: Seat,
            tiles: [Tile; 3],
        },
        Ron {
            seat: Seat,
        },
        SelfDrawn {
            seat: Seat,
        },
        Win {
            seat: Seat,
        },
        Exhausted,
    }

    impl From<Event> for Object {
        fn from(event: Event) -> Object {
            match event {
                Event::Draw { seat, tile } => Object::Draw { seat, tile },
                Event::Discard { seat, tile } => Object::Discard { seat, tile, target: None },
                Event::Pass { seat, target } => {
                    Object::Discard { seat, tile: Tile::Pass, target: Some(target) }
                }
                Event::Chow { seat, run } => Object::Chow { seat, tiles: run.tiles() },
                Event::Pong { seat, tile } => Object::Pong { seat, tiles: [tile; 3] },
                Event::Ron { seat } => Object::Ron { seat },
                Event::SelfDrawn { seat } => Object::SelfDrawn { seat },
                Event::Win { seat } => Object::Win { seat },
                Event::Exhausted => Object::Exhausted,
            }
        }
    }

    impl TryFrom<Object> for Event {
        type Error = &'static str;

        fn try_from(object: Object) -> Result<Event, &'static str> {
            Ok(match object {
                Object::Draw { seat, tile } => Event::Draw { seat, tile },
                Object::Discard { seat, tile: Tile::Pass, target } => {
                    Event::Pass { seat, target: target.ok_or("a PASS names a player as its `target`")? }
                }
                Object::Discard { seat, tile, target: None } => Event::Discard { seat, tile },
                Object::Discard { target: Some(_), .. } => return Err("only a PASS has a `target`"),
                Object::Chow { seat, tiles } => {
                    let run = Run::from_tiles(tiles).ok_or("a chow has three tiles of an ascending run")?;
                    Event::Chow { seat, run }
                }
                Object::Pong { seat, tiles: [tile, two, three] } => {
                    if tile != two || two != three || tile.is_special() {
                        return Err("a pong has three equal ordinary tiles");
                    }
                    Event::Pong { seat, tile }
                }
                Object::Ron { seat } => Event::Ron { seat },
                Object::SelfDrawn { seat } => Event::SelfDrawn { seat },
                Object::Win { seat } => Event::Win { seat },
                Object::Exhausted => Event::Exhausted,
            })
        }
    }
}
