//! The paths of the interface, for the server, the engine and the test of docs/openapi.json.

use crate::engine::Answer;
use crate::read::read_body;
use crate::refusal::Refusal;
use crate::status::Status;
use crate::table::CommandKind;
use crate::{CheckRequest, HandRequest, ReplayRequest};
use hule::Language;

/// A path, and what answers it.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The path; `{token}` stands for that of a link to a table.
    pub path: &'static str,
    /// What answers it.
    pub handler: Handler,
}

/// What answers a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handler {
    /// A question that needs only its body.
    Question(Question),
    /// Reviews a game, line by line.
    Review,
    /// Studies many games, line by line.
    Study,
    /// Sets up a table.
    NewTable,
    /// A state, for the holder of a link.
    TableState,
    /// The log of a game that is over.
    TableLog,
    /// The games of a table that are over.
    TableGames,
    /// What a person at a table asks for.
    TableCommand(CommandKind),
    /// A table over a `WebSocket`.
    LiveTable,
    /// docs/openapi.json.
    Description,
    /// Whether the server works.
    Health,
    /// What the server counts.
    Metrics,
}

/// A question that needs only its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // See the requests of these names.
pub enum Question {
    Replay,
    ReplayHtml,
    Check,
    Hand,
}

impl Question {
    /// The answer.
    ///
    /// # Errors
    /// Returns a refusal if the body is wrong.
    pub fn answer(self, body: &[u8], language: Language) -> Result<Answer, Refusal> {
        Ok(match self {
            Question::Replay => Answer::ok(&read_body::<ReplayRequest>(body, language)?.view(language)?),
            Question::ReplayHtml => {
                let body = read_body::<ReplayRequest>(body, language)?.html(language)?;
                Answer { status: Status::Ok, kind: Answer::HTML, body }
            }
            Question::Check => Answer::ok(&read_body::<CheckRequest>(body, language)?.answer(language)?),
            Question::Hand => Answer::ok(&read_body::<HandRequest>(body, language)?.answer(language)?),
        })
    }
}

const fn route(method: &'static str, path: &'static str, handler: Handler) -> Route {
    Route { method, path, handler }
}

/// All paths. Those that only a server has are not answered by an engine.
pub const ROUTES: [Route; 21] = [
    route("POST", "/api/v1/replay", Handler::Question(Question::Replay)),
    route("POST", "/api/v1/replay/html", Handler::Question(Question::ReplayHtml)),
    route("POST", "/api/v1/review", Handler::Review),
    route("POST", "/api/v1/study", Handler::Study),
    route("POST", "/api/v1/check", Handler::Question(Question::Check)),
    route("POST", "/api/v1/hand", Handler::Question(Question::Hand)),
    route("POST", "/api/v2/tables", Handler::NewTable),
    route("GET", "/api/v2/tables/{token}", Handler::TableState),
    route("POST", "/api/v2/tables/{token}/sit", Handler::TableCommand(CommandKind::Sit)),
    route("POST", "/api/v2/tables/{token}/leave", Handler::TableCommand(CommandKind::Leave)),
    route("POST", "/api/v2/tables/{token}/start", Handler::TableCommand(CommandKind::Start)),
    route("POST", "/api/v2/tables/{token}/act", Handler::TableCommand(CommandKind::Act)),
    route("POST", "/api/v2/tables/{token}/again", Handler::TableCommand(CommandKind::Again)),
    route("POST", "/api/v2/tables/{token}/undo", Handler::TableCommand(CommandKind::Undo)),
    route("POST", "/api/v2/tables/{token}/hint", Handler::TableCommand(CommandKind::Hint)),
    route("GET", "/api/v2/tables/{token}/log", Handler::TableLog),
    route("GET", "/api/v2/tables/{token}/games", Handler::TableGames),
    route("GET", "/api/v2/tables/{token}/live", Handler::LiveTable),
    route("GET", "/api/v1/openapi.json", Handler::Description),
    route("GET", "/health", Handler::Health),
    route("GET", "/metrics", Handler::Metrics),
];

impl Handler {
    /// What answers a request, and the token in its path, which is what stands behind `/api/v1` or `/api/v2`.
    pub fn find<'a>(method: &str, path: &'a str) -> Option<(Handler, &'a str)> {
        ROUTES.iter().filter(|route| route.method == method).find_map(|route| {
            let pattern = route.path.strip_prefix("/api/v")?.get(1..)?;
            let mut parts = path.split('/');
            let mut token = "";
            let fits = pattern.split('/').all(|wanted| {
                parts.next().is_some_and(|part| {
                    if wanted == "{token}" {
                        token = part;
                    }
                    wanted == "{token}" || wanted == part
                })
            });
            (fits && parts.next().is_none()).then_some((route.handler, token))
        })
    }
}
