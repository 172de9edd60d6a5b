//! The first line that a program got wrong, as text and as JSON.

use crate::language::{language, say};
use anstyle::{AnsiColor, Style};
use hule::check::Mismatch;
use hule::explain::describe;
use hule::{BySeat, Game, Seat, Tile};
use hule_report::padded;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// How wide a column of lines is: as the longest that a log has.
const WIDTH: usize = 24;

/// The report for people.
pub fn text(mismatch: &Mismatch, colour: bool) -> String {
    let style = |style: Style| if colour { style } else { Style::new() };
    let bold = style(Style::new().bold());
    let right = style(AnsiColor::Green.on_default());
    let wrong = style(AnsiColor::Red.on_default());
    let mut out = String::new();
    columns(&mut out, mismatch, right, wrong);
    if let Some(game) = &mismatch.game {
        table_text(&mut out, game, mismatch.decides);
    }
    if !mismatch.reasons.is_empty() {
        let _ = writeln!(out, "\n{}", say!("What the standard player does:", "标准玩家的做法："));
        for line in describe(&mismatch.reasons, language()) {
            let _ = writeln!(out, "    {line}");
        }
    }
    let diagnosis = mismatch.diagnosis(language());
    let wrong = say!("{bold}What is wrong:{bold:#} {diagnosis}", "{bold}错误：{bold:#}{diagnosis}");
    let _ = writeln!(out, "\n{wrong}");
    out
}

/// The lines around the wrong one, the right ones beside those of the program.
fn columns(out: &mut String, mismatch: &Mismatch, right: Style, wrong: Style) {
    let _ = writeln!(out, "{}\n", say!("Line {} is wrong.", "第 {} 行错误。", mismatch.line));
    let right_title = padded(&say!("right", "正确"), WIDTH);
    let _ = writeln!(out, "{:>8}  {right_title}  {}", "", say!("yours", "你的"));
    let (log_ends, output_ends) =
        (say!("(the log ends)", "（记录结束）"), say!("(the output ends)", "（输出结束）"));
    let last = mismatch.log.len().max(mismatch.first + mismatch.around.len() - 1);
    for number in mismatch.first..=last.min(mismatch.line + 3) {
        let expected = mismatch.log.get(number - 1).map_or_else(|| log_ends.clone(), ToString::to_string);
        let expected = padded(&expected, WIDTH);
        let found = mismatch.around.get(number - mismatch.first).map_or(&output_ends, |line| line);
        if number == mismatch.line {
            let _ = writeln!(out, "> {number:>6}  {right}{expected}{right:#}  {wrong}{found}{wrong:#}");
        } else {
            let _ = writeln!(out, "  {number:>6}  {expected}  {found}");
        }
        if number > mismatch.line && (number > mismatch.log.len() || *found == output_ends) {
            break;
        }
    }
}

/// Who decides, and what lies on the table.
fn table_text(out: &mut String, game: &Game, decides: Option<Seat>) {
    let who = decides.map_or_else(
        || {
            say!(
                "There is no decision here: this line follows from the lines before it.",
                "此处无需决策，由之前的局面确定。"
            )
        },
        |seat| say!("{seat} decides.", "由 {seat} 决策。"),
    );
    let order = order(game).map(Seat::name).join(" ");
    let wall = game.wall().len();
    let left = say!(
        "{who} Tiles left to draw: {wall}; the order of play is {order}.",
        "{who}牌堆还有 {wall} 张牌；回合顺序为 {order}。"
    );
    let _ = writeln!(out, "\n{left}");
    for seat in Seat::ALL {
        let mark = if decides == Some(seat) { '>' } else { ' ' };
        let _ = write!(out, "{mark} {seat}  {}", names(game.hand(seat).tiles()));
        let melds = game.melds(seat);
        if !melds.is_empty() {
            let melds: Vec<String> = melds.iter().map(|meld| names(meld.tiles())).collect();
            let _ = write!(out, "  {}", say!("and open {}", "副露 {}", melds.join(" | ")));
        }
        out.push('\n');
    }
}

/// The seats as they follow one another, from `A`.
fn order(game: &Game) -> [Seat; 4] {
    let [second, third, fourth] = Seat::A.others(game.direction());
    [Seat::A, second, third, fourth]
}

fn names(tiles: impl IntoIterator<Item = Tile>) -> String {
    tiles.into_iter().map(Tile::name).collect::<Vec<_>>().join(" ")
}

/// The same for machines; docs/PROTOCOL.md says what it means.
pub fn json(mismatch: &Mismatch) -> Value {
    let table = mismatch.game.as_ref().map(|game| {
        let seats = BySeat::from_fn(|seat| {
            let tiles: Vec<_> = game.hand(seat).tiles().collect();
            let melds: Vec<_> = game.melds(seat).iter().map(|meld| meld.tiles()).collect();
            json!({ "seat": seat, "hand": tiles, "melds": melds })
        });
        json!({ "seats": seats, "order": order(game), "wall": game.wall().len() })
    });
    json!({
        "verdict": "wrong",
        "line": mismatch.line,
        "expected": mismatch.expected().map(|event| event.to_string()),
        "found": mismatch.found,
        "decides": mismatch.decides,
        "table": table,
        "reasons": mismatch.reasons,
        "rule": mismatch.mistake.rule(),
        "diagnosis": mismatch.mistake.to_string(),
        "proofs": mismatch.proofs,
    })
}
