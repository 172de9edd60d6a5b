//! Whole requests, for those who have no server.

use crate::read::read_body;
use crate::refusal::Refusal;
use crate::review::{ReviewRequest, ReviewWork};
use crate::routes::Handler;
use crate::status::Status;
use crate::study::StudyRequest;
use crate::table::{
    Presence, Record, State, Table, TableCommand, TableError, TableRequest, Viewer, new_table_id, split_token,
};
use hule::{Language, say};
use hule_report::Study;
use serde::Serialize;
use std::collections::VecDeque;

/// Answers what the page and programs ask: the paths of docs/openapi.json that one person needs. `/review` and `/study` take
/// long: [`review`](Engine::review) and [`study`](Engine::study) make them bit by bit.
#[derive(Default)]
pub struct Engine {
    /// The tables with the first parts of their links, the one that was used last first.
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

    /// An object of JSON.
    pub fn json(status: Status, answer: &impl Serialize) -> Answer {
        let body = serde_json::to_string(answer).expect("answers have nothing that JSON has not");
        Answer { status, kind: Answer::JSON, body }
    }

    /// The same with status 200.
    pub fn ok(answer: &impl Serialize) -> Answer {
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

    /// Answers a request. The path is what stands behind `/api/v1` or `/api/v2`.
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
        let (handler, token) = Handler::find(method, path).ok_or_else(|| no_address(language))?;
        match handler {
            Handler::Question(question) => question.answer(body, language),
            Handler::NewTable => {
                let mut table = read_body::<TableRequest>(body, language)?.table(language)?;
                table.go_on_thinking(language)?;
                let id = new_table_id();
                let state = State::of_new(&table, &id, "", &Presence::default(), language);
                self.keep(id, table);
                Ok(Answer::json(Status::Created, &state))
            }
            Handler::TableState => self.state(token, language),
            Handler::TableLog => {
                let (table, _) = self.table(token, language)?;
                let body = table.log().map_err(|error| error.refusal(language))?;
                Ok(Answer { status: Status::Ok, kind: Answer::TEXT, body })
            }
            Handler::TableGames => Ok(Answer::ok(&self.table(token, language)?.0.games())),
            Handler::TableCommand(kind) => {
                let (table, viewer) = self.table(token, language)?;
                let seat = viewer.seat().ok_or_else(|| TableError::Spectator.refusal(language))?;
                let command = TableCommand::read(kind, body, language)?;
                let Some(change) = command.change(seat, language)? else {
                    return Ok(Answer::ok(&table.hint(seat, None, language)?));
                };
                change(table).map_err(|error| error.refusal(language))?;
                table.go_on_thinking(language)?;
                self.state(token, language)
            }
            Handler::Review
            | Handler::Study
            | Handler::LiveTable
            | Handler::Description
            | Handler::Health
            | Handler::Metrics => Err(no_address(language)),
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

    /// All of a table, as text to keep it; `None` if there is no table of this link.
    pub fn record(&self, token: &str) -> Option<String> {
        let (id, secret) = split_token(token)?;
        let (_, table) = self.tables.iter().find(|(known, _)| known == id)?;
        table.viewer(secret)?;
        Some(serde_json::to_string(&table.record(id)).expect("a record has nothing that JSON has not"))
    }

    /// Goes on from the record of a table. Returns whether it is one.
    pub fn restore(&mut self, record: &str) -> bool {
        let Ok(record) = serde_json::from_str::<Record>(record) else { return false };
        let Some(table) = Table::restored(&record) else { return false };
        self.tables.retain(|(known, _)| *known != record.id);
        self.keep(record.id, table);
        true
    }

    fn keep(&mut self, id: String, table: Table) {
        self.tables.push_front((id, table));
        self.tables.truncate(Engine::MOST_TABLES);
    }

    /// The table of a link, and who its holder is.
    fn table(&mut self, token: &str, language: Language) -> Result<(&mut Table, Viewer), Refusal> {
        let missing = || TableError::Missing.refusal(language);
        let (id, secret) = split_token(token).ok_or_else(missing)?;
        let place = self.tables.iter().position(|(known, _)| known == id).ok_or_else(missing)?;
        let viewer = self.tables[place].1.viewer(secret).ok_or_else(missing)?;
        let used = self.tables.remove(place).expect("it is there");
        self.tables.push_front(used);
        let table = &mut self.tables[0].1;
        // One that was restored may have been kept in the middle of a turn, and by an engine that had the network.
        table.go_on_thinking(language)?;
        Ok((table, viewer))
    }

    fn state(&mut self, token: &str, language: Language) -> Result<Answer, Refusal> {
        let (table, viewer) = self.table(token, language)?;
        Ok(Answer::ok(&State::whole(table, viewer, &Presence::default(), language)))
    }
}

/// The refusal of a path that is not there.
pub fn no_address(language: Language) -> Refusal {
    Refusal::new(Status::NotFound, say!(language, "there is no such address", "没有这个地址"))
}
