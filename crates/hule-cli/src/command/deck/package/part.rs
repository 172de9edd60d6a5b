//! The parts of a test set, which are subtasks where judges have them.

use hule::situation::{SituationKind, SituationPattern};
use hule::{Language, Localized, Rule, say};
use std::fmt;

/// A part of a test set, in the order of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PackagePart {
    Own,
    Random,
    SpecialTiles,
    Claims,
    Winning,
    Distance,
    EmptyWall,
}

/// All points of a problem.
const POINTS: u32 = 100;

impl PackagePart {
    /// The part for decks with a situation.
    pub fn of(wish: SituationPattern) -> PackagePart {
        let situation = wish.situation;
        match situation.rule() {
            _ if wish.is_late() => PackagePart::EmptyWall,
            Rule::Pass
            | Rule::Reverse
            | Rule::Double
            | Rule::SpecialTilesStandAlone
            | Rule::SpecialTilesFirst
            | Rule::PassNamesTheNext => PackagePart::SpecialTiles,
            _ if situation.kind() == SituationKind::Win => PackagePart::Winning,
            Rule::WinningHand
            | Rule::Distance
            | Rule::LimitOfFour
            | Rule::OpenMeldsApart
            | Rule::LeastDistance
            | Rule::OrderOfDiscards => PackagePart::Distance,
            _ => PackagePart::Claims,
        }
    }

    /// How many points it has in proportion to the other parts.
    const fn weight(self) -> u32 {
        match self {
            PackagePart::Own => 5,
            PackagePart::Random => 20,
            _ => 15,
        }
    }
}

impl Localized for PackagePart {
    fn text(&self, language: Language) -> String {
        match self {
            PackagePart::Own => say!(language, "own", "自备"),
            PackagePart::Random => say!(language, "random", "随机"),
            PackagePart::SpecialTiles => say!(language, "special tiles", "特殊牌"),
            PackagePart::Claims => say!(language, "claims", "吃碰"),
            PackagePart::Winning => say!(language, "winning", "和牌"),
            PackagePart::Distance => say!(language, "distance", "和牌距离"),
            PackagePart::EmptyWall => say!(language, "empty wall", "牌堆已空"),
        }
    }
}

impl fmt::Display for PackagePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// The tests of one part.
#[derive(Debug, PartialEq, Eq)]
pub struct Subtask {
    pub part: PackagePart,
    pub tests: usize,
    /// The points for passing all its tests.
    pub points: u32,
}

/// The subtasks of tests with these parts, in the same order. All points together are [`POINTS`].
pub fn subtasks(parts: &[PackagePart]) -> Vec<Subtask> {
    let groups: Vec<&[PackagePart]> = parts.chunk_by(|left, right| left == right).collect();
    let weights: Vec<u32> = groups.iter().map(|group| group[0].weight()).collect();
    let subtask =
        |(group, points): (&&[PackagePart], u32)| Subtask { part: group[0], tests: group.len(), points };
    groups.iter().zip(shares(POINTS, &weights)).map(subtask).collect()
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
    use hule::Situation;

    #[test]
    fn situations_are_in_all_parts() {
        let parts = |situation: &Situation| PackagePart::of((*situation).into());
        for part in [
            PackagePart::SpecialTiles,
            PackagePart::Claims,
            PackagePart::Winning,
            PackagePart::Distance,
            PackagePart::EmptyWall,
        ] {
            assert!(Situation::ALL.iter().any(|situation| parts(situation) == part), "{part}");
        }
        assert_eq!(PackagePart::of(Situation::InterceptedRon.into()), PackagePart::Winning);
        assert_eq!(PackagePart::of("intercepted-ron:empty".parse().expect("a wish")), PackagePart::EmptyWall);
    }

    #[test]
    fn the_points_sum_up() {
        let parts = [PackagePart::Own, PackagePart::Random, PackagePart::Claims, PackagePart::EmptyWall];
        for count in 1..150 {
            let tests: Vec<PackagePart> = parts.into_iter().flat_map(|part| vec![part; count]).collect();
            let subtasks = subtasks(&tests);
            assert!(
                subtasks
                    .iter()
                    .map(|subtask| (subtask.part, subtask.tests))
                    .eq(parts.map(|part| (part, count)))
            );
            assert!(subtasks.iter().map(|subtask| subtask.points).eq([9, 36, 27, 28]));
        }
    }
}
