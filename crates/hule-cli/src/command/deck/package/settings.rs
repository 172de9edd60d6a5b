//! The settings that the judges read.

use super::part::Subtask;
use std::fmt::Write as _;

const TITLE: &str = "Mahjong Simulator";
const SECONDS: u32 = 1;
const MEGABYTES: u32 = 512;

/// `config.yml`: the limits, the points and the subtask of every test.
pub fn luogu(subtasks: &[Subtask]) -> String {
    let (milliseconds, kilobytes) = (1000 * SECONDS, 1024 * MEGABYTES);
    let mut text = String::new();
    let mut number = 0;
    for (id, subtask) in subtasks.iter().enumerate() {
        let _ = writeln!(text, "# {}: {} points", subtask.part, subtask.score());
        for points in &subtask.points {
            number += 1;
            let _ = write!(
                text,
                "{number}.in:\n  timeLimit: {milliseconds}\n  memoryLimit: {kilobytes}\n  \
                 score: {points}\n  subtaskId: {id}\n"
            );
        }
    }
    text
}

/// `conf.json`: the limits and the points of every subtask.
pub fn tuack(subtasks: &[Subtask]) -> String {
    let mut first = 1;
    let mut data = Vec::new();
    for subtask in subtasks {
        let end = first + subtask.points.len();
        let cases: Vec<String> = (first..end).map(|number| number.to_string()).collect();
        data.push(format!("    {{\"cases\": [{}], \"score\": {}}}", cases.join(", "), subtask.score()));
        first = end;
    }
    format!(
        r#"{{
  "version": 1,
  "folder": "problem",
  "type": "program",
  "name": "mahjong",
  "title": {{"en": "{TITLE}"}},
  "time limit": {SECONDS}.0,
  "memory limit": "{MEGABYTES} MB",
  "partial score": false,
  "samples": [],
  "data": [
{}
  ],
  "users": {{}}
}}
"#,
        data.join(",\n")
    )
}

/// `problem.yaml`. There is one right output, so the default validation does.
pub fn kattis() -> String {
    format!(
        "problem_format_version: legacy\n\
         name: {TITLE}\n\
         source: THUPC 2021\n\
         validation: default\n\
         validator_flags: case_sensitive\n\
         limits:\n  memory: {MEGABYTES}\n"
    )
}
