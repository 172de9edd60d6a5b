//! What there is to say about a hand: once computed, printed for people and as JSON.

use crate::explain::{Candidate, DiscardChoice, explain_discard};
use crate::groups::Group;
use crate::hand::{Hand, Kinds};
use crate::language::{Language, padded, say};
use crate::rule::Rule;
use crate::tile::Tile;
use crate::way::Step;
use std::fmt::Write;

/// All that there is to say about a hand. It serialises to the object of docs/PROTOCOL.md.
///
/// ```
/// use hule::{Hand, HandReport, Language};
/// let hand = Hand::read("1M 2M 3M 2S 3S E E", 2)?;
/// assert!(HandReport::new(&hand).text(Language::English).contains("Distance 1: ready."));
/// # Ok::<(), hule::ReadHandError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(not(feature = "serde"), allow(dead_code))] // Some of it only machines read.
pub struct HandReport {
    version: u8,
    tiles: Vec<Tile>,
    open: usize,
    distance: u8,
    useful: Vec<Useful>,
    useful_left: usize,
    waits: Vec<Useful>,
    discards: Vec<Discard>,
    choice: Option<Choice>,
    way: Vec<Step>,
    groups: Vec<Group>,
    /// How many tiles it would have if it were to discard.
    #[cfg_attr(feature = "serde", serde(skip))]
    full: usize,
}

/// A kind that brings the hand nearer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct Useful {
    tile: Tile,
    /// How many are not in the hand.
    left: usize,
}

impl Useful {
    /// Whether both are numbers of a suit, one after the other, and nothing is to be said of either.
    fn goes_on_with(&self, next: &Useful) -> bool {
        self.tile.suit() == next.tile.suit()
            && self.tile.number().map(|number| number + 1) == next.tile.number()
            && next.tile.number().is_some()
            && [self.left, next.left] == [Tile::COPIES; 2]
    }
}

/// A tile that could be discarded.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct Discard {
    tile: Tile,
    distance: u8,
    useful: Vec<Useful>,
    useful_left: usize,
}

/// What the standard player would discard.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(not(feature = "serde"), allow(dead_code))] // As above.
struct Choice {
    tile: Tile,
    without_limit: Option<Candidate>,
    rules: Vec<Rule>,
    /// In English; that is the format.
    reason: String,
    /// For people.
    #[cfg_attr(feature = "serde", serde(skip))]
    whole: DiscardChoice,
}

/// What the numbers behind tiles are.
fn how_many(language: Language) -> String {
    say!(language, "(how many are left, if not 4)", "（剩余张数，4 张时不写）")
}

impl HandReport {
    /// Looks at a hand.
    #[must_use]
    pub fn new(hand: &Hand) -> HandReport {
        let left = |tile| Tile::COPIES - hand.count(tile);
        let with_left = |kinds: Kinds| kinds.map(|tile| Useful { tile, left: left(tile) }).collect();
        let discard = |(tile, distance)| {
            let mut rest = *hand;
            rest.remove(tile).expect("the tile is in the hand");
            Discard { tile, distance, useful: with_left(rest.useful()), useful_left: rest.useful_left(left) }
        };
        let choice = |choice: DiscardChoice| Choice {
            tile: choice.discard,
            reason: choice.to_string(),
            without_limit: choice.without_limit,
            rules: choice.rules.clone(),
            whole: choice,
        };
        let to_discard = hand.len() == hand.full() && !hand.wins();
        let way = hand.way_to_win();
        HandReport {
            version: 1,
            tiles: hand.tiles().collect(),
            open: hand.open(),
            distance: hand.distance(),
            useful: with_left(hand.useful()),
            useful_left: hand.useful_left(left),
            waits: with_left(hand.waits()),
            discards: if to_discard { hand.discards().map(discard).collect() } else { Vec::new() },
            choice: explain_discard(hand).filter(|_| to_discard).map(choice),
            groups: way.hand.groups().expect("the way ends with a win"),
            way: way.steps,
            full: hand.full(),
        }
    }

    /// The report for people, in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        self.painted(language, &|tile| tile.name().to_owned())
    }

    /// The same with tiles as this paints them, in no more columns than their names.
    #[must_use]
    pub fn painted(&self, language: Language, paint: &dyn Fn(Tile) -> String) -> String {
        let mut out = String::new();
        self.write(language, &Paint(paint), &mut out).expect("memory takes all");
        out
    }

    fn write(&self, language: Language, paint: &Paint<'_>, out: &mut String) -> std::fmt::Result {
        let melds = match self.open {
            0 => String::new(),
            1 => say!(language, " and 1 open meld", "，1 个副露"),
            open => say!(language, " and {open} open melds", "，{open} 个副露"),
        };
        let by_suit: Vec<String> = self
            .tiles
            .chunk_by(|one, other| one.suit() == other.suit())
            .map(|tiles| paint.tiles(tiles))
            .collect();
        writeln!(out, "{}{melds}", by_suit.join("  "))?;
        if self.distance == 0 {
            let wins =
                say!(language, "Distance 0: it wins. [{}]", "和牌距离 0：能和。[{}]", Rule::WinningHand);
            return writeln!(out, "{wins}\n\n{}{melds}", self.groups(paint));
        }
        let distance = match self.distance {
            1 => say!(language, "Distance 1: ready.", "和牌距离 1：听牌。"),
            distance => say!(language, "Distance {distance}.", "和牌距离 {distance}。"),
        };
        writeln!(out, "{distance}")?;
        let (full, given) = (self.full, self.tiles.len());
        if given + 1 < full {
            let tiles = if given == 1 { "tile" } else { "tiles" };
            let melds = melds.replace(" and", " with");
            let waiting = full - 1;
            let sentence = say!(
                language,
                "It has {given} {tiles}; a hand{melds} has {waiting} or, to discard, {full}.",
                "这里有 {given} 张牌；这样的手牌有 {waiting} 张，出牌前有 {full} 张。"
            );
            writeln!(out, "{sentence}")?;
        }
        writeln!(out)?;
        if self.discards.is_empty() {
            let (what, kinds) = if self.waits.is_empty() {
                (say!(language, "Useful tiles", "有用的牌"), &self.useful)
            } else {
                (say!(language, "Waits", "听的牌"), &self.waits)
            };
            let start = padded(&say!(language, "Left", "剩余"), 4);
            writeln!(out, "{start}  {what} {}", how_many(language))?;
            writeln!(out, "{:4}  {}", self.useful_left, paint.useful(kinds, 6))?;
        } else {
            self.write_discards(language, paint, out)?;
        }
        writeln!(out, "\n{}", say!(language, "A shortest way to win:", "一种最快的和牌方法："))?;
        let (mut number, mut given_up) = (0, String::new());
        for step in &self.way {
            match *step {
                Step::GiveUp(tile) => {
                    given_up = say!(language, "give up {}, ", "去掉 {}，", paint.tile(tile));
                }
                Step::Add(tile) => {
                    number += 1;
                    let added = say!(language, "add {}", "加入 {}", paint.tile(tile));
                    writeln!(out, "{number:4}. {given_up}{added}")?;
                    given_up.clear();
                }
            }
        }
        writeln!(out, "      {}{melds}", self.groups(paint))
    }

    fn write_discards(&self, language: Language, paint: &Paint<'_>, out: &mut String) -> std::fmt::Result {
        let start = [
            say!(language, "Discard", "打出"),
            say!(language, "Distance", "和牌距离"),
            say!(language, "Left", "剩余"),
        ];
        let start =
            format!("  {}  {}  {}  ", padded(&start[0], 7), padded(&start[1], 8), padded(&start[2], 4));
        let width = "  Discard  Distance  Left  ".len();
        writeln!(out, "{start}{} {}", say!(language, "Useful tiles", "有用的牌"), how_many(language))?;
        let mut above: &[Useful] = &[];
        for discard in &self.discards {
            let chosen = self.choice.as_ref().is_some_and(|choice| choice.tile == discard.tile);
            let mark = if chosen { '>' } else { ' ' };
            let padding = " ".repeat("Discard".len() - discard.tile.name().len());
            let useful = if discard.useful == above {
                say!(language, "as above", "同上")
            } else {
                paint.useful(&discard.useful, width)
            };
            above = &discard.useful;
            let Discard { tile, distance, useful_left, .. } = discard;
            writeln!(out, "{mark} {}{padding}  {distance:8}  {useful_left:4}  {useful}", paint.tile(*tile))?;
        }
        if let Some(choice) = &self.choice {
            let discards = say!(
                language,
                "The standard player discards {}:",
                "标准玩家打出 {}：",
                paint.tile(choice.tile)
            );
            writeln!(out, "\n{discards}")?;
            for line in choice.whole.text(language).lines() {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    fn groups(&self, paint: &Paint<'_>) -> String {
        let groups: Vec<String> = self.groups.iter().map(|group| paint.tiles(&group.tiles())).collect();
        groups.join(" | ")
    }
}

/// How tiles are shown.
struct Paint<'a>(&'a dyn Fn(Tile) -> String);

impl Paint<'_> {
    /// How long lines become.
    const WIDTH: usize = 80;

    fn tile(&self, tile: Tile) -> String {
        (self.0)(tile)
    }

    fn tiles(&self, tiles: &[Tile]) -> String {
        tiles.iter().map(|&tile| self.tile(tile)).collect::<Vec<_>>().join(" ")
    }

    /// Kinds, and how many are left of those that are not all left; broken into lines that begin at this column.
    fn useful(&self, kinds: &[Useful], start: usize) -> String {
        let mut text = String::new();
        let mut column = start;
        for range in kinds.chunk_by(Useful::goes_on_with) {
            let words = if let [first, _, .., last] = range {
                let width = first.tile.name().len() + 1 + last.tile.name().len();
                vec![(format!("{}-{}", self.tile(first.tile), self.tile(last.tile)), width)]
            } else {
                range.iter().map(|useful| self.one(useful)).collect()
            };
            for (word, width) in words {
                if column > start && column + 1 + width > Paint::WIDTH {
                    text.push('\n');
                    text.push_str(&" ".repeat(start));
                    column = start;
                } else if column > start {
                    text.push(' ');
                    column += 1;
                }
                text.push_str(&word);
                column += width;
            }
        }
        text
    }

    /// A kind, and how wide it is.
    fn one(&self, &Useful { tile, left }: &Useful) -> (String, usize) {
        let number = if left == Tile::COPIES { String::new() } else { format!("({left})") };
        let width = tile.name().len() + number.len();
        (self.tile(tile) + &number, width)
    }
}
