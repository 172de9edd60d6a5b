//! The report about a hand.

use crate::wrap::{padded, wrapped};
use hule::hand::Step;
use hule::hand_report::{DiscardReport, HandReport, UsefulTile};
use hule::{Language, Localized, Rule, Tile, say};
use std::fmt::{self, Write};

/// How wide reports are that do not go to a terminal.
const WIDTH: usize = 80;

/// The report about a hand, as `hule hand` prints it.
///
/// ```
/// use hule::hand_report::HandReport;
/// use hule::{Hand, Language};
/// let report = HandReport::new(&Hand::read("1M 2M 3M 2S 3S E E", 2)?);
/// assert!(hule_report::hand_text(&report, Language::English).contains("Distance 1: ready."));
/// # Ok::<(), hule::hand::ReadHandError>(())
/// ```
#[must_use]
pub fn hand_text(report: &HandReport, language: Language) -> String {
    painted_hand_text(report, language, None, &|tile| tile.name().to_owned())
}

/// The same for a terminal of this width, with tiles as this paints them, in no more columns than their names.
#[must_use]
pub fn painted_hand_text(
    report: &HandReport,
    language: Language,
    width: Option<usize>,
    paint: &dyn Fn(Tile) -> String,
) -> String {
    let mut out = String::new();
    let text = HandText { report, language, paint, width: width.unwrap_or(WIDTH) };
    text.write(&mut out).expect("writing to a string does not fail");
    match width {
        Some(width) => wrapped(&out, width),
        None => out,
    }
}

/// Whether both are numbers of a suit, one after the other, and all tiles of both are left.
fn goes_on(this: &UsefulTile, next: &UsefulTile) -> bool {
    this.tile.suit() == next.tile.suit()
        && this.tile.number().map(|number| number + 1) == next.tile.number()
        && next.tile.number().is_some()
        && [this.left, next.left] == [Tile::COPIES; 2]
}

/// What the numbers behind tiles are.
fn how_many(language: Language) -> String {
    say!(language, " (how many are left, if not 4)", "（剩余张数，4 张时不写）")
}

struct HandText<'a> {
    report: &'a HandReport,
    language: Language,
    paint: &'a dyn Fn(Tile) -> String,
    /// How long lines become.
    width: usize,
}

impl HandText<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        let HandText { report, language, paint, .. } = *self;
        let melds = match report.open {
            0 => String::new(),
            1 => say!(language, " and 1 open meld", "，1 个副露"),
            open => say!(language, " and {open} open melds", "，{open} 个副露"),
        };
        let by_suit: Vec<String> = report
            .tiles
            .chunk_by(|one, other| one.suit() == other.suit())
            .map(|tiles| self.tiles(tiles))
            .collect();
        writeln!(out, "{}{melds}", by_suit.join("  "))?;
        if report.distance == 0 {
            let wins =
                say!(language, "Distance 0: it wins. [{}]", "和牌距离 0：能和。[{}]", Rule::WinningHand);
            return writeln!(out, "{wins}\n\n{}{melds}", self.groups());
        }
        let distance = match report.distance {
            1 => say!(language, "Distance 1: ready.", "和牌距离 1：听牌。"),
            distance => say!(language, "Distance {distance}.", "和牌距离 {distance}。"),
        };
        writeln!(out, "{distance}")?;
        let (full, given) = (report.full, report.tiles.len());
        if given + 1 < full {
            let tiles = if given == 1 { "tile" } else { "tiles" };
            let melds = melds.replace(" and", " with");
            let waiting = full - 1;
            let sentence = say!(
                language,
                "{given} {tiles} given; a hand{melds} has {waiting}, or {full} before a discard.",
                "给出了 {given} 张牌；这样的手牌有 {waiting} 张，出牌前有 {full} 张。"
            );
            writeln!(out, "{sentence}")?;
        }
        writeln!(out)?;
        if report.discards.is_empty() {
            let (what, kinds) = if report.waits.is_empty() {
                (say!(language, "Useful tiles", "有效牌"), &report.useful)
            } else {
                (say!(language, "Waits", "听的牌"), &report.waits)
            };
            let start = padded(&say!(language, "Left", "剩余"), 4);
            writeln!(out, "{start}  {what}{}", how_many(language))?;
            writeln!(out, "{:4}  {}", report.useful_left, self.useful(kinds, 6))?;
        } else {
            self.write_discards(out)?;
        }
        writeln!(out, "\n{}", say!(language, "A shortest way to win:", "一种最快的和牌方法："))?;
        let (mut number, mut given_up) = (0, String::new());
        for step in &report.path {
            match *step {
                Step::GiveUp(tile) => {
                    given_up = say!(language, "give up {}, ", "去掉 {}，", paint(tile));
                }
                Step::Add(tile) => {
                    number += 1;
                    let added = say!(language, "add {}", "加入 {}", paint(tile));
                    writeln!(out, "{number:4}. {given_up}{added}")?;
                    given_up.clear();
                }
            }
        }
        writeln!(out, "      {}{melds}", self.groups())
    }

    fn write_discards(&self, out: &mut String) -> fmt::Result {
        let HandText { report, language, paint, .. } = *self;
        let start = [
            say!(language, "Discard", "打出"),
            say!(language, "Distance", "和牌距离"),
            say!(language, "Left", "剩余"),
        ];
        let start =
            format!("  {}  {}  {}  ", padded(&start[0], 7), padded(&start[1], 8), padded(&start[2], 4));
        let width = "  Discard  Distance  Left  ".len();
        writeln!(out, "{start}{}{}", say!(language, "Useful tiles", "有效牌"), how_many(language))?;
        let mut above: &[UsefulTile] = &[];
        for discard in &report.discards {
            let chosen = report.choice.as_ref().is_some_and(|choice| choice.tile == discard.tile);
            let mark = if chosen { '>' } else { ' ' };
            let padding = " ".repeat("Discard".len() - discard.tile.name().len());
            let useful = if discard.useful == above {
                say!(language, "as above", "同上")
            } else {
                self.useful(&discard.useful, width)
            };
            above = &discard.useful;
            let DiscardReport { tile, distance, useful_left, .. } = discard;
            writeln!(out, "{mark} {}{padding}  {distance:8}  {useful_left:4}  {useful}", paint(*tile))?;
        }
        if let Some(choice) = &report.choice {
            let discards =
                say!(language, "The standard player discards {}:", "标准玩家打出 {}：", paint(choice.tile));
            writeln!(out, "\n{discards}")?;
            for line in choice.choice.text(language).lines() {
                writeln!(out, "  {line}")?;
            }
        }
        Ok(())
    }

    fn groups(&self) -> String {
        let groups: Vec<String> = self.report.groups.iter().map(|group| self.tiles(&group.tiles())).collect();
        groups.join(" | ")
    }

    fn tiles(&self, tiles: &[Tile]) -> String {
        tiles.iter().map(|&tile| (self.paint)(tile)).collect::<Vec<_>>().join(" ")
    }

    /// Kinds, and how many are left of those that are not all left; broken into lines that begin at this column.
    fn useful(&self, kinds: &[UsefulTile], start: usize) -> String {
        let mut text = String::new();
        let mut column = start;
        for range in kinds.chunk_by(goes_on) {
            let words = if let [first, _, .., last] = range {
                let width = first.tile.name().len() + 1 + last.tile.name().len();
                vec![(format!("{}-{}", (self.paint)(first.tile), (self.paint)(last.tile)), width)]
            } else {
                range.iter().map(|useful| self.one(useful)).collect()
            };
            for (word, width) in words {
                if column > start && column + 1 + width > self.width {
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
    fn one(&self, &UsefulTile { tile, left }: &UsefulTile) -> (String, usize) {
        let number = if left == Tile::COPIES { String::new() } else { format!("({left})") };
        let width = tile.name().len() + number.len();
        ((self.paint)(tile) + &number, width)
    }
}
