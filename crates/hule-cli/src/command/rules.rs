//! `hule rules`: the rules of the game, by number or by word.

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::{language, say};
use crate::width;
use anstyle::Style;
use clap::Args;
use hule::{Language, Localized, Rule};
use serde_json::{Value, json};
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  hule rules               all rules
  hule rules R26 27 F1-3   these rules
  hule rules pong          the rules in which this word occurs
  hule rules --json        all rules as JSON (docs/PROTOCOL.md)";

/// Print the rules of the game, with the numbers that other commands refer to
///
/// R1, R2 and so on are the rules of the contest; F1, F2 and so on are rulings for situations that only players with
/// free choices can reach.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct RulesCommand {
    /// Numbers of rules (R26, r26 or 26) or ranges (R24-R31), or words that a rule must contain, in English or Chinese [default: all rules]
    #[arg(value_name = "RULE")]
    wanted: Vec<String>,

    /// Print one JSON object per line, as described in docs/PROTOCOL.md
    #[arg(long)]
    json: bool,
}

impl RulesCommand {
    pub fn run(self) -> Result<(), Failure> {
        let rules = chosen(&self.wanted).map_err(Failure::Input)?;
        export::print(&if self.json {
            let mut lines = String::new();
            for &rule in &rules {
                let _ = writeln!(lines, "{}", line(rule));
            }
            lines
        } else {
            width::fitted(text(&rules, export::colour()))
        })
    }
}

/// The rules with these numbers, and those that contain all these words, in the order of the rules.
fn chosen(wanted: &[String]) -> Result<Vec<Rule>, String> {
    let mut words = Vec::new();
    let mut chosen = Vec::new();
    for wanted in wanted.iter().flat_map(|wanted| wanted.split([',', ' ', '，', '、'])) {
        match range(wanted) {
            Some(range) => chosen.extend(range?),
            None if wanted.is_empty() => {}
            // A number that is not there yet, and not a word.
            None if wanted.eq_ignore_ascii_case("R") || wanted.eq_ignore_ascii_case("F") => {
                return Err(no_rule(wanted));
            }
            None => words.push(wanted),
        }
    }
    if !words.is_empty() {
        let contains_all = |rule: Rule| {
            let texts = Language::ALL.map(|language| {
                format!("{} {}", rule.text(language), rule.statement(language)).to_lowercase()
            });
            words.iter().all(|word| texts.iter().any(|text| text.contains(&word.to_lowercase())))
        };
        let found: Vec<Rule> = Rule::ALL.iter().copied().filter(|&rule| contains_all(rule)).collect();
        if found.is_empty() {
            let words = words.join(" ").escape_debug().to_string();
            return Err(say!(
                "no rule contains `{words}`; `hule rules` prints all rules",
                "没有规则包含 `{words}`；`hule rules` 输出所有规则"
            ));
        }
        chosen.extend(found);
    } else if chosen.is_empty() {
        if !wanted.is_empty() {
            return Err(say!("expected the number of a rule or a word", "应为规则的编号或词语"));
        }
        return Ok(Rule::ALL.to_vec());
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// The rules of a number or of a range such as `R24-R31` or `F1-3`; `None` if a word is neither.
fn range(word: &str) -> Option<Result<Vec<Rule>, String>> {
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let first = number(first, "R")?;
    let last = number(last, &first[..1])?;
    let place = |number: &str| Rule::ALL.iter().position(|rule| rule.number() == number);
    Some(match (place(&first), place(&last)) {
        (Some(first), Some(last)) if first <= last => Ok(Rule::ALL[first..=last].to_vec()),
        (Some(_), Some(_)) => Err(say!(
            "the range `{word}` is wrong: {last} comes before {first}",
            "范围 `{word}` 有误：{last} 在 {first} 之前"
        )),
        _ if word.contains('-') => {
            let missing = if place(&first).is_none() { first } else { last };
            let no_rule = no_rule(&missing);
            Err(say!("the range `{word}` is wrong: {no_rule}", "范围 `{word}` 有误：{no_rule}"))
        }
        _ => Err(no_rule(word)),
    })
}

/// The number of a rule as it is written in the rules, if a word looks like one, with this letter if it has none: `R26`
/// for `r26` and `26`.
fn number(word: &str, letter: &str) -> Option<String> {
    let upper = word.to_ascii_uppercase();
    let digits = upper.strip_prefix(['R', 'F']).unwrap_or(&upper);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let letter = if digits.len() < upper.len() { &upper[..1] } else { letter };
    is_number.then(|| format!("{letter}{digits}"))
}

/// There is no rule of this number, or none in this range.
fn no_rule(number: &str) -> String {
    let last = |letter| Rule::ALL.iter().rfind(|rule| rule.number().starts_with(letter));
    let [game, ruling] = ['R', 'F'].map(|letter| last(letter).expect("there are rules of both kinds"));
    say!(
        "there is no rule `{number}`; expected R1 to {game} or F1 to {ruling}",
        "没有规则 `{number}`；应为 R1 到 {game} 或 F1 到 {ruling}"
    )
}

/// Rules for people, with the titles of the sections if there are all.
fn text(rules: &[Rule], colour: bool) -> String {
    let bold = if colour { Style::new().bold() } else { Style::new() };
    let language = language();
    let mut text = String::new();
    let mut section = "";
    for rule in rules {
        if rules.len() == Rule::ALL.len() && section != rule.section(language) {
            section = rule.section(language);
            let _ = writeln!(text, "{bold}{section}{bold:#}\n");
        }
        let _ = writeln!(text, "{bold}{rule:<4} {}{bold:#}", rule.text(language));
        for paragraph in rule.statement(language).lines() {
            let _ = writeln!(text, "     {paragraph}");
        }
        text.push('\n');
    }
    text.pop();
    text
}

/// The line of JSON for a rule, with its texts in all languages.
fn line(rule: Rule) -> Value {
    let texts = |text: &dyn Fn(Language) -> String| -> Value {
        Language::ALL.iter().map(|&language| (language.to_string(), json!(text(language)))).collect()
    };
    json!({
        "rule": rule,
        "section": texts(&|language| rule.section(language).to_owned()),
        "title": texts(&|language| rule.text(language)),
        "statement": texts(&|language| rule.statement(language)),
    })
}
