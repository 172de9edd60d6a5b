//! Finds the habit that explains an output.
//!
//! A habit explains it if it predicts all right lines, the first wrong line, and the lines after it as long as the rules
//! allow them. It may hold in a part of the game only; in the rest, the standard player predicts.

use super::Position;
use super::habit::{Habit, claimed_before};
use crate::game::Game;
use crate::words::{Action, Claim, Claimed, Event, Turn};

/// A part of a game in which a program may play otherwise than in the rest.
#[derive(Clone, Copy)]
enum GamePart {
    Everything,
    /// Discards after draws, discards after claims, or claims.
    Turn,
    /// In turns with or without a claim.
    Claimed,
    Direction,
    /// With or without open melds.
    Open,
    /// Before or after the last draw.
    End,
    /// The first turn, or the others.
    Beginning,
    Seat,
}

impl GamePart {
    /// All parts, the likely ones first.
    const ALL: [GamePart; 8] = [
        GamePart::Everything,
        GamePart::Turn,
        GamePart::Claimed,
        GamePart::Direction,
        GamePart::Open,
        GamePart::End,
        GamePart::Beginning,
        GamePart::Seat,
    ];

    /// Whether two moments are in the same part.
    fn contains_both(self, one: &Game, other: &Game) -> bool {
        let turn = |game: &Game| match game.turn() {
            Some(Turn::Discard { drawn, .. }) => usize::from(drawn.is_some()),
            _ => 2,
        };
        let claimed = |game: &Game| match game.turn() {
            Some(Turn::Discard { drawn, .. }) => drawn.is_none(),
            _ => claimed_before(game).is_some(),
        };
        let seat = |game: &Game| game.turn().map(Turn::seat);
        let open = |game: &Game| seat(game).map(|seat| game.melds(seat).is_empty());
        let beginning = |game: &Game| game.river().as_slice().len() <= 1;
        match self {
            GamePart::Everything => true,
            GamePart::Turn => turn(one) == turn(other),
            GamePart::Claimed => claimed(one) == claimed(other),
            GamePart::Direction => one.direction() == other.direction(),
            GamePart::Open => open(one) == open(other),
            GamePart::End => one.wall().is_empty() == other.wall().is_empty(),
            GamePart::Beginning => beginning(one) == beginning(other),
            GamePart::Seat => seat(one) == seat(other),
        }
    }
}

/// The habit that explains most lines of an output, of which `found` is the first wrong one and `rest` comes after it.
/// `None` if a line soon after it is against every habit.
pub(super) fn explanation(
    position: &Position,
    found: Event,
    rest: impl Iterator<Item = Event>,
) -> Option<Habit> {
    /// How many lines must be explained if later ones are not, since a program may have several faults.
    const ENOUGH: usize = 12;
    let after = follow(&position.game, found, rest);
    let predicts = |habit: Habit, (game, event): &(Game, Event)| habit.next_line(game) == Some(*event);
    let right: Vec<bool> = after.iter().map(|line| predicts(Habit::Standard, line)).collect();
    let habits = Habit::all().filter(|&habit| predicts(habit, &after[0])).map(|habit| {
        let against = position.before.iter().filter(|line| !predicts(habit, line));
        let against: Vec<&Game> = against.map(|(game, _)| game).collect();
        (habit, against, after.iter().map(|line| predicts(habit, line)).collect::<Vec<bool>>())
    });
    let habits: Vec<_> = habits.collect();
    let mut best = (ENOUGH.min(after.len()) - 1, None);
    for part in GamePart::ALL {
        let within: Vec<bool> =
            after.iter().map(|(game, _)| part.contains_both(&position.game, game)).collect();
        for (habit, against, own) in &habits {
            if against.iter().any(|game| part.contains_both(&position.game, game)) {
                continue;
            }
            let explains = |&place: &usize| if within[place] { own[place] } else { right[place] };
            let explained = (0..after.len()).take_while(explains).count();
            if explained > best.0 {
                best = (explained, Some(*habit));
            }
        }
    }
    best.1
}

/// The lines from the wrong one on, each with the game before it, as long as the rules allow them.
fn follow(game: &Game, found: Event, mut rest: impl Iterator<Item = Event>) -> Vec<(Game, Event)> {
    let mut followed = vec![(game.clone(), found)];
    while let Some((game, event)) = followed.last().cloned() {
        let Some(events) = play(game, event) else { break };
        for (event, after) in events {
            let next = rest.next().filter(|_| followed.last().is_some_and(|(_, line)| *line == event));
            let Some(next) = next else { return followed };
            followed.push((after, next));
        }
    }
    followed
}

/// Plays the decision that a line shows, after all that it implies. Returns the events with the game after each; `None` if
/// the line shows no legal decision.
fn play(mut game: Game, line: Event) -> Option<Vec<(Event, Game)>> {
    let mut events = Vec::new();
    while events.is_empty() {
        let action = shown(game.turn()?, line)?;
        game.play_into(action, &mut |event, after| events.push((event, after.clone()))).ok()?;
    }
    Some(events)
}

/// The decision that a line shows; `None` if the seat would have to decide otherwise.
fn shown(turn: Turn, line: Event) -> Option<Action> {
    match turn {
        Turn::Discard { seat, .. } => match line {
            Event::Discard { seat: by, tile } if by == seat => Some(Action::Discard(tile)),
            Event::Pass { seat: by, target } if by == seat => Some(Action::Pass(target)),
            Event::SelfDrawn { seat: by } if by == seat => Some(Action::SelfDrawn),
            _ => None,
        },
        Turn::Answer { seat, claim, tile, .. } => Some(match (claim, line) {
            (Claim::Ron, Event::Ron { seat: by }) if by == seat => Action::Ron,
            (Claim::Pong, Event::Pong { seat: by, .. }) if by == seat => Action::Pong,
            (Claim::Chow, Event::Chow { seat: by, run }) if by == seat => {
                Claimed::of(tile, run).map_or(Action::Decline, Action::Chow)
            }
            _ => Action::Decline,
        }),
    }
}
