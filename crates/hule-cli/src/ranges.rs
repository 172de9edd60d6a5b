//! Reports of parts of a range, added up.

use crate::failure::Failure;
use crate::language::say;
use std::collections::BTreeMap;

/// What is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The games of a batch.
    Game,
    /// The decks of an arena.
    Deck,
}

impl Unit {
    fn one(self, number: u64) -> String {
        match self {
            Unit::Game => say!("game {number}", "第 {number} 局"),
            Unit::Deck => say!("deck {number}", "第 {number} 副牌堆"),
        }
    }

    fn several(self, first: u64, last: u64) -> String {
        match self {
            Unit::Game => say!("games {first} to {last}", "第 {first} 到 {last} 局"),
            Unit::Deck => say!("decks {first} to {last}", "第 {first} 到 {last} 副牌堆"),
        }
    }
}

/// The report of a range of games or decks.
pub trait Part: Clone {
    /// What is numbered.
    const UNIT: Unit;

    /// Returns the seed.
    fn seed(&self) -> u64;

    /// Returns the first number.
    fn first(&self) -> u64;

    /// Returns one past the last number, which is more than the first.
    fn end(&self) -> u64;

    /// Returns the most numbers whose figures can be computed.
    fn most(&self) -> u64;

    /// Returns a sentence if the other report, of the same seed, is not one of the same work.
    fn difference(&self, name: &str, other: &Self, other_name: &str) -> Option<String>;

    /// Adds the report of the next range.
    fn append(&mut self, next: Self);
}

/// Says that a report has no games or decks, or more than can be.
pub fn wrong_number(unit: Unit, name: &str) -> Failure {
    Failure::Input(match unit {
        Unit::Game => {
            say!("{name}: it has no games, or too many", "{name}：它没有对局，或者太多")
        }
        Unit::Deck => {
            say!("{name}: it has no decks, or too many", "{name}：它没有牌堆，或者太多")
        }
    })
}

/// Says that no games have the totals of a report.
pub fn damaged(name: &str) -> Failure {
    Failure::Input(say!(
        "{name}: its numbers contradict each other; it is damaged",
        "{name}：其中的数互相矛盾，文件已损坏"
    ))
}

/// Parts of a range, which come in any order.
pub struct Ranges<P> {
    /// One past the last number and the name of each part, by its first number.
    parts: BTreeMap<u64, (u64, String)>,
    /// The sums of parts that adjoin, by their first number.
    sums: BTreeMap<u64, P>,
    /// How many numbers all parts have.
    length: u64,
    /// The name of the latest part.
    latest: String,
}

impl<P: Part> Ranges<P> {
    /// The first part.
    pub fn new(part: P, name: String) -> Ranges<P> {
        Ranges {
            parts: BTreeMap::from([(part.first(), (part.end(), name.clone()))]),
            length: part.end() - part.first(),
            sums: BTreeMap::from([(part.first(), part)]),
            latest: name,
        }
    }

    /// Adds a part.
    ///
    /// # Errors
    /// Returns an error if it is one of something else, or overlaps with another.
    pub fn insert(&mut self, mut part: P, name: String) -> Result<(), Failure> {
        let other = self.sums.values().next().expect("there is a first part");
        let before = &self.latest;
        if part.seed() != other.seed() {
            let (one, other) = (other.seed(), part.seed());
            return Err(Failure::Input(say!(
                "{before} has seed {one} and {name} has seed {other}",
                "{before} 的种子是 {one}，{name} 的种子是 {other}"
            )));
        }
        if let Some(sentence) = other.difference(before, &part, &name) {
            return Err(Failure::Input(sentence));
        }
        let (first, end) = (part.first(), part.end());
        let both_have = |one: &str, other: &str, number| {
            let what = P::UNIT.one(number);
            Failure::Input(say!("{one} and {other} both have {what}", "{one} 和 {other} 都包含{what}"))
        };
        if let Some((_, (_, before))) =
            self.parts.range(..=first).next_back().filter(|(_, (end, _))| *end > first)
        {
            return Err(both_have(before, &name, first));
        }
        if let Some((&number, (_, after))) = self.parts.range(first..end).next() {
            return Err(both_have(&name, after, number));
        }
        if self.length + (end - first) > part.most() {
            return Err(wrong_number(P::UNIT, &name));
        }
        self.length += end - first;
        self.parts.insert(first, (end, name.clone()));
        self.latest = name;
        if let Some(next) = self.sums.remove(&end) {
            part.append(next);
        }
        match self.sums.range_mut(..first).next_back() {
            Some((_, sum)) if sum.end() == first => sum.append(part),
            _ => _ = self.sums.insert(first, part),
        }
        Ok(())
    }

    /// Adds a part that follows the others, which have no gaps.
    ///
    /// # Errors
    /// Returns an error if it does not follow them, or is one of something else.
    pub fn append(&mut self, part: P, name: String) -> Result<(), Failure> {
        let sum = self.first_sum();
        if part.first() < sum.first() {
            let (before, what) = (&self.latest, P::UNIT.one(part.first()));
            return Err(Failure::Input(say!(
                "{name} has {what}, which comes before {before}",
                "{name} 的{what}在 {before} 之前"
            )));
        }
        if part.first() > sum.end() {
            return Err(missing::<P>(sum.end(), &self.latest, part.first(), &name));
        }
        self.insert(part, name)
    }

    /// Returns the sum of all parts.
    ///
    /// # Errors
    /// Returns an error if a number is missing between two of them.
    pub fn whole(&self) -> Result<&P, Failure> {
        let mut ranges = self.parts.iter().map(|(&first, (end, name))| (first, *end, name));
        let (_, mut end, mut before) = ranges.next().expect("there is a first part");
        for (first, next, name) in ranges {
            if first > end {
                return Err(missing::<P>(end, before, first, name));
            }
            (end, before) = (next, name);
        }
        Ok(self.first_sum())
    }

    /// Returns the sum of the first parts, up to the first gap.
    pub fn first_sum(&self) -> &P {
        self.sums.values().next().expect("there is a first part")
    }

    /// Returns whether each part has one number.
    pub fn are_single(&self) -> bool {
        self.parts.len() as u64 == self.length
    }

    /// Returns the name of the part that came last.
    pub fn latest(&self) -> &str {
        &self.latest
    }
}

/// Says that numbers are missing between two parts.
fn missing<P: Part>(end: u64, before: &str, first: u64, name: &str) -> Failure {
    let missing = match first - end {
        1 => say!("{} is", "{}", P::UNIT.one(end)),
        _ => say!("{} are", "{}", P::UNIT.several(end, first - 1)),
    };
    Failure::Input(say!(
        "{missing} missing between {before} and {name}",
        "{before} 和 {name} 之间缺少{missing}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that it has, in the order in which they were added.
    #[derive(Clone, Debug)]
    struct Numbers(Vec<u64>);

    impl Part for Numbers {
        const UNIT: Unit = Unit::Deck;

        fn seed(&self) -> u64 {
            0
        }

        fn first(&self) -> u64 {
            self.0[0]
        }

        fn end(&self) -> u64 {
            self.0[self.0.len() - 1] + 1
        }

        fn most(&self) -> u64 {
            100
        }

        fn difference(&self, _name: &str, _other: &Numbers, _other_name: &str) -> Option<String> {
            None
        }

        fn append(&mut self, next: Numbers) {
            self.0.extend(next.0);
        }
    }

    fn part(first: u64, end: u64) -> (Numbers, String) {
        (Numbers((first..end).collect()), format!("{first}-{end}"))
    }

    #[test]
    fn parts_come_in_any_order() {
        let cuts: [u64; 6] = [3, 5, 6, 10, 11, 20];
        let mut random = hule::Random::new(4);
        for _ in 0..100 {
            let mut parts: Vec<(u64, u64)> = cuts.windows(2).map(|cut| (cut[0], cut[1])).collect();
            for place in (1..parts.len()).rev() {
                let other = random.below(place as u64 + 1);
                parts.swap(place, usize::try_from(other).expect("small"));
            }
            let (numbers, name) = part(parts[0].0, parts[0].1);
            let mut ranges = Ranges::new(numbers, name);
            for (place, &(first, end)) in parts.iter().enumerate().skip(1) {
                let (numbers, name) = part(first, end);
                ranges.insert(numbers, name).expect("it fits");
                for &(first, end) in &parts[..=place] {
                    let (numbers, name) = part(first, end);
                    assert!(ranges.insert(numbers, name).is_err(), "it is there: {parts:?}");
                }
            }
            let whole = ranges.whole().expect("there are no gaps");
            assert_eq!(whole.0, (3..20).collect::<Vec<u64>>(), "{parts:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let ranges = |parts: &[(u64, u64)]| {
            let mut parts = parts.iter().map(|&(first, end)| part(first, end));
            let (numbers, name) = parts.next().expect("one");
            let mut ranges = Ranges::new(numbers, name);
            parts
                .try_for_each(|(numbers, name)| ranges.insert(numbers, name))
                .and_then(|()| ranges.whole().map(drop))
                .map_err(Failure::sentence)
        };
        let wrong = |parts: &[(u64, u64)]| ranges(parts).expect_err("it does not fit");
        assert_eq!(wrong(&[(0, 5), (4, 6)]), "0-5 and 4-6 both have deck 4");
        assert_eq!(wrong(&[(4, 6), (0, 5)]), "0-5 and 4-6 both have deck 4");
        assert_eq!(wrong(&[(4, 6), (0, 9)]), "0-9 and 4-6 both have deck 4");
        assert_eq!(wrong(&[(0, 9), (4, 6)]), "0-9 and 4-6 both have deck 4");
        assert_eq!(wrong(&[(5, 6), (0, 4)]), "deck 4 is missing between 0-4 and 5-6");
        assert_eq!(wrong(&[(0, 4), (7, 8)]), "decks 4 to 6 are missing between 0-4 and 7-8");
        assert_eq!(wrong(&[(0, 50), (50, 101)]), "50-101: it has no decks, or too many");
        assert_eq!(ranges(&[(50, 100), (0, 50)]), Ok(()));
    }
}
