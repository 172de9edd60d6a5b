//! `hule replay`: a game as a page that needs no server.

use crate::EXIT_STATUS;
use crate::export::Target;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::source::Source;
use clap::Args;
use hule::Localized;
use hule_server::replay_html;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  hule replay examples/sample.deck --html sample.html    a game of four standard players
  hule replay my.log --html my.html                      a game from its log";

/// No deck and no log is longer.
const MOST_BYTES: u64 = 1 << 20;

/// Write a game as a single HTML file that can be watched without a server
///
/// The file shows every step with the hands, the distances and the reasons for each decision, in English and Chinese.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct ReplayCommand {
    /// A deck, played by four standard players, or a log, as text or JSON Lines [default: standard input, also `-`]
    #[arg(value_name = "DECK_OR_LOG")]
    game: Option<PathBuf>,

    /// The file to write, `-` for standard output
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
}

impl ReplayCommand {
    pub fn run(self) -> Result<(), Failure> {
        let source = Source::new(self.game.as_deref());
        let is_same = |game: &Path| matches!((game.canonicalize(), self.html.canonicalize()), (Ok(game), Ok(page)) if game == page);
        if self.game.as_deref().is_some_and(is_same) {
            return Err(Failure::Input(say!(
                "{source}: the page would replace the game; give --html another file",
                "{source}：网页会覆盖这局游戏；请给 --html 另一个文件"
            )));
        }
        let bytes = source.bytes(&say!("a deck or a log", "牌堆或记录"), MOST_BYTES, || {
            say!("{source}: too long for a deck or a log", "{source}：内容过长，不可能是牌堆或记录")
        })?;
        let page = replay_html(&String::from_utf8_lossy(&bytes)).map_err(|error| {
            let error = error.text(language());
            Failure::Input(say!("{source}: {error}", "{source}：{error}"))
        })?;
        Target(self.html).create()?.write(page)
    }
}
