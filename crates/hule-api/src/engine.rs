//! Whole requests, for those who have no server.

use crate::chance::secret_name;
use crate::read::{need_network, read_body};
use crate::refusal::Refusal;
use crate::review::{ReviewRequest, ReviewWork};
use crate::status::Status;
use crate::study::StudyRequest;
use crate::table::{MoveError, Record, Table, TableRequest};
use crate::{Act, CheckRequest, HandRequest, ReplayRequest};
use hule::{Language, say};
use hule_report::Study;
use serde::Serialize;
use std::collections::VecDeque;

/// Answers what the page and programs ask: the paths of docs/openapi.json that one person needs. `/review` and `/study` take
/// long: [`review`](Engine::review) and [`study`](Engine::study) make them bit by bit.
#[derive(Default)]
pub struct Engine {
    /// The tables with their names, the one that was used last first.
    tables: VecDeque<(String, Table)>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The status, as over HTTP.
    pub status: Status,
    /// The type of the content.
    pub kind: &'static str,
    /// The content.
    pub body: String,
}

impl Answer {
    /// The type of answers in JSON.
    pub const JSON: &'static str = "application/json; charset=utf-8";

    /// The type of pages.
    pub const HTML: &'static str = "text/html; charset=utf-8";

    /// The type of logs.
    pub const TEXT: &'static str = "text/plain; charset=utf-8";

    fn json(status: Status, answer: &impl Serialize) -> Answer {
        let body = serde_json::to_string(answer).expect("answers have nothing that JSON has not");
        Answer { status, kind: Answer::JSON, body }
    }

    fn ok(answer: &impl Serialize) -> Answer {
        Answer::json(Status::Ok, answer)
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        Answer::json(refusal.status(), &refusal)
    }
}

impl Engine {
    /// How many tables are kept.
    const MOST_TABLES: usize = 32;

    /// Answers a request. The path is what stands behind `/api/v1`.
    pub fn ask(&mut self, method: &str, path: &str, language: Language, body: &str) -> Answer {
        self.answer(method, path, language, body).unwrap_or_else(Answer::from)
    }

    fn answer(
        &mut self,
        method: &str,
        path: &str,
        language: Language,
        body: &str,
    ) -> Result<Answer, Refusal> {
        let body = body.as_bytes();
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match (method, &*parts) {
            ("POST", ["replay"]) => {
                Ok(Answer::ok(&read_body::<ReplayRequest>(body, language)?.film(language)?))
            }
            ("POST", ["replay", "html"]) => {
                let body = read_body::<ReplayRequest>(body, language)?.html(language)?;
                Ok(Answer { status: Status::Ok, kind: Answer::HTML, body })
            }
            ("POST", ["check"]) => {
                Ok(Answer::ok(&read_body::<CheckRequest>(body, language)?.answer(language)?))
            }
            ("POST", ["hand"]) => {
                Ok(Answer::ok(&read_body::<HandRequest>(body, language)?.answer(language)?))
            }
            ("POST", ["tables"]) => {
                let mut table = read_body::<TableRequest>(body, language)?.table(language)?;
                while table.go_on(None) {}
                let name = secret_name();
                let state = table.state(&name, language);
                self.keep(name, table);
                Ok(Answer::json(Status::Created, &state))
            }
            ("GET", ["tables", name]) => Ok(Answer::ok(&self.table(name, language)?.state(name, language))),
            ("POST", ["tables", name, "act"]) => {
                let (action, turn) = read_body::<Act>(body, language)?.read(language)?;
                self.change(name, language, |table| table.act(action, turn))
            }
            ("POST", ["tables", name, "undo"]) => self.change(name, language, Table::undo),
            ("POST", ["tables", name, "hint"]) => {
                Ok(Answer::ok(&self.table(name, language)?.hint(None, language)?))
            }
            ("GET", ["tables", name, "log"]) => {
                let body = self.table(name, language)?.log_text(language)?;
                Ok(Answer { status: Status::Ok, kind: Answer::TEXT, body })
            }
            _ => Err(Refusal::new(
                Status::NotFound,
                say!(language, "there is no such address", "没有这个地址"),
            )),
        }
    }

    /// The review that is asked for.
    ///
    /// # Errors
    /// Returns the answer if the request is refused.
    pub fn review(&self, language: Language, body: &str) -> Result<ReviewWork, Answer> {
        let asked: Result<ReviewRequest, Refusal> = read_body(body.as_bytes(), language);
        Ok(asked.and_then(|asked| asked.work(language))?)
    }

    /// The study that is asked for. Here it is [`Unscheduled`](hule_report::Unscheduled).
    ///
    /// # Errors
    /// Returns the answer if the request is refused.
    pub fn study(&self, language: Language, body: &str) -> Result<Study, Answer> {
        let asked: Result<StudyRequest, Refusal> = read_body(body.as_bytes(), language);
        Ok(asked.and_then(|asked| asked.study(language))?)
    }

    /// All of a table, as text to keep it; `None` if there is no such table.
    pub fn record(&self, name: &str) -> Option<String> {
        let (name, table) = self.tables.iter().find(|(known, _)| known == name)?;
        Some(serde_json::to_string(&Record::of(table, name)).expect("a record has nothing that JSON has not"))
    }

    /// Goes on from the record of a table. Returns whether it is one.
    pub fn restore(&mut self, record: &str) -> bool {
        let Ok(record) = serde_json::from_str::<Record>(record) else { return false };
        let Some(table) = record.restore() else { return false };
        self.tables.retain(|(known, _)| *known != record.table);
        self.keep(record.table, table);
        true
    }

    fn keep(&mut self, name: String, table: Table) {
        self.tables.push_front((name, table));
        self.tables.truncate(Engine::MOST_TABLES);
    }

    fn table(&mut self, name: &str, language: Language) -> Result<&mut Table, Refusal> {
        let place = self.tables.iter().position(|(known, _)| known == name);
        let used = place.and_then(|place| self.tables.remove(place)).ok_or_else(|| no_table(language))?;
        self.tables.push_front(used);
        let table = &mut self.tables[0].1;
        // One that was restored may have been kept in the middle of a turn, and by an engine that had the network.
        if table.needs_network() {
            need_network(language)?;
        }
        while table.go_on(None) {}
        Ok(table)
    }

    /// Changes a table, and lets the others play.
    fn change(
        &mut self,
        name: &str,
        language: Language,
        how: impl FnOnce(&mut Table) -> Result<(), MoveError>,
    ) -> Result<Answer, Refusal> {
        let table = self.table(name, language)?;
        how(table).map_err(|error| error.refusal(language))?;
        while table.go_on(None) {}
        Ok(Answer::ok(&table.state(name, language)))
    }
}

/// The refusal of a name that no table has.
pub fn no_table(language: Language) -> Refusal {
    let sentence = say!(language, "there is no such table (any more)", "没有这张牌桌，或者它已被清理");
    Refusal::new(Status::NotFound, sentence)
}
