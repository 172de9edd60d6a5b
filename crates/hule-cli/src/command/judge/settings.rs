//! What a package says about its tests: limits, points and subtasks.

use crate::failure::Failure;
use crate::language::say;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a package says about a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    pub time: Option<Duration>,
    pub memory: Option<u64>,
    pub points: Option<f64>,
    pub subtask: Option<String>,
}

/// The lines `name: value` of a YAML file, and those under each name that has no value. Of YAML, this reads what judges
/// write: no lists, and no texts of several lines.
#[derive(Debug, Default, PartialEq)]
pub struct Yaml {
    pub values: BTreeMap<String, String>,
    pub blocks: BTreeMap<String, BTreeMap<String, String>>,
    /// The lines that are something else, from 1.
    pub others: Vec<usize>,
}

impl Yaml {
    pub fn read(text: &str) -> Yaml {
        let mut yaml = Yaml::default();
        let mut block: Option<String> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = without_comment(line);
            let words = line.trim();
            if words.is_empty() || words == "---" {
                continue;
            }
            let is_inner = line.starts_with([' ', '\t']);
            let Some((name, value)) = pair(words) else {
                yaml.others.push(number);
                continue;
            };
            if is_inner {
                match &block {
                    Some(block) => {
                        yaml.blocks.entry(block.clone()).or_default().insert(name, value);
                    }
                    None => yaml.others.push(number),
                }
                continue;
            }
            block = value.is_empty().then(|| name.clone());
            let inner = value.strip_prefix('{').and_then(|value| value.strip_suffix('}'));
            if let Some(inner) = inner.or(block.is_some().then_some("")) {
                yaml.blocks.insert(name, inner.split(',').filter_map(pair).collect());
            } else {
                yaml.values.insert(name, value);
            }
        }
        yaml
    }
}

fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with('#') {
        return "";
    }
    line.split_once(" #").map_or(line, |(before, _)| before).trim_end()
}

fn pair(words: &str) -> Option<(String, String)> {
    let unquoted = |word: &str| {
        let word = word.trim();
        let inner = ['"', '\''].iter().find_map(|&quote| word.strip_prefix(quote)?.strip_suffix(quote));
        inner.unwrap_or(word).to_owned()
    };
    let (name, value) =
        words.trim().split_once(": ").or_else(|| Some((words.trim().strip_suffix(':')?, "")))?;
    Some((unquoted(name), unquoted(value)))
}

/// A number in a file of a package.
fn number(file: &str, name: &str, value: &str) -> Result<f64, Failure> {
    let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| {
        let value = value.escape_debug();
        Failure::Input(say!(
            "{file}: `{name}` is `{value}`; expected a number, 0 or more",
            "{file}：`{name}` 是 `{value}`；应为不小于 0 的数"
        ))
    })
}

fn seconds(file: &str, name: &str, value: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(value).map_err(|_| {
        Failure::Input(say!(
            "{file}: `{name}` is {value:e} seconds; that is too long",
            "{file}：`{name}` 为 {value:e} 秒，太长"
        ))
    })
}

#[allow(clippy::cast_sign_loss)] // It is 0 or more.
fn bytes(unit: u64, value: f64) -> u64 {
    #[allow(clippy::cast_precision_loss)] // No limit has that many digits.
    let bytes = value * unit as f64;
    bytes as u64
}

/// `config.yml` of Luogu: for each input the limits, the points and the subtask.
pub fn luogu(file: &str, text: &str) -> Result<BTreeMap<String, Settings>, Failure> {
    let yaml = Yaml::read(text);
    if let Some(line) = yaml.others.first() {
        return Err(Failure::Input(say!(
            "{file}: line {line} is not of the form `name: value`",
            "{file}：第 {line} 行不是 `名称: 值` 的形式"
        )));
    }
    if let Some(name) = yaml.values.keys().next() {
        let name = name.escape_debug();
        return Err(Failure::Input(say!(
            "{file}: `{name}` is not an input with settings; expected `1.in:` and lines such as `  score: 10`",
            "{file}：`{name}` 不是带设置的输入；应为 `1.in:` 和 `  score: 10` 这样的行"
        )));
    }
    let mut all = BTreeMap::new();
    for (input, block) in yaml.blocks {
        let mut settings = Settings::default();
        for (name, value) in &block {
            let full_name = format!("{input}: {name}");
            let number = || number(file, &full_name, value);
            match name.as_str() {
                "timeLimit" => settings.time = Some(seconds(file, &full_name, number()? / 1000.0)?),
                "memoryLimit" => settings.memory = Some(bytes(1 << 10, number()?)),
                "score" => settings.points = Some(number()?),
                "subtaskId" => settings.subtask = Some(value.clone()),
                _ => {}
            }
        }
        all.insert(input, settings);
    }
    Ok(all)
}

/// `conf.json` of tuack: the limits of all tests, and the tests and points of every subtask.
#[derive(Deserialize)]
pub struct Tuack {
    #[serde(rename = "time limit")]
    time: Option<f64>,
    #[serde(rename = "memory limit")]
    memory: Option<String>,
    #[serde(default)]
    data: Vec<TuackData>,
}

#[derive(Deserialize)]
struct TuackData {
    cases: Vec<Value>,
    score: Option<f64>,
}

/// The tests and the points of a subtask.
pub struct PointsGroup {
    pub cases: Vec<String>,
    pub points: Option<f64>,
}

pub fn tuack(file: &str, text: &[u8]) -> Result<(Settings, Vec<PointsGroup>), Failure> {
    let wrong = |error: &dyn std::fmt::Display| {
        Failure::Input(say!(
            "{file}: it is not as tuack has it: {error}",
            "{file}：不是 tuack 的格式：{error}"
        ))
    };
    let conf: Tuack = serde_json::from_slice(text).map_err(|error| wrong(&error))?;
    let mut settings = Settings::default();
    if let Some(time) = conf.time {
        let time = number(file, "time limit", &time.to_string())?;
        settings.time = Some(seconds(file, "time limit", time)?);
    }
    if let Some(memory) = &conf.memory {
        let letters = memory.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit = match memory[letters.len()..].to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "kb" | "kib" | "k" => 1 << 10,
            "mb" | "mib" | "m" => 1 << 20,
            "gb" | "gib" | "g" => 1 << 30,
            _ => return number(file, "memory limit", memory).map(|_| (settings, Vec::new())),
        };
        settings.memory = Some(bytes(unit, number(file, "memory limit", letters.trim())?));
    }
    let name = |case: &Value| case.as_str().map_or_else(|| case.to_string(), str::to_owned);
    let part =
        |data: TuackData| PointsGroup { cases: data.cases.iter().map(name).collect(), points: data.score };
    Ok((settings, conf.data.into_iter().map(part).collect()))
}

/// `problem.yaml` of Kattis: the limits of all tests.
pub fn kattis(file: &str, text: &str) -> Result<Settings, Failure> {
    let yaml = Yaml::read(text);
    let limit = |name: &str| {
        let value = yaml.blocks.get("limits").and_then(|limits| limits.get(name));
        value.map(|value| number(file, name, value)).transpose()
    };
    let time = limit("time_limit")?.map(|time| seconds(file, "time_limit", time)).transpose()?;
    Ok(Settings {
        time,
        memory: limit("memory")?.map(|memory| bytes(1 << 20, memory)),
        ..Settings::default()
    })
}

/// `testdata.yaml` of Kattis: the points of each of the tests of a directory, or of all together if all must be right.
///
/// The points of the tests are added, unless the flags of the grader say that the least counts, or the sum would be more
/// than the range allows.
pub fn kattis_group(file: &str, text: &str, tests: usize) -> Result<Option<(f64, bool)>, Failure> {
    let yaml = Yaml::read(text);
    let is_min =
        yaml.values.get("grader_flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "min"));
    let most: Option<f64> =
        yaml.values.get("range").and_then(|range| range.split(' ').next_back()?.parse().ok());
    let most = most.unwrap_or(f64::INFINITY);
    let points =
        yaml.values.get("accept_score").map(|value| number(file, "accept_score", value)).transpose()?;
    #[allow(clippy::cast_precision_loss)] // No package has that many tests.
    let is_too_much = |points: f64| points * tests as f64 > most;
    Ok(points.map(|points| (points.min(most), is_min || is_too_much(points))))
}

/// The points of the subtasks of these tests. A subtask counts by the minimum of its tests, unless only the sum makes
/// a hundred points for all.
pub fn subtask_points<'a>(tests: impl Iterator<Item = &'a Settings>) -> BTreeMap<&'a str, f64> {
    let mut alone = 0.0;
    let mut by_subtask: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for Settings { points, subtask, .. } in tests {
        match (subtask, points) {
            (Some(subtask), Some(points)) => by_subtask.entry(subtask).or_default().push(*points),
            (None, Some(points)) => alone += points,
            _ => {}
        }
    }
    let counted = |count: fn(&[f64]) -> f64| -> BTreeMap<&str, f64> {
        by_subtask.iter().map(|(&subtask, points)| (subtask, count(points))).collect()
    };
    let least = counted(|points| points.iter().copied().fold(f64::INFINITY, f64::min));
    let sums = counted(|points| points.iter().sum());
    let is_full = |points: &BTreeMap<&str, f64>| (points.values().sum::<f64>() + alone - 100.0).abs() < 1e-6;
    if is_full(&sums) && !is_full(&least) { sums } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_judges_write_is_read() {
        let text = "# all: 100 points\n1.in:\n  timeLimit: 1500 # ms\n  memoryLimit: 524288\n  score: 10\n  subtaskId: 0\n\
                    '2.in': {timeLimit: 500, score: 2.5, subtaskId: b}\n";
        let settings = luogu("config.yml", text).expect("it is right");
        let one = Settings {
            time: Some(Duration::from_millis(1500)),
            memory: Some(512 << 20),
            points: Some(10.0),
            subtask: Some("0".to_owned()),
        };
        assert_eq!(settings["1.in"], one);
        assert_eq!((settings["2.in"].points, settings["2.in"].memory), (Some(2.5), None));

        let text =
            r#"{"time limit": 1.5, "memory limit": "512 MB", "data": [{"cases": [1, "2a"], "score": 30}]}"#;
        let (all, parts) = tuack("conf.json", text.as_bytes()).expect("it is right");
        assert_eq!((all.time, all.memory), (one.time, one.memory));
        assert_eq!(
            (&parts[0].cases[..], parts[0].points),
            (&["1".to_owned(), "2a".to_owned()][..], Some(30.0))
        );

        let text = "name: x\nauthor:\n- a\n- b\nlimits:\n  memory: 512\n  time_limit: 1.5\nkeywords: y\n";
        let all = kattis("problem.yaml", text).expect("it is right");
        assert_eq!((all.time, all.memory), (one.time, one.memory));
        let group = kattis_group(
            "testdata.yaml",
            "on_reject: break\naccept_score: 30\ngrader_flags: min first_error\n",
            2,
        );
        assert_eq!(group.expect("it is right"), Some((30.0, true)));
        let group = |text: &str| kattis_group("testdata.yaml", text, 2).expect("it is right");
        assert_eq!(group("accept_score: 40\nrange: 0 40\n"), Some((40.0, true)));
        assert_eq!(group("accept_score: 40\nrange: 0 80\n"), Some((40.0, false)));
        assert_eq!(group("accept_score: 40\nrange: -inf +inf\n"), Some((40.0, false)));
        assert_eq!(group("accept_score: 40\nrange: 0 30\n"), Some((30.0, true)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let sentence = |failure: Failure| failure.sentence();
        let luogu = |text: &str| luogu("c", text).map_err(sentence);
        assert_eq!(luogu("what\n"), Err("c: line 1 is not of the form `name: value`".to_owned()));
        assert!(
            luogu("1.in:\n  score: 1\nfor: bar\n")
                .is_err_and(|sentence| sentence.starts_with("c: `for` is not"))
        );
        assert_eq!(luogu("  a: 1\n"), Err("c: line 1 is not of the form `name: value`".to_owned()));
        for value in ["-1", "x", "", "inf", "NaN"] {
            assert!(luogu(&format!("1.in:\n  timeLimit: {value}\n")).is_err(), "{value}");
        }
        assert!(luogu("1.in:\n  timeLimit: 1e300\n").is_err());
        assert!(luogu("").is_ok_and(|settings| settings.is_empty()));
        for text in [
            "",
            "[]",
            r#"{"memory limit": "5 apples"}"#,
            r#"{"memory limit": "牌"}"#,
            r#"{"time limit": -1}"#,
        ] {
            assert!(tuack("c", text.as_bytes()).is_err(), "{text}");
        }
        assert!(kattis("p", "limits:\n  memory: much\n").is_err());
    }
}
