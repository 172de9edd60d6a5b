//! A bot in Rust: it plays like `GreedyPlayer`, but when another seat shows three melds it discards only what is safest.
//!
//! `hule::bot::serve` speaks the protocol of docs/PROTOCOL.md; all that is left to write is a player.

use hule::bot::ServeError;
use hule::players::GreedyPlayer;
use hule::{Action, ActionSet, Player, Seat, View};

#[derive(Default)]
struct Careful {
    comment: Option<String>,
}

impl Player for Careful {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let useful = GreedyPlayer.choose(view, legal);
        let danger = Seat::ALL.into_iter().any(|seat| seat != view.seat() && view.melds(seat).len() >= 3);
        // Of the discards that keep the hand as near to a win as it is, the one that fewest can wait for.
        let safest = match useful {
            Action::Discard(tile) if danger && !tile.is_special() => {
                let least = view.hand().discards().map(|(_, distance)| distance).min();
                let near = view.hand().discards().filter(|&(_, distance)| Some(distance) == least);
                near.map(|(tile, _)| tile).min_by_key(|&tile| view.unseen(tile)).map(Action::Discard)
            }
            _ => None,
        };
        self.comment =
            safest.map(|action| format!("{action} instead of {useful}: another seat is near a win"));
        safest.unwrap_or(useful)
    }

    fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }
}

fn main() -> Result<(), ServeError> {
    hule::bot::serve(&mut Careful::default(), "careful", std::io::stdin().lock(), std::io::stdout())
}
