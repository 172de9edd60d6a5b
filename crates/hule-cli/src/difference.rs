//! The first difference between two logs, as text and as JSON.

use anstyle::{AnsiColor, Style};
use hule::{Difference, Seat, Table, describe};
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
        out += "\nWhat the standard player does:\n";
        for line in describe(&difference.reasons) {
            let _ = writeln!(out, "    {line}");
        }
    }
    let _ = write!(out, "\n{bold}What is wrong:{bold:#} {}.", difference.slip);
    if let Some(rule) = difference.slip.rule() {
        let _ = write!(out, " [{rule} {}]", rule.title());
    }
    out.push('\n');
    out
}

/// The lines around the difference, the right ones beside those of the program.
fn columns(out: &mut String, difference: &Difference, right: Style, wrong: Style) {
    let _ = writeln!(out, "Line {} is wrong.\n", difference.line);
    let _ = writeln!(out, "{:>8}  {:<WIDTH$}  yours", "", "right");
    let last = difference.log.len().max(difference.first + difference.around.len() - 1);
    for number in difference.first..=last.min(difference.line + 3) {
        let expected =
            difference.log.get(number - 1).map_or("(the log ends)".to_owned(), ToString::to_string);
        let found = difference.around.get(number - difference.first).map_or("(the output ends)", |line| line);
        if number == difference.line {
            let _ =
                writeln!(out, "> {number:>6}  {right}{expected:<WIDTH$}{right:#}  {wrong}{found}{wrong:#}");
        } else {
            let _ = writeln!(out, "  {number:>6}  {expected:<WIDTH$}  {found}");
        }
        if number > difference.line && (number > difference.log.len() || found.starts_with('(')) {
            break;
        }
    }
}

fn table_text(out: &mut String, table: &Table, decides: Option<Seat>) {
    let who = decides.map_or_else(
        || "Nobody decides here: it follows from what happened before.".to_owned(),
        |seat| format!("{seat} decides."),
    );
    let order: Vec<&str> = order(table).iter().map(|seat| seat.name()).collect();
    let _ = writeln!(
        out,
        "\n{who} {} tiles are left to draw; the order of play is {}.",
        table.wall,
        order.join(" ")
    );
    for seat in Seat::ALL {
        let mark = if decides == Some(seat) { '>' } else { ' ' };
        let hand = table.hands[seat.index()].to_string();
        let _ = write!(out, "{mark} {seat}  {hand}");
        let melds = &table.melds[seat.index()];
        if !melds.is_empty() {
            let melds: Vec<String> = melds.iter().map(|meld| names(&meld.tiles())).collect();
            let _ = write!(out, "  and open {}", melds.join(" | "));
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

/// In one line, as checkers of judges say it.
pub fn sentence(difference: &Difference) -> String {
    let expected = difference.expected().map_or("the end".to_owned(), |event| format!("`{event}`"));
    let found = difference.found.as_ref().map_or("the end".to_owned(), |line| format!("`{line}`"));
    let rule = difference.slip.rule().map_or(String::new(), |rule| format!(" [{rule}]"));
    format!("line {}: expected {expected}, found {found}: {}{rule}", difference.line, difference.slip)
}
