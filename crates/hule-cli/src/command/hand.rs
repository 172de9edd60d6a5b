//! `hule hand`: how far a hand is from a win, and what to do with it.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::source::Source;
use anstyle::{AnsiColor, Style};
use clap::Args;
use hule::hand_report::HandReport;
use hule::{Hand, Localized, Suit, Tile};
use hule_text::{hand_text, painted_hand_text};

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
pub struct HandCommand {
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

/// No hand is longer; what is may have no end.
const LONGEST: u64 = 1 << 12;

impl HandCommand {
    pub fn run(self) -> Result<(), Failure> {
        let hand = match &*self.tiles {
            [] => self.read_stdin()?,
            [only] if only == "-" => self.read_stdin()?,
            tiles => self.parse(&tiles.join(" ")).map_err(Failure::Input)?,
        };
        let report = HandReport::new(&hand);
        export::print(&if self.json {
            serde_json::to_string(&report).expect("a report has nothing that JSON has not") + "\n"
        } else if export::colour() {
            painted_hand_text(&report, language(), &painted)
        } else {
            hand_text(&report, language())
        })
    }

    fn read_stdin(&self) -> Result<Hand, Failure> {
        let name = Source::new(None);
        let bytes = name.bytes(&say!("a hand", "手牌"), LONGEST, || {
            say!("{name}: it is longer than any hand", "{name}：比任何手牌都长")
        })?;
        let text = String::from_utf8_lossy(&bytes);
        self.parse(&text).map_err(|sentence| Failure::Input(say!("{name}: {sentence}", "{name}：{sentence}")))
    }

    fn parse(&self, text: &str) -> Result<Hand, String> {
        Hand::read(text, self.open).map_err(|error| error.text(language()))
    }
}

/// A tile as a terminal shows it: in the colour of its suit.
fn painted(tile: Tile) -> String {
    let style = match tile.suit() {
        Some(Suit::Characters) => AnsiColor::Red.on_default(),
        Some(Suit::Dots) => AnsiColor::Blue.on_default(),
        Some(Suit::Bamboos) => AnsiColor::Green.on_default(),
        Some(Suit::Honours) => Style::new().bold(),
        None => AnsiColor::Magenta.on_default(),
    };
    format!("{style}{tile}{style:#}")
}
