//! The first difference between two logs, as text and as JSON.

use crate::language::{language, padded, say};
use anstyle::{AnsiColor, Style};
use hule::{Difference, Seat, Table, describe_in};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// How wide a column of lines is: as the longest that a log has.
const WIDTH: usize = 24;

/// The whole story, for people.
pub fn text(difference: &Difference, colour: bool) -> String {
    let style = |style: Style| if colour { style } else { Style::new() };
    let bold = style(Style::new().bold());
    let right = style(AnsiColor::Green.on_default());
    let wrong = style(AnsiColor::Red.on_default());
    let mut out = String::new();
    columns(&mut out, difference, right, wrong);
    if let Some(table) = &difference.table {
        table_text(&mut out, table, difference.decides);
    }
    if !difference.reasons.is_empty() {
        let _ = writeln!(out, "\n{}", say!("What the standard player does:", "标准玩家的做法："));
        for line in describe_in(&difference.reasons, language()) {
            let _ = writeln!(out, "    {line}");
        }
    }
    let diagnosis = difference.diagnosis(language());
    let wrong = say!("{bold}What is wrong:{bold:#} {diagnosis}", "{bold}错误：{bold:#}{diagnosis}");
    let _ = writeln!(out, "\n{wrong}");
    out
}

/// The lines around the difference, the right ones beside those of the program.
fn columns(out: &mut String, difference: &Difference, right: Style, wrong: Style) {
    let _ = writeln!(out, "{}\n", say!("Line {} is wrong.", "第 {} 行错误。", difference.line));
    let right_title = padded(&say!("right", "正确"), WIDTH);
    let _ = writeln!(out, "{:>8}  {right_title}  {}", "", say!("yours", "你的"));
    let (log_ends, output_ends) =
        (say!("(the log ends)", "（记录结束）"), say!("(the output ends)", "（输出结束）"));
    let last = difference.log.len().max(difference.first + difference.around.len() - 1);
    for number in difference.first..=last.min(difference.line + 3) {
        let expected = difference.log.get(number - 1).map_or_else(|| log_ends.clone(), ToString::to_string);
        let expected = padded(&expected, WIDTH);
        let found = difference.around.get(number - difference.first).map_or(&output_ends, |line| line);
        if number == difference.line {
            let _ = writeln!(out, "> {number:>6}  {right}{expected}{right:#}  {wrong}{found}{wrong:#}");
        } else {
            let _ = writeln!(out, "  {number:>6}  {expected}  {found}");
        }
        if number > difference.line && (number > difference.log.len() || *found == output_ends) {
            break;
        }
    }
}

fn table_text(out: &mut String, table: &Table, decides: Option<Seat>) {
    let who = decides.map_or_else(
        || {
            say!(
                "Nobody decides here: it follows from what happened before.",
                "这里没有人决策：它由之前发生的事决定。"
            )
        },
        |seat| say!("{seat} decides.", "由 {seat} 决策。"),
    );
    let order = order(table).map(Seat::name).join(" ");
    let wall = table.wall;
    let left = say!(
        "{who} {wall} tiles are left to draw; the order of play is {order}.",
        "{who}牌堆还有 {wall} 张牌；回合顺序为 {order}。"
    );
    let _ = writeln!(out, "\n{left}");
    for seat in Seat::ALL {
        let mark = if decides == Some(seat) { '>' } else { ' ' };
        let hand = table.hands[seat.index()].to_string();
        let _ = write!(out, "{mark} {seat}  {hand}");
        let melds = &table.melds[seat.index()];
        if !melds.is_empty() {
            let melds: Vec<String> = melds.iter().map(|meld| names(&meld.tiles())).collect();
            let _ = write!(out, "  {}", say!("and open {}", "副露 {}", melds.join(" | ")));
        }
        out.push('\n');
    }
}

/// The seats as they follow one another, from `A`.
fn order(table: &Table) -> [Seat; 4] {
    let [second, third, fourth] = Seat::A.others(table.direction);
    [Seat::A, second, third, fourth]
}

fn names(tiles: &[hule::Tile]) -> String {
    tiles.iter().map(|tile| tile.name()).collect::<Vec<_>>().join(" ")
}

/// The same for machines; docs/PROTOCOL.md says what it means.
pub fn json(difference: &Difference) -> Value {
    let table = difference.table.as_ref().map(|table| {
        let seats = Seat::ALL.map(|seat| {
            let tiles: Vec<_> = table.hands[seat.index()].tiles().collect();
            let melds: Vec<_> = table.melds[seat.index()].iter().map(|meld| meld.tiles()).collect();
            json!({ "seat": seat, "hand": tiles, "melds": melds })
        });
        json!({ "seats": seats, "order": order(table), "wall": table.wall })
    });
    json!({
        "verdict": "wrong",
        "line": difference.line,
        "expected": difference.expected().map(|event| event.to_string()),
        "found": difference.found,
        "decides": difference.decides,
        "table": table,
        "reasons": difference.reasons,
        "rule": difference.slip.rule(),
        "diagnosis": difference.slip.to_string(),
    })
}
