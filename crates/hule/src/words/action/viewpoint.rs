//! Seats and actions relative to one seat.

use super::{Action, ActionSet};
use crate::words::{Direction, Seat};
use alloc::format;
use alloc::string::{String, ToString};

/// A seat that looks at the table while play goes in a direction.
///
/// From there, seats have numbers: 0 for the seat itself, then 1 to 3 in the order of play. Learners number actions in
/// the same way: all numbers are those of [`Action::id`], except that the target of a PASS counts from the seat that
/// plays it. Games that look the same from two seats then have the same numbers.
///
/// ```
/// use hule::action::Viewpoint;
/// use hule::{Action, Direction, Seat};
/// let viewpoint = Viewpoint { seat: Seat::B, direction: Direction::Forward };
/// assert_eq!(viewpoint.number_of(Seat::D), 2);
/// assert_eq!(viewpoint.id(Action::Pass(Seat::D)), 39); // 37 and 2
/// assert_eq!(viewpoint.action(39), Some(Action::Pass(Seat::D)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Viewpoint {
    /// The seat.
    pub seat: Seat,
    /// The direction of play.
    pub direction: Direction,
}

/// The number of the first action that depends on the viewpoint.
const FIRST_PASS: u8 = Action::Pass(Seat::A).id();

/// The actions that name a seat, as bits.
const PASSES: u64 = 0b1111 << FIRST_PASS;

impl Viewpoint {
    /// Returns how many turns after this seat the other one plays if no seat loses a turn: 0 to 3.
    #[inline]
    pub const fn number_of(self, seat: Seat) -> usize {
        let steps = match self.direction {
            Direction::Forward => seat.index() + 4 - self.seat.index(),
            Direction::Reversed => self.seat.index() + 4 - seat.index(),
        };
        steps % 4
    }

    /// Returns all seats by their numbers, beginning with this one.
    #[inline]
    pub const fn seats(self) -> [Seat; 4] {
        let [second, third, fourth] = self.seat.others(self.direction);
        [self.seat, second, third, fourth]
    }

    /// Returns the number of an action from here.
    #[inline]
    pub const fn id(self, action: Action) -> u8 {
        match action {
            Action::Pass(target) => FIRST_PASS + self.number_of(target) as u8,
            other => other.id(),
        }
    }

    /// Returns the action with this number from here; `None` if there is none.
    #[inline]
    pub fn action(self, id: u8) -> Option<Action> {
        match Action::from_id(id)? {
            Action::Pass(number) => Some(Action::Pass(self.seats()[number.index()])),
            other => Some(other),
        }
    }

    /// Returns a set of actions as a bit mask: bit `i` stands for the action with number `i` from here.
    #[inline]
    pub fn mask(self, actions: ActionSet) -> u64 {
        let bits = actions.bits();
        if bits & PASSES == 0 {
            return bits; // the usual case
        }
        let passes = (0..4).filter(|&number| actions.contains(Action::Pass(self.seats()[number])));
        passes.fold(bits & !PASSES, |bits, number| bits | 1 << (usize::from(FIRST_PASS) + number))
    }

    /// Returns what the action with this number is called from anywhere: `OUT 3P`, `OUT PASS NEXT`, `PONG`. `None` if
    /// there is none.
    pub fn action_name(id: u8) -> Option<String> {
        Some(match Action::from_id(id)? {
            Action::Pass(number) => {
                format!("OUT PASS {}", ["SELF", "NEXT", "OPPOSITE", "PREVIOUS"][number.index()])
            }
            other => other.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn viewpoints() -> impl Iterator<Item = Viewpoint> {
        let both = |seat| Direction::ALL.map(|direction| Viewpoint { seat, direction });
        Seat::ALL.into_iter().flat_map(both)
    }

    #[test]
    fn seats_are_numbered_in_the_order_of_play() {
        for viewpoint in viewpoints() {
            let mut seat = viewpoint.seat;
            for (number, listed) in viewpoint.seats().into_iter().enumerate() {
                assert_eq!((viewpoint.number_of(seat), listed), (number, seat), "{viewpoint:?}");
                seat = seat.next(viewpoint.direction);
            }
        }
    }

    #[test]
    fn actions_have_one_number_each() {
        for viewpoint in viewpoints() {
            let mut numbers: Vec<u8> = Vec::new();
            for action in Action::ALL {
                let id = viewpoint.id(action);
                assert_eq!(viewpoint.action(id), Some(action));
                assert_eq!(viewpoint.mask(ActionSet::only(action)), 1 << id);
                assert!(id == action.id() || matches!(action, Action::Pass(_)));
                numbers.push(id);
            }
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..Action::COUNT as u8));
            assert_eq!(viewpoint.mask(Action::ALL.into_iter().collect()), (1 << Action::COUNT) - 1);
            assert_eq!(viewpoint.action(Action::COUNT as u8), None);
        }
    }

    #[test]
    fn names_are_those_of_actions() {
        let names: Vec<String> = (0..Action::COUNT as u8).filter_map(Viewpoint::action_name).collect();
        assert_eq!(names.len(), Action::COUNT);
        assert_eq!(
            [&*names[0], &*names[38], &*names[40], &*names[47]],
            ["OUT 1M", "OUT PASS NEXT", "OUT PASS PREVIOUS", "SELFDRAWN"]
        );
        assert_eq!(Viewpoint::action_name(48), None);
    }
}
