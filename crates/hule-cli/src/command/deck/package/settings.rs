//! The settings that the judges read.

use super::part::Subtask;
use std::fmt::Write as _;

const TITLE: &str = "Mahjong Simulator";
const SECONDS: u32 = 1;
const MEGABYTES: u32 = 512;

/// `config.yml`: the limits, the subtask and the points of every test. A subtask counts with the least points of its
/// tests, so each test has all points of its subtask.
pub fn luogu(subtasks: &[Subtask]) -> String {
    let (milliseconds, kilobytes) = (1000 * SECONDS, 1024 * MEGABYTES);
    let mut text = String::new();
    let mut number = 0;
    for (id, subtask) in subtasks.iter().enumerate() {
        let points = subtask.points;
        let _ = writeln!(
            text,
            "# {}: {points} points for all of its tests (the subtask counts by its minimum)",
            subtask.part
        );
        for _ in 0..subtask.tests {
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
        let end = first + subtask.tests;
        let cases: Vec<String> = (first..end).map(|number| number.to_string()).collect();
        data.push(format!("    {{\"cases\": [{}], \"score\": {}}}", cases.join(", "), subtask.points));
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
