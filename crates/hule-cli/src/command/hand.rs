//! `hule hand`: how far a hand is from a win, and what to do with it.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::source::Source;
use crate::width;
use anstyle::{AnsiColor, Style};
use clap::Args;
use hule::hand_report::HandReport;
use hule::{Hand, Localized, Suit, Tile};
use hule_report::painted_hand_text;

const EXAMPLES: &str = "\
Examples:
  hule hand 1M 2M 3M 4P 5P 6P 7S 8S 9S E E E F Z    what to discard, and why
  hule hand 123M 456P 789S EEE FZ                   short forms, the same hand
  hule hand \"1M 2M 3M 2S 3S E E\" --open 2           the waits of a ready hand with two open melds
  hule hand --json - < my.hand                      the same as JSON (docs/PROTOCOL.md)";

/// Show the distance of a hand, what to discard and what to wait for
///
/// The tiles are written as in decks, in upper or lower case: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS,
/// REVERSE, DOUBLE. Several tiles can be written together: 123M is 1M 2M 3M, EE is E E, and 11z is E E as in other
/// programs. A hand has 13 tiles, or 14 before a discard, less three for each open meld; fewer tiles are accepted
/// too. The tiles left are four of each kind less those in the hand.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct HandCommand {
    /// The tiles, as one argument or several [default: standard input, also `-`]
    #[arg(value_name = "TILES")]
    tiles: Vec<String>,

    /// The number of open melds, 0 to 4; their tiles are not given
    #[arg(long, value_name = "N", default_value_t = 0)]
    open: usize,

    /// Print one JSON object, as described in docs/PROTOCOL.md
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
        } else {
            let paint = if export::colour() { painted } else { plain };
            painted_hand_text(&report, language(), width::columns(), &paint)
        })
    }

    fn read_stdin(&self) -> Result<Hand, Failure> {
        let name = Source::new(None);
        let bytes = name.bytes(&say!("a hand", "手牌"), LONGEST, || {
            say!("{name}: too long for a hand", "{name}：内容过长，不可能是手牌")
        })?;
        let text = String::from_utf8_lossy(&bytes);
        self.parse(&text).map_err(|sentence| Failure::Input(say!("{name}: {sentence}", "{name}：{sentence}")))
    }

    fn parse(&self, text: &str) -> Result<Hand, String> {
        Hand::read(text, self.open).map_err(|error| error.text(language()))
    }
}

fn plain(tile: Tile) -> String {
    tile.name().to_owned()
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
