//! What there is to say about a hand: once computed, printed for people and as JSON.

use crate::language::{language, padded, say};
use anstyle::{AnsiColor, Style};
use hule::{Candidate, Group, Hand, Rule, Step, Suit, Tile, explain_discard};
use serde::Serialize;
use std::fmt::Write;

/// All that there is to say about a hand.
#[derive(Serialize)]
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
    #[serde(skip)]
    full: usize,
}

/// A kind that brings the hand nearer.
#[derive(PartialEq, Eq, Serialize)]
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
#[derive(Serialize)]
struct Discard {
    tile: Tile,
    distance: u8,
    useful: Vec<Useful>,
    useful_left: usize,
}

/// What the standard player would discard.
#[derive(Serialize)]
struct Choice {
    tile: Tile,
    without_limit: Option<Candidate>,
    rules: Vec<Rule>,
    /// In English; that is the format.
    reason: String,
    /// For people.
    #[serde(skip)]
    shown: String,
}

/// What the numbers behind tiles are.
fn how_many() -> String {
    say!("(how many are left, if not 4)", "（剩余张数，4 张时不写）")
}

impl HandReport {
    pub fn new(hand: &Hand) -> HandReport {
        let left = |tile| Tile::COPIES - hand.count(tile);
        let with_left = |kinds: hule::Kinds| kinds.map(|tile| Useful { tile, left: left(tile) }).collect();
        let discard = |(tile, distance)| {
            let mut rest = *hand;
            rest.remove(tile).expect("the tile is in the hand");
            Discard { tile, distance, useful: with_left(rest.useful()), useful_left: rest.useful_left(left) }
        };
        let choice = |choice: hule::DiscardChoice| Choice {
            tile: choice.discard,
            reason: choice.to_string(),
            shown: choice.text(language()),
            without_limit: choice.without_limit,
            rules: choice.rules,
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

    /// One object on a line.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a report has nothing that JSON has not") + "\n"
    }

    /// The report for people.
    pub fn text(&self, colour: bool) -> String {
        let paint = Paint { colour };
        let mut out = String::new();
        self.write(&paint, &mut out).expect("memory takes all");
        out
    }

    fn write(&self, paint: &Paint, out: &mut String) -> std::fmt::Result {
        let melds = match self.open {
            0 => String::new(),
            1 => say!(" and 1 open meld", "，1 个副露"),
            open => say!(" and {open} open melds", "，{open} 个副露"),
        };
        let by_suit: Vec<String> = self
            .tiles
            .chunk_by(|one, other| one.suit() == other.suit())
            .map(|tiles| paint.tiles(tiles))
            .collect();
        writeln!(out, "{}{melds}", by_suit.join("  "))?;
        if self.distance == 0 {
            let wins = say!("Distance 0: it wins. [{}]", "和牌距离 0：能和。[{}]", Rule::WinningHand);
            return writeln!(out, "{wins}\n\n{}{melds}", self.groups(paint));
        }
        let distance = match self.distance {
            1 => say!("Distance 1: ready.", "和牌距离 1：听牌。"),
            distance => say!("Distance {distance}.", "和牌距离 {distance}。"),
        };
        writeln!(out, "{distance}")?;
        let (full, given) = (self.full, self.tiles.len());
        if given + 1 < full {
            let tiles = if given == 1 { "tile" } else { "tiles" };
            let melds = melds.replace(" and", " with");
            let waiting = full - 1;
            let sentence = say!(
                "It has {given} {tiles}; a hand{melds} has {waiting} or, to discard, {full}.",
                "这里有 {given} 张牌；这样的手牌有 {waiting} 张，出牌前有 {full} 张。"
            );
            writeln!(out, "{sentence}")?;
        }
        writeln!(out)?;
        if self.discards.is_empty() {
            let (what, kinds) = if self.waits.is_empty() {
                (say!("Useful tiles", "有用的牌"), &self.useful)
            } else {
                (say!("Waits", "听的牌"), &self.waits)
            };
            let start = padded(&say!("Left", "剩余"), 4);
            writeln!(out, "{start}  {what} {}", how_many())?;
            writeln!(out, "{:4}  {}", self.useful_left, paint.useful(kinds, 6))?;
        } else {
            self.write_discards(paint, out)?;
        }
        writeln!(out, "\n{}", say!("A shortest way to win:", "一种最快的和牌方法："))?;
        let (mut number, mut given_up) = (0, String::new());
        for step in &self.way {
            match *step {
                Step::GiveUp(tile) => given_up = say!("give up {}, ", "去掉 {}，", paint.tile(tile)),
                Step::Add(tile) => {
                    number += 1;
                    let added = say!("add {}", "加入 {}", paint.tile(tile));
                    writeln!(out, "{number:4}. {given_up}{added}")?;
                    given_up.clear();
                }
            }
        }
        writeln!(out, "      {}{melds}", self.groups(paint))
    }

    fn write_discards(&self, paint: &Paint, out: &mut String) -> std::fmt::Result {
        let start = [say!("Discard", "打出"), say!("Distance", "和牌距离"), say!("Left", "剩余")];
        let start =
            format!("  {}  {}  {}  ", padded(&start[0], 7), padded(&start[1], 8), padded(&start[2], 4));
        let width = "  Discard  Distance  Left  ".len();
        writeln!(out, "{start}{} {}", say!("Useful tiles", "有用的牌"), how_many())?;
        let mut above: &[Useful] = &[];
        for discard in &self.discards {
            let chosen = self.choice.as_ref().is_some_and(|choice| choice.tile == discard.tile);
            let mark = if chosen { '>' } else { ' ' };
            let padding = " ".repeat("Discard".len() - discard.tile.name().len());
            let useful = if discard.useful == above {
                say!("as above", "同上")
            } else {
                paint.useful(&discard.useful, width)
            };
            above = &discard.useful;
            let Discard { tile, distance, useful_left, .. } = discard;
            writeln!(out, "{mark} {}{padding}  {distance:8}  {useful_left:4}  {useful}", paint.tile(*tile))?;
        }
        if let Some(choice) = &self.choice {
            let discards =
                say!("The standard player discards {}:", "标准玩家打出 {}：", paint.tile(choice.tile));
            writeln!(out, "\n{discards}")?;
            for line in choice.shown.lines() {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    fn groups(&self, paint: &Paint) -> String {
        let groups: Vec<String> = self.groups.iter().map(|group| paint.tiles(&group.tiles())).collect();
        groups.join(" | ")
    }
}

/// Tiles as a terminal shows them: in the colours of their suits, if it has colours.
struct Paint {
    colour: bool,
}

impl Paint {
    /// How long lines become.
    const WIDTH: usize = 80;

    fn tile(&self, tile: Tile) -> String {
        let style = match tile.suit() {
            _ if !self.colour => Style::new(),
            Some(Suit::Characters) => AnsiColor::Red.on_default(),
            Some(Suit::Dots) => AnsiColor::Blue.on_default(),
            Some(Suit::Bamboos) => AnsiColor::Green.on_default(),
            Some(Suit::Honours) => Style::new().bold(),
            None => AnsiColor::Magenta.on_default(),
        };
        format!("{style}{tile}{style:#}")
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
