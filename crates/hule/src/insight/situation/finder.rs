//! Finds the situations of a game.

use super::{Phase, Situation, SituationPattern, SituationVariant, Situations};
use crate::distance::groups::Group;
use crate::game::{
    Decision, Game, GameId, Observer, Player, Standard, choose_claim, distance_after_claim, play, wants_claim,
};
use crate::insight::explain::ClaimResult;
use crate::insight::{ClaimReason, Misreading, claims};
use crate::words::{Action, BySeat, Claim, Claimed, Deck, Direction, Event, Hand, Seat, Suit, Tile, Turn};
use std::collections::BTreeSet;

/// Returns the situations that occur when four standard players play this deck.
///
/// ```
/// use hule::situation::situations;
/// use hule::Deck;
/// for (situation, direction) in situations(&Deck::seeded(1, 0)) {
///     println!("{situation} ({direction}): {}", situation.meaning());
/// }
/// ```
pub fn situations(deck: &Deck) -> Situations {
    situations_among(deck, &mut BySeat::splat(Standard), GameId::default())
}

/// Returns the situations that occur when these players play this deck.
///
/// Whether a claim reduces a distance is judged like the standard player does.
///
/// # Panics
/// Panics if a player chooses an illegal action.
pub fn situations_among<P: Player>(deck: &Deck, players: &mut BySeat<P>, id: GameId) -> Situations {
    let mut finder = SituationFinder::default();
    play(deck, players, id, &mut finder);
    finder.situations()
}

/// Returns the [rare](Situation::is_rare) situations that occur when four standard players play this deck.
pub fn rare_situations(deck: &Deck) -> Situations {
    let mut finder =
        SituationFinder::of(Situation::ALL.iter().copied().filter(|situation| situation.is_rare()));
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
    finder.situations()
}

/// Returns the cells of the grid that occur when four standard players play this deck.
pub fn cells(deck: &Deck) -> BTreeSet<SituationVariant> {
    let mut finder = SituationFinder::default();
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
    finder.found
}

/// An [`Observer`] that collects the situations of a game.
#[derive(Clone, Debug)]
pub struct SituationFinder {
    /// The situations so far, with their places in the grid.
    pub found: BTreeSet<SituationVariant>,
    /// What to look for; `None` for everything.
    wishes: Option<BTreeSet<SituationPattern>>,
    /// The possible claims of the last discard.
    possible: Vec<ClaimReason>,
}

/// Looks for all situations.
impl Default for SituationFinder {
    fn default() -> SituationFinder {
        SituationFinder { found: BTreeSet::new(), wishes: None, possible: Vec::new() }
    }
}

/// What changes a discard, if it is read in a wrong way.
const DISCARDS: [(Misreading, Situation); 9] = [
    (Misreading::LimitForgotten, Situation::LimitOfFour),
    (Misreading::OpenMeldsCounted, Situation::OpenMeldsApart),
    (Misreading::SevenPairs, Situation::NearSevenPairs),
    (Misreading::SevenPairsWithFours, Situation::NearSevenPairsWithFour),
    (Misreading::ThirteenOrphans, Situation::NearOrphans),
    (Misreading::HonourRuns, Situation::HonourRuns),
    (Misreading::RunsAcrossSuits, Situation::RunsAcrossSuits),
    (Misreading::RunsAround, Situation::RunsAround),
    (Misreading::NoPair, Situation::PairNeeded),
];

/// What changes a claim, if it is read in a wrong way.
const CLAIMS: [(Misreading, Situation); 9] = [
    (Misreading::LimitForgotten, Situation::LimitOfFourClaim),
    (Misreading::OpenMeldsCounted, Situation::OpenMeldsApartClaim),
    (Misreading::SevenPairs, Situation::NearSevenPairsClaim),
    (Misreading::SevenPairsWithFours, Situation::NearSevenPairsWithFourClaim),
    (Misreading::ThirteenOrphans, Situation::NearOrphansClaim),
    (Misreading::HonourRuns, Situation::HonourRunsClaim),
    (Misreading::RunsAcrossSuits, Situation::RunsAcrossSuitsClaim),
    (Misreading::RunsAround, Situation::RunsAroundClaim),
    (Misreading::NoPair, Situation::PairNeededClaim),
];

/// What would win, if it is read in a wrong way.
const WINS: [(Misreading, Situation); 6] = [
    (Misreading::SevenPairs, Situation::SevenPairs),
    (Misreading::SevenPairsWithFours, Situation::SevenPairsWithFour),
    (Misreading::ThirteenOrphans, Situation::ThirteenOrphans),
    (Misreading::HonourRuns, Situation::HonourRunHand),
    (Misreading::RunsAcrossSuits, Situation::RunAcrossSuitsHand),
    (Misreading::RunsAround, Situation::RunAroundHand),
];

/// Ways to find the groups of a hand that fail for some.
const GREEDY: [(Misreading, Situation); 4] = [
    (Misreading::TripletsFirst, Situation::TripletsFirstFails),
    (Misreading::RunsFirst, Situation::RunsFirstFails),
    (Misreading::LowestPair, Situation::LowestPairFails),
    (Misreading::HighestPair, Situation::HighestPairFails),
];

impl SituationFinder {
    /// Creates a finder that looks for these only, which is faster.
    pub fn of(wishes: impl IntoIterator<Item = impl Into<SituationPattern>>) -> SituationFinder {
        let wishes = Some(wishes.into_iter().map(Into::into).collect());
        SituationFinder { wishes, ..SituationFinder::default() }
    }

    /// Returns the situations so far with the directions of play.
    pub fn situations(&self) -> Situations {
        self.found.iter().map(|cell| (cell.situation, cell.direction)).collect()
    }

    fn wants(&self, cell: SituationVariant) -> bool {
        let is_met = |wish: &SituationPattern| wish.is_met_by(cell);
        self.wishes.as_ref().is_none_or(|wishes| {
            let of_situation = SituationPattern::from(cell.situation)..;
            wishes.range(of_situation).take_while(|wish| wish.situation == cell.situation).any(is_met)
        })
    }

    /// Notes a situation of a seat if it is wanted and `occurs`.
    fn note_if(&mut self, game: &Game, seat: Seat, situation: Situation, occurs: impl FnOnce() -> bool) {
        let (phase, direction) = (phase(game), game.direction());
        let cell = SituationVariant { situation, phase, direction, open: game.hand(seat).open() };
        if self.wants(cell) && occurs() {
            self.found.insert(cell);
        }
    }

    /// Notes a situation of a seat.
    fn note(&mut self, game: &Game, seat: Seat, situation: Situation) {
        self.note_if(game, seat, situation, || true);
    }
}

/// The phase of a decision.
fn phase(game: &Game) -> Phase {
    let discards = game.river().as_slice().len();
    // A discard that is about to be made counts.
    let deciding = usize::from(matches!(game.turn(), Some(Turn::Discard { .. })));
    if game.wall().is_empty() {
        Phase::Empty
    } else if discards + deciding <= 1 {
        Phase::First
    } else {
        Phase::Middle
    }
}

impl Observer for SituationFinder {
    fn decided(&mut self, decision: &Decision<'_>) {
        let Decision { game, turn, action, .. } = *decision;
        match turn {
            Turn::Discard { seat, drawn } => {
                match action {
                    Action::Pass(_) => self.look_at_discard(game, seat, drawn, Tile::Pass),
                    Action::Discard(tile) => self.look_at_discard(game, seat, drawn, tile),
                    _ => self.look_at_self_drawn(game, seat),
                }
                if action != Action::SelfDrawn && drawn.is_some() {
                    self.look_at_no_win(game, seat, game.hand(seat));
                }
            }
            Turn::Answer { seat, claim, tile, .. } => {
                self.look_at_readings(decision);
                match claim {
                    _ if action == Action::Decline => {}
                    Claim::Ron => self.look_at_ron(game, seat, tile),
                    Claim::Pong | Claim::Chow => self.look_at_claim(game, seat, action),
                }
            }
        }
    }

    fn event(&mut self, event: Event, game: &Game) {
        if let Event::Discard { seat, tile } = event
            && !tile.is_special()
        {
            self.possible = claims(game);
            self.look_at_others(game, seat, tile);
        }
    }
}

impl SituationFinder {
    fn look_at_discard(&mut self, game: &Game, seat: Seat, drawn: Option<Tile>, discard: Tile) {
        let hand = game.hand(seat);
        if discard.is_special() {
            self.look_at_special(game, seat, drawn, discard);
        } else {
            self.look_at_ordinary(game, seat, discard);
        }
        if hand.open() == Hand::MOST_OPEN {
            self.note(game, seat, Situation::FourOpenMelds);
            let kept = hand.tiles().find(|&tile| tile != discard).unwrap_or(discard);
            if !kept.is_special() && game.shown(kept) == Tile::COPIES - 1 {
                self.note(game, seat, Situation::FourOpenMeldsDeadWait);
            }
        }
    }

    fn look_at_special(&mut self, game: &Game, seat: Seat, drawn: Option<Tile>, discard: Tile) {
        let hand = game.hand(seat);
        let last_draw = drawn == Some(discard) && game.wall().is_empty();
        let [discarded, after_claim, last] = match discard {
            Tile::Pass => [Situation::PassDiscarded, Situation::ClaimThenPass, Situation::LastTilePass],
            Tile::Reverse => {
                [Situation::ReverseDiscarded, Situation::ClaimThenReverse, Situation::LastTileReverse]
            }
            _ => [Situation::DoubleDiscarded, Situation::ClaimThenDouble, Situation::LastTileDouble],
        };
        if hand.kinds().iter().any(|tile| !tile.is_special()) {
            self.note(game, seat, Situation::SpecialFirst);
        }
        if hand.kinds().iter().filter(|tile| tile.is_special()).count() > 1 {
            self.note(game, seat, Situation::SpecialOrder);
        }
        if last_draw {
            self.note(game, seat, last);
        } else {
            self.note(game, seat, discarded);
        }
        if drawn.is_none() {
            self.note(game, seat, after_claim);
        }
        if discard == Tile::Double && follows_double(game, seat) {
            self.note(game, seat, Situation::DoubleTwice);
        }
        for other in seat.others(game.direction()) {
            let hand = game.hand(other);
            if hand.distance_after_meld([discard; 2]).is_some_and(|after| wants_claim(hand.distance(), after))
            {
                self.note(game, other, Situation::SpecialPong);
            }
        }
    }

    fn look_at_ordinary(&mut self, game: &Game, seat: Seat, discard: Tile) {
        let hand = game.hand(seat);
        if hand.kinds().last() != Some(discard) {
            self.note(game, seat, Situation::LeastDistance);
        }
        self.note_if(game, seat, Situation::TieOrder, || {
            let least = hand.distance_without(discard);
            let mut others = hand.kinds().iter().filter(|&tile| tile != discard);
            others.any(|tile| hand.distance_without(tile) == least)
        });
        if hand.kinds().iter().any(|tile| hand.count(tile) == Tile::COPIES) {
            self.note(game, seat, Situation::FourInHand);
        }
        if hand.discard() == Some(discard) {
            let melds = melds(game, seat);
            for (misreading, situation) in DISCARDS {
                self.note_if(game, seat, situation, || misreading.discard(hand, &melds) != Some(discard));
            }
        }
    }

    fn look_at_self_drawn(&mut self, game: &Game, seat: Seat) {
        self.note(game, seat, Situation::SelfDrawn);
        match phase(game) {
            Phase::First => self.note(game, seat, Situation::FirstDrawWin),
            Phase::Middle => {}
            Phase::Empty => self.note(game, seat, Situation::LastTileSelfDrawn),
        }
        if game.hand(seat).open() == Hand::MOST_OPEN {
            self.note(game, seat, Situation::FourMeldsSelfDrawn);
        }
        if follows_double(game, seat) {
            self.note(game, seat, Situation::SelfDrawnAfterDouble);
        }
        self.look_at_groups(game, seat, game.hand(seat));
    }

    /// Looks at the groups of a hand that wins.
    fn look_at_groups(&mut self, game: &Game, seat: Seat, hand: &Hand) {
        let fails = |(misreading, _): &(Misreading, Situation)| !misreading.wins(hand, &[]);
        for (_, situation) in GREEDY.into_iter().filter(fails) {
            self.note(game, seat, situation);
        }
        if GREEDY[..3].iter().all(fails) {
            self.note(game, seat, Situation::NotGreedy);
        }
    }

    /// Looks at a hand with its last tile that does not win.
    fn look_at_no_win(&mut self, game: &Game, seat: Seat, hand: &Hand) {
        let left_over = || hand.is_complete_but_for_specials(None);
        self.note_if(game, seat, Situation::SpecialTilesLeftOver, left_over);
        for (misreading, situation) in WINS {
            // Seven pairs of different kinds are a situation of their own.
            let other = situation == Situation::SevenPairsWithFour && Misreading::SevenPairs.wins(hand, &[]);
            self.note_if(game, seat, situation, || !other && misreading.wins(hand, &[]));
        }
    }

    /// Looks at what the other players could do with an ordinary discard.
    fn look_at_others(&mut self, game: &Game, from: Seat, tile: Tile) {
        let others = from.others(game.direction());
        let taken = self.possible.iter().find(|reason| reason.result == ClaimResult::Taken);
        let taken = taken.map(|reason| reason.claim);
        if taken == Some(Claim::Ron) {
            return;
        }
        for seat in others {
            let mut hand = *game.hand(seat);
            hand.put(tile);
            self.look_at_no_win(game, seat, &hand);
        }
        for reason in std::mem::take(&mut self.possible) {
            if reason.before == reason.after {
                match reason.claim {
                    Claim::Pong => self.note(game, reason.seat, Situation::EqualPong),
                    Claim::Chow if taken.is_none() => self.note(game, reason.seat, Situation::EqualChow),
                    _ => {}
                }
            }
            self.possible.push(reason);
        }
        if taken.is_some() {
            return;
        }
        if game.wall().is_empty() {
            self.note(game, from, Situation::DrawnGame);
        }
        let [next, opposite, previous] = others;
        for (seat, situation) in
            [(opposite, Situation::ChowByOpposite), (previous, Situation::ChowByPrevious)]
        {
            self.note_if(game, seat, situation, || wants_chow(game.hand(seat), tile));
        }
        let hand = game.hand(next);
        let good = |[first, second]: [Tile; 2]| {
            hand.meld([first, second]).is_ok_and(|rest| wants_claim(hand.distance(), rest.distance()))
        };
        for (own, situation) in false_runs(tile) {
            self.note_if(game, next, situation, || good(own));
        }
    }

    /// Looks for claim decisions that a wrong reading of the distance changes.
    fn look_at_readings(&mut self, decision: &Decision<'_>) {
        let Decision { game, turn: Turn::Answer { seat, claim, tile, .. }, legal, action, .. } = *decision
        else {
            return;
        };
        if claim == Claim::Ron || Standard.choose(&decision.view(), legal) != action {
            return;
        }
        let hand = game.hand(seat);
        let before_claim = melds(game, seat);
        for (misreading, situation) in CLAIMS {
            self.note_if(game, seat, situation, || {
                let before = misreading.distance(hand, &before_claim);
                let after = |action: Action| {
                    let rest = hand.meld(action.own_tiles(tile)?).ok()?;
                    let mut melds = before_claim.clone();
                    melds.extend(action.meld_tiles(tile));
                    Some(misreading.distance(&rest, &melds))
                };
                choose_claim(legal, before, after) != action
            });
        }
    }

    fn look_at_ron(&mut self, game: &Game, seat: Seat, tile: Tile) {
        let Some(from) = game.river().last().map(|discard| discard.seat) else { return };
        let by = [Situation::RonByNext, Situation::RonByOpposite, Situation::RonByPrevious];
        self.note(game, seat, by[position(from, seat, game.direction())]);
        match phase(game) {
            Phase::First => self.note(game, seat, Situation::FirstDiscardRon),
            Phase::Middle => {}
            Phase::Empty if follows_claim(game) => self.note(game, seat, Situation::RonAfterLastClaim),
            Phase::Empty => self.note(game, seat, Situation::LastTileRon),
        }
        if game.hand(seat).open() == Hand::MOST_OPEN {
            self.note(game, seat, Situation::FourMeldsRon);
        }
        if game.river().of(seat).any(|discard| discard.tile == tile) {
            self.note(game, seat, Situation::RonOnDiscardedKind);
        }
        let rons = self.possible.iter().filter(|reason| reason.claim == Claim::Ron).count();
        if rons >= 2 {
            self.note(game, seat, Situation::InterceptedRon);
        }
        if rons >= 3 {
            self.note(game, seat, Situation::RonByThree);
        }
        let wanted = |claim: Claim| {
            self.possible.iter().any(|other| other.claim == claim && wants_claim(other.before, other.after))
        };
        let (pong, chow) = (wanted(Claim::Pong), wanted(Claim::Chow));
        if pong {
            self.note(game, seat, Situation::RonBeforePong);
        }
        if chow {
            self.note(game, seat, Situation::RonBeforeChow);
        }
        let mut full = *game.hand(seat);
        full.put(tile);
        self.look_at_groups(game, seat, &full);
    }

    /// Looks for situations in a claim that is made, among the possible ones.
    fn look_at_claim(&mut self, game: &Game, seat: Seat, action: Action) {
        let Some((from, tile)) = game.river().last().map(|discard| (discard.seat, discard.tile)) else {
            return;
        };
        if game.wall().is_empty() {
            self.note(game, seat, Situation::ClaimOnLastDiscard);
            if action == Action::Pong {
                self.note(game, seat, Situation::PongOnLastDiscard);
            }
            if follows_claim(game) {
                self.note(game, seat, Situation::SecondLastClaim);
            }
        }
        if game.hand(seat).kinds().iter().any(Tile::is_special) {
            self.note(game, seat, Situation::ClaimHoldingSpecial);
        }
        let possible = std::mem::take(&mut self.possible);
        let of = |claim| possible.iter().filter(move |reason| reason.claim == claim);
        let nearer = |reason: &ClaimReason| wants_claim(reason.before, reason.after);
        match action {
            Action::Pong => {
                let by = [Situation::PongByNext, Situation::PongByOpposite, Situation::PongByPrevious];
                self.note(game, seat, by[position(from, seat, game.direction())]);
                if game.hand(seat).count(tile) == 3 {
                    self.note(game, seat, Situation::PongHoldingThree);
                }
                for chow in of(Claim::Chow).filter(|chow| nearer(chow)) {
                    let own = chow.seat == seat;
                    self.note(
                        game,
                        seat,
                        if own { Situation::OwnPongFirst } else { Situation::PongBeatsChow },
                    );
                }
            }
            Action::Chow(claimed) => {
                self.note(
                    game,
                    seat,
                    match claimed {
                        Claimed::Low => Situation::ChowWithLowest,
                        Claimed::Middle => Situation::ChowWithMiddle,
                        Claimed::High => Situation::ChowWithHighest,
                    },
                );
                for pong in of(Claim::Pong) {
                    self.note(
                        game,
                        seat,
                        if pong.seat == seat {
                            Situation::PongDeclinedChowTakenBySame
                        } else {
                            Situation::PongDeclinedChowTaken
                        },
                    );
                }
                // The highest chow comes first.
                let run = claimed.run(tile).map(Group::Run);
                let place = of(Claim::Chow).position(|chow| Some(chow.groups[0]) == run).unwrap_or(0);
                if of(Claim::Chow).take(place).any(|chow| !nearer(chow)) {
                    self.note(game, seat, Situation::HigherChowDeclined);
                }
                if of(Claim::Chow).skip(place + 1).any(nearer) {
                    self.note(game, seat, Situation::SeveralGoodChows);
                }
            }
            _ => {}
        }
        self.possible = possible;
    }
}

/// Whether the last discard is a DOUBLE of this seat.
fn follows_double(game: &Game, seat: Seat) -> bool {
    game.river().last().is_some_and(|last| (last.seat, last.tile) == (seat, Tile::Double))
}

/// Whether the last discard followed a claim.
fn follows_claim(game: &Game) -> bool {
    match game.river().as_slice() {
        [.., before, last] => before.claimed_by == Some(last.seat),
        _ => false,
    }
}

/// The place of a seat after another in the order of play: 0 for the next.
fn position(from: Seat, seat: Seat, direction: Direction) -> usize {
    from.others(direction).iter().position(|&other| other == seat).expect("another seat")
}

fn melds(game: &Game, seat: Seat) -> Vec<[Tile; 3]> {
    game.melds(seat).iter().map(|meld| meld.tiles()).collect()
}

/// Whether the standard player would chow this tile if it were next.
fn wants_chow(hand: &Hand, tile: Tile) -> bool {
    let before = hand.distance();
    [Claimed::Low, Claimed::Middle, Claimed::High].into_iter().any(|claimed| {
        let after = distance_after_claim(hand, Action::Chow(claimed), tile);
        after.is_some_and(|after| wants_claim(before, after))
    })
}

/// The pairs of tiles that would form a run with this one if runs were read in a wrong way.
fn false_runs(tile: Tile) -> impl Iterator<Item = ([Tile; 2], Situation)> {
    let index = tile.index();
    // In the order of all tiles, beyond the end of a suit or among the honours.
    let lowest = index.saturating_sub(2)..=index;
    let across = lowest.filter(|low| low + 2 < Tile::ORDINARY).filter_map(move |low| {
        let [first, second, third] = [low, low + 1, low + 2].map(|index| Tile::ALL[index]);
        let situation = if first.suit() == Some(Suit::Honours) {
            Situation::ChowOfHonours
        } else if first.suit() != third.suit() {
            Situation::ChowAcrossSuits
        } else {
            return None;
        };
        let own = [first, second, third].map(|other| (other != tile).then_some(other));
        let own: Vec<Tile> = own.into_iter().flatten().collect();
        Some(([own[0], own[1]], situation))
    });
    // 8 9 1 and 9 1 2 of a suit.
    let around = tile.number().into_iter().flat_map(move |number| {
        let runs: [[u8; 3]; 2] = [[8, 9, 1], [9, 1, 2]];
        runs.into_iter().filter(move |run| run.contains(&number)).map(move |run| {
            let other = |other: u8| Tile::ALL[index + usize::from(other) - usize::from(number)];
            let own: Vec<Tile> = run.into_iter().filter(|&other| other != number).map(other).collect();
            ([own[0], own[1]], Situation::ChowAround)
        })
    });
    across.chain(around)
}
