//! `hule hand`: how far a hand is from a win, and what to do with it.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::hand_report::HandReport;
use crate::language::{language, say};
use crate::source::Source;
use clap::Args;
use hule::{HandError, ParseTileError, Tile, from_short_form};

const EXAMPLES: &str = "\
Examples:
  hule hand 1M 2M 3M 4P 5P 6P 7S 8S 9S E E E F Z    what to discard, and why
  hule hand \"1M 2M 3M 2S 3S E E\" --open 2           a ready hand with two open melds: its waits
  hule hand --json - < my.hand                      the same as JSON (docs/PROTOCOL.md)";

/// Show how far a hand is from a win, what to discard and what to wait for
///
/// The tiles of a hand are written as in decks: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE,
/// DOUBLE. A hand has 13 tiles, or 14 when it is to discard, less three for each open meld; one of fewer tiles
/// is looked at as well. How many tiles are left is counted from four of each kind less those in the hand.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct Hand {
    /// The tiles, as one argument or several [default: standard input, also `-`]
    #[arg(value_name = "TILES")]
    tiles: Vec<String>,

    /// How many melds are on the table, from 0 to 4; their tiles are not given
    #[arg(long, value_name = "N", default_value_t = 0)]
    open: usize,

    /// Print one JSON object, as docs/PROTOCOL.md says
    #[arg(long)]
    json: bool,
}

/// Of a wrong name, this much is shown.
const SHOWN: usize = 24;

/// No hand is longer; what is may have no end.
const LONGEST: u64 = 1 << 12;

impl Hand {
    pub fn run(self) -> Result<(), Failure> {
        let hand = match &*self.tiles {
            [] => self.read_stdin()?,
            [only] if only == "-" => self.read_stdin()?,
            tiles => self.parse(&tiles.join(" ")).map_err(Failure::Input)?,
        };
        let report = HandReport::new(&hand);
        if self.json {
            return export::print(&report.json());
        }
        export::print(&report.text(export::colour()))
    }

    fn read_stdin(&self) -> Result<hule::Hand, Failure> {
        let name = Source::new(None);
        let bytes = name.bytes(&say!("a hand", "手牌"), LONGEST, || {
            say!("{name}: it is longer than any hand", "{name}：比任何手牌都长")
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        self.parse(text).map_err(|sentence| Failure::Input(say!("{name}: {sentence}", "{name}：{sentence}")))
    }

    fn parse(&self, text: &str) -> Result<hule::Hand, String> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let tiles: Result<Vec<Tile>, ParseTileError> = words.iter().map(|word| word.parse()).collect();
        let tiles = tiles.map_err(|error| match from_short_form(text) {
            Some(tiles) => {
                let names = tiles.into_iter().map(Tile::name).collect::<Vec<_>>().join(" ");
                let short = words.join(" ");
                say!(
                    "`{short}` is a short form; here it is written {names}",
                    "`{short}` 是简写；这里写作 {names}"
                )
            }
            None => shortened(error).text(language()),
        })?;
        if tiles.is_empty() {
            return Err(say!(
                "there are no tiles; expected the names of some, for example 1M 2M 3M E E",
                "没有牌；应为一些牌名，例如 1M 2M 3M E E"
            ));
        }
        let given = tiles.len();
        hule::Hand::new(tiles, self.open).map_err(|error| {
            let sentence = error.text(language());
            match error {
                HandError::TooManyTiles { .. } if self.open > 0 => say!(
                    "{sentence}, as three are on the table for each open meld; {given} are given",
                    "{sentence}，因为每个副露有三张牌在桌上；给出了 {given} 张"
                ),
                HandError::TooManyTiles { .. } => {
                    say!("{sentence}; {given} are given", "{sentence}；给出了 {given} 张")
                }
                _ => sentence,
            }
        })
    }
}

fn shortened(error: ParseTileError) -> ParseTileError {
    match error.found.char_indices().nth(SHOWN) {
        Some((end, _)) => ParseTileError { found: format!("{}…", &error.found[..end]) },
        None => error,
    }
}
