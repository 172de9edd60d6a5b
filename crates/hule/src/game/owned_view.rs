//! What one seat may know, in a form that can be sent elsewhere and read back.

use super::history::Followed;
use crate::words::deck::Deck;
use crate::game::Game;
use crate::words::turn::Turn;
use alloc::string::String;
use alloc::vec::Vec;
use crate::words::hand::Hand;
use crate::words::language::{Language, Localized, localized_errors, say};
use crate::words::meld::Meld;
use crate::game::river::Discarded;
use crate::words::seat::{BySeat, Direction, Seat};
use crate::words::tile::Tile;

/// A [`View`](crate::View) that owns what it shows. With serde it is the `view` of docs/PROTOCOL.md.
///
/// ```
/// use hule::game::OwnedView;
/// use hule::players::Useful;
/// use hule::{Deck, Game, Player, Seat};
/// let game = Game::new(&Deck::seeded(1, 0));
/// let seen: OwnedView = game.view(Seat::A).to_owned_view();
///
/// // Elsewhere, without the game: some game that looks like this, for a player of the library to look at.
/// let world = seen.game()?;
/// assert_eq!(world.view(Seat::A), game.view(Seat::A));
/// let action = Useful.choose(&world.view(Seat::A), world.legal_actions());
/// # assert!(game.legal_actions().contains(action));
/// # Ok::<(), hule::game::OwnedViewError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OwnedView {
    /// Who is looking.
    pub seat: Seat,
    /// Its tiles, ascending.
    pub hand: Vec<Tile>,
    /// How many tiles each seat holds.
    pub hand_sizes: BySeat<usize>,
    /// The melds of each seat, the first first.
    pub melds: BySeat<Vec<Meld>>,
    /// All discards of all seats, the first first.
    pub river: Vec<Discarded>,
    /// How many tiles have not been drawn.
    pub wall: usize,
    /// The order in which turns pass.
    pub direction: Direction,
    /// How many of its next turns each seat will lose to PASS.
    pub skips: BySeat<usize>,
    /// What the seat has to decide, if it is its turn.
    pub turn: Option<Turn>,
}

impl OwnedView {
    /// A game that looks exactly so to this seat, which has to decide. What it cannot see is dealt in ascending order,
    /// to the others first.
    ///
    /// There is always one in which nobody ever kept a tile that it drew, but for what this seat has just drawn: what
    /// was discarded after a claim, and what lies in melds, was there from the deal. That game is played as the river
    /// tells, so whatever the rules do not allow is found out.
    pub fn game(&self) -> Result<Game, OwnedViewError> {
        let turn = self.turn.ok_or(OwnedViewError::NoTurn)?;
        let mut followed = Followed { game: Game::new(&self.deck(turn)?), actions: Vec::new() };
        let mut melds = self.melds.each_ref().map(|melds| melds.iter());
        for (place, &discarded) in self.river.iter().enumerate() {
            let next = |by: Seat| melds[by].next().copied();
            followed.discard(discarded, next).ok_or(OwnedViewError::Discard { place })?;
        }
        followed
            .decline_until(|game| game.turn() == Some(turn))
            .ok_or(OwnedViewError::Differs("turn"))?;
        let game = followed.game;
        self.compare(&game.view(self.seat).to_owned_view()).map(|()| game)
    }

    /// The deck of that game.
    fn deck(&self, turn: Turn) -> Result<Deck, OwnedViewError> {
        let mut left = [Tile::COPIES; Tile::COUNT];
        let mut take = |tile: Tile| {
            let left = &mut left[tile.index()];
            *left = left.checked_sub(1).ok_or(OwnedViewError::FiveOfAKind { tile })?;
            Ok(tile)
        };
        let mut dealt = BySeat::new([const { Vec::new() }; 4]);
        let mut drawn = Vec::new();
        for &tile in &self.hand {
            dealt[self.seat].push(take(tile)?);
        }
        for (seat, melds) in self.melds.iter() {
            for tile in melds.iter().filter_map(|meld| meld.own_tiles()).flatten() {
                dealt[seat].push(take(tile)?);
            }
        }
        let mut claimed = false;
        for discarded in &self.river {
            let hand = if claimed { &mut dealt[discarded.seat] } else { &mut drawn };
            hand.push(take(discarded.tile)?);
            claimed = discarded.claimed_by.is_some();
        }
        if let Turn::Discard { drawn: Some(tile), .. } = turn {
            let hand = &mut dealt[self.seat];
            let place = hand.iter().position(|&held| held == tile).ok_or(OwnedViewError::Differs("turn"))?;
            drawn.push(hand.remove(place));
        }
        let mut hidden = Tile::ALL.into_iter().flat_map(|tile| core::iter::repeat_n(tile, left[tile.index()]));
        for seat in Seat::ALL {
            let hand = &mut dealt[seat];
            if seat != self.seat {
                hand.extend(hidden.by_ref().take(Hand::DEALT.saturating_sub(hand.len())));
            }
            if hand.len() != Hand::DEALT {
                return Err(OwnedViewError::HandSize { seat });
            }
        }
        let rounds = (0..Hand::DEALT).flat_map(|round| dealt.each_ref().map(|hand| hand[round]).into_array());
        let tiles: Vec<Tile> = rounds.chain(drawn).chain(hidden).collect();
        let tiles: [Tile; Deck::LEN] = tiles.try_into().expect("every tile is somewhere");
        Ok(Deck::try_from(tiles).expect("no kind is there five times"))
    }

    /// The first thing that is not as in the other.
    fn compare(&self, other: &OwnedView) -> Result<(), OwnedViewError> {
        let equal = [
            ("hand", self.hand == other.hand),
            ("hand_sizes", self.hand_sizes == other.hand_sizes),
            ("melds", self.melds == other.melds),
            ("river", self.river == other.river),
            ("wall", self.wall == other.wall),
            ("direction", self.direction == other.direction),
            ("skips", self.skips == other.skips),
            ("turn", self.turn == other.turn),
        ];
        equal.into_iter().find(|(_, equal)| !equal).map_or(Ok(()), |(what, _)| Err(OwnedViewError::Differs(what)))
    }
}

/// Why no game looks so to a seat that has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedViewError {
    /// The seat has nothing to decide.
    NoTurn,
    /// More than four of one kind.
    FiveOfAKind {
        /// The kind.
        tile: Tile,
    },
    /// With its melds and its discards, a seat has not the number of tiles that it was dealt.
    HandSize {
        /// Whose hand.
        seat: Seat,
    },
    /// The rules do not allow a discard, or its claim, at that time.
    Discard {
        /// Its place in the river, counted from 0.
        place: usize,
    },
    /// The game that the river tells of has something else here: the name of the field.
    Differs(&'static str),
}

impl Localized for OwnedViewError {
    fn text(&self, language: Language) -> String {
        match self {
            OwnedViewError::NoTurn => say!(language, "the seat has nothing to decide", "该玩家没有要做的决定"),
            OwnedViewError::FiveOfAKind { tile } => say!(
                language,
                "five tiles `{tile}`; there are only four of each kind",
                "有五张 `{tile}`；每种牌只有四张"
            ),
            OwnedViewError::HandSize { seat } => {
                say!(language, "{seat} has not as many tiles as the rules give it", "{seat} 的牌数不符合规则")
            }
            OwnedViewError::Discard { place } => say!(
                language,
                "discard {} of the river, or its claim, breaks the rules",
                "牌河中第 {} 张打出的牌或对它的副露不符合规则",
                place + 1
            ),
            OwnedViewError::Differs(what) => {
                say!(language, "`{what}` does not follow from the river", "`{what}` 与牌河不一致")
            }
        }
    }
}

localized_errors!(OwnedViewError);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::player::Player;
    use crate::players::{RandomPlayer, Useful};

    /// A few games by random players and good ones, shown at every decision.
    fn every_decision(mut look: impl FnMut(&Game, Seat)) {
        let mut random = RandomPlayer::new(3);
        for number in 0..60 {
            let mut game = Game::new(&Deck::seeded(21, number));
            while let Some(turn) = game.turn() {
                look(&game, turn.seat());
                let (view, legal) = (game.view(turn.seat()), game.legal_actions());
                // Random players show rare rules, and good ones the end of games.
                let action = match number % 3 {
                    0 => random.choose(&view, legal),
                    1 => Useful.choose(&view, legal),
                    _ if turn.seat() == Seat::A => Useful.choose(&view, legal),
                    _ => random.choose(&view, legal),
                };
                game.play(action).expect("players choose legal actions");
            }
        }
    }

    #[test]
    fn what_is_seen_leads_back_to_a_game_that_looks_the_same() {
        let (mut decisions, mut melds, mut skips) = (0, 0, 0);
        every_decision(|game, seat| {
            let view = game.view(seat);
            let seen = view.to_owned_view();
            let world = seen.game().unwrap_or_else(|error| panic!("{error}: {seen:?}"));
            assert_eq!(world.view(seat), view);
            assert_eq!(world.legal_actions(), game.legal_actions());
            decisions += 1;
            melds += seen.melds.iter().map(|(_, melds)| melds.len()).sum::<usize>();
            skips += seen.skips.iter().map(|(_, skips)| skips).sum::<usize>();
            let neighbour = seat.next(Direction::Forward);
            assert_eq!(game.view(neighbour).to_owned_view().game(), Err(OwnedViewError::NoTurn));
        });
        assert!(decisions > 3000 && melds > 1000 && skips > 100, "{decisions} {melds} {skips}");
    }

    #[cfg(feature = "serde")]
    #[test]
    fn what_is_seen_can_be_sent() {
        every_decision(|game, seat| {
            let seen = game.view(seat).to_owned_view();
            let json = serde_json::to_string(&seen).expect("it is JSON");
            assert_eq!(serde_json::from_str::<OwnedView>(&json).expect(&json), seen);
        });
    }

    #[test]
    fn every_single_change_is_noticed_or_possible() {
        let mut refused = [0; 5];
        let mut number = 0;
        every_decision(|game, seat| {
            number += 1;
            if number % 7 != 0 {
                return;
            }
            for change in changes(&game.view(seat).to_owned_view()) {
                match change.game() {
                    Ok(world) => assert_eq!(world.view(change.seat).to_owned_view(), change),
                    Err(error) => {
                        let place = match error {
                            OwnedViewError::NoTurn => 0,
                            OwnedViewError::FiveOfAKind { .. } => 1,
                            OwnedViewError::HandSize { .. } => 2,
                            OwnedViewError::Discard { .. } => 3,
                            OwnedViewError::Differs(_) => 4,
                        };
                        refused[place] += 1;
                    }
                }
            }
        });
        assert!(refused.iter().all(|&times| times > 10), "{refused:?}");
    }

    /// The same with one thing changed, for many things.
    fn changes(seen: &OwnedView) -> Vec<OwnedView> {
        let mut all = Vec::new();
        let mut change = |how: &dyn Fn(&mut OwnedView)| {
            let mut changed = seen.clone();
            how(&mut changed);
            all.push(changed);
        };
        change(&|seen| seen.turn = None);
        change(&|seen| seen.wall += 1);
        change(&|seen| seen.wall = usize::MAX);
        change(&|seen| seen.direction = seen.direction.flipped());
        change(&|seen| seen.seat = seen.seat.next(Direction::Forward));
        change(&|seen| seen.hand.reverse());
        change(&|seen| seen.hand.truncate(1));
        change(&|seen| seen.hand.push(Tile::Pass));
        change(&|seen| seen.hand = vec![Tile::M1; 1000]);
        change(&|seen| seen.river = vec![seen.river.first().copied().unwrap_or(FIRST); 1000]);
        change(&|seen| seen.river.clear());
        change(&|seen| seen.river.truncate(seen.river.len().saturating_sub(1)));
        change(&|seen| seen.turn = Some(Turn::Discard { seat: seen.seat, drawn: None }));
        change(&|seen| seen.turn = Some(Turn::Discard { seat: seen.seat, drawn: Some(Tile::Z) }));
        for seat in Seat::ALL {
            change(&|seen| seen.skips[seat] += 1);
            change(&|seen| seen.hand_sizes[seat] += 1);
            change(&|seen| {
                seen.melds[seat].pop();
            });
            change(&|seen| seen.melds[seat].push(Meld::Pong { tile: Tile::M1, from: seat }));
            change(&|seen| seen.melds[seat].push(Meld::Pong { tile: Tile::Pass, from: seat }));
            let run = crate::words::tile::Run::from_low(Tile::M1).expect("a run");
            change(&|seen| {
                seen.melds[seat].iter_mut().for_each(|meld| {
                    *meld = Meld::Chow { run, claimed: Tile::Z, from: seat };
                });
            });
            let last = seen.river.len().checked_sub(1);
            for at in [Some(0), last].into_iter().flatten().filter(|_| last.is_some()) {
                change(&|seen| seen.river[at].seat = seat);
                change(&|seen| seen.river[at].target = Some(seat));
                change(&|seen| seen.river[at].claimed_by = Some(seat));
                change(&|seen| seen.river[at].tile = Tile::Reverse);
                change(&|seen| seen.river.swap(0, at));
            }
        }
        all
    }

    const FIRST: Discarded = Discarded { seat: Seat::A, tile: Tile::M1, target: None, claimed_by: None };
}
