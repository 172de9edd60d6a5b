//! The parts of a test set, which are subtasks where judges have them.

use hule::Situation;
use std::fmt;

/// A part of a test set, in the order of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Own,
    Random,
    SpecialTiles,
    Claims,
    Winning,
    Distance,
    EmptyWall,
    Other,
}

/// All points of a problem.
const POINTS: u32 = 100;

impl Part {
    /// The part for decks with a situation.
    pub const fn of(situation: Situation) -> Part {
        match situation {
            Situation::ClaimHoldingSpecial
            | Situation::ClaimThenPass
            | Situation::ClaimThenReverse
            | Situation::ClaimThenDouble
            | Situation::SpecialTilesLeftOver => Part::SpecialTiles,
            Situation::PongBeatsChow
            | Situation::PongDeclinedChowTaken
            | Situation::PongDeclinedChowTakenBySame
            | Situation::SeveralGoodChows
            | Situation::HigherChowDeclined => Part::Claims,
            Situation::InterceptedRon | Situation::RonByThree | Situation::FirstDrawWin => Part::Winning,
            Situation::FourOpenMelds
            | Situation::FourOpenMeldsDeadWait
            | Situation::LimitOfFour
            | Situation::OpenMeldsApart => Part::Distance,
            Situation::LastTilePass
            | Situation::LastTileReverse
            | Situation::LastTileDouble
            | Situation::LastTileRon
            | Situation::LastTileSelfDrawn
            | Situation::ClaimOnLastDiscard
            | Situation::RonAfterLastClaim => Part::EmptyWall,
            _ => Part::Other,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Part::Own => "own",
            Part::Random => "random",
            Part::SpecialTiles => "special tiles",
            Part::Claims => "claims",
            Part::Winning => "winning",
            Part::Distance => "distance",
            Part::EmptyWall => "empty wall",
            Part::Other => "other",
        }
    }

    /// How many points it has in proportion to the other parts.
    const fn weight(self) -> u32 {
        match self {
            Part::Own => 5,
            Part::Random => 20,
            _ => 15,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The tests of one part.
#[derive(Debug, PartialEq, Eq)]
pub struct Subtask {
    pub part: Part,
    /// The points of each test.
    pub points: Vec<u32>,
}

impl Subtask {
    /// The points of all its tests.
    pub fn score(&self) -> u32 {
        self.points.iter().sum()
    }
}

/// The subtasks of tests with these parts, in the same order. All points together are [`POINTS`]; if there are more
/// tests than points, some have none.
pub fn subtasks(parts: &[Part]) -> Vec<Subtask> {
    let groups: Vec<&[Part]> = parts.chunk_by(|left, right| left == right).collect();
    let weights: Vec<u32> = groups.iter().map(|group| group[0].weight()).collect();
    let scores = shares(POINTS, &weights);
    let subtask = |(group, score): (&&[Part], u32)| Subtask {
        part: group[0],
        points: shares(score, &vec![1; group.len()]),
    };
    groups.iter().zip(scores).map(subtask).collect()
}

/// Divides points in proportion to these weights, into whole numbers with this sum.
fn shares(points: u32, weights: &[u32]) -> Vec<u32> {
    let total: u64 = weights.iter().copied().map(u64::from).sum();
    let mut before = 0;
    let mut sum = 0;
    let share = |&weight: &u32| {
        sum += u64::from(weight);
        let until = u32::try_from(u64::from(points) * sum / total).expect("at most all points");
        let share = until - before;
        before = until;
        share
    };
    weights.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_situation_has_its_part() {
        let others: Vec<_> = Situation::ALL.iter().filter(|&&one| Part::of(one) == Part::Other).collect();
        assert!(others.is_empty(), "please add to Part::of: {others:?}");
    }

    #[test]
    fn the_points_sum_up() {
        let parts = [Part::Own, Part::Random, Part::Claims, Part::EmptyWall];
        for count in 1..150 {
            let tests: Vec<Part> = parts.into_iter().flat_map(|part| vec![part; count]).collect();
            let subtasks = subtasks(&tests);
            assert_eq!(subtasks.iter().map(Subtask::score).sum::<u32>(), 100);
            assert!(subtasks.iter().map(|subtask| subtask.part).eq(parts));
            for subtask in &subtasks {
                assert_eq!(subtask.points.len(), count);
                let (most, least) = (subtask.points.iter().max(), subtask.points.iter().min());
                assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{subtask:?}");
            }
        }
        let scores: Vec<u32> = subtasks(&parts).iter().map(Subtask::score).collect();
        assert_eq!(scores, [9, 36, 27, 28]);
    }
}
