//! The description of the interface, docs/openapi.json. It is made and compared by the test here only: the server sends the
//! file, so that what makes it is not built into every program.

#![allow(dead_code)] // The functions stand for the handlers of their paths.

use crate::api::health::Health;
use hule_api::{
    Act, CheckAnswer, CheckRequest, Games, HandAnswer, HandRequest, Handler, Hint, ROUTES, Refusal,
    ReplayRequest, ReplayView, ReviewLine, ReviewRequest, Sit, State, StudyRequest, TableRequest,
};
use hule_report::StudyLine;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use utoipa::OpenApi;

#[test]
fn the_committed_description_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let made =
        Document::openapi().to_pretty_json().expect("a description has nothing that JSON has not") + "\n";
    if fs::read_to_string(&path).is_ok_and(|committed| committed == made) {
        return;
    }
    let new = std::env::temp_dir().join("openapi.json");
    fs::write(&new, made).expect("there is room");
    panic!("docs/openapi.json is not what the code says; {} is", new.display());
}

#[test]
fn all_paths_are_described() {
    let described = Document::openapi().paths.paths.into_iter().flat_map(|(path, item)| {
        let methods = [("GET", item.get), ("POST", item.post)];
        methods
            .into_iter()
            .filter(|(_, operation)| operation.is_some())
            .map(move |(method, _)| (method, path.clone()))
    });
    let routes = ROUTES.iter().filter(|route| route.handler != Handler::Description);
    assert_eq!(
        described.collect::<BTreeSet<_>>(),
        routes.map(|route| (route.method, route.path.to_owned())).collect()
    );
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "hule",
        description = "The interface of the page, which any program may use: watch games, play, and analyse hands. Tiles, \
            seats, actions and lines of logs are named as in docs/PROTOCOL.md. Sentences are in the language that is asked \
            for. What is refused is answered with a status from 400 on and an object with `error`: besides the statuses \
            listed, 400 for a body that is not what is expected, 403 for other origins, 408 for a slow body, 413 for a long \
            one, 415 for one that is not JSON, 421 for other hosts, 429 for an address that asks too much, and 503 when too many ask."
    ),
    paths(
        replay, html, review, study, check, hand, create, state, sit, leave, start, act, again, undo, hint,
        log, games, live, health, metrics
    )
)]
struct Document;

/// What every path takes.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Lang {
    /// The language of sentences, `en` or `zh`; by default the first that the browser names.
    lang: Option<String>,
}

/// Plays or replays a game.
#[utoipa::path(post, path = "/api/v1/replay", request_body = ReplayRequest, tag = "watch",
    params(Lang),
    responses((status = 200, body = ReplayView), (status = 422, body = Refusal)))]
fn replay() {}

/// The same game as a page in one file, which needs no server.
#[utoipa::path(post, path = "/api/v1/replay/html", request_body = ReplayRequest, params(Lang), tag = "watch",
    responses((status = 200, body = String, content_type = "text/html"), (status = 422, body = Refusal)))]
fn html() {}

/// Reviews a game. The answer is sent as lines of JSON: the progress, and at last the review. The work ends when the client
/// disconnects.
#[utoipa::path(post, path = "/api/v1/review", request_body = ReviewRequest, params(Lang), tag = "watch",
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"), (status = 422, body = Refusal),
        (status = 503, body = Refusal)))]
fn review() {}

/// Plays many games and draws what comes of them. The answer is sent as lines of JSON while they are played. The work ends
/// when the client disconnects.
#[utoipa::path(post, path = "/api/v1/study", request_body = StudyRequest, params(Lang), tag = "study",
    responses((status = 200, body = StudyLine, content_type = "application/x-ndjson"), (status = 422, body = Refusal),
        (status = 429, body = Refusal), (status = 503, body = Refusal)))]
fn study() {}

/// Compares the output of a program with the true log.
#[utoipa::path(post, path = "/api/v1/check", request_body = CheckRequest, params(Lang), tag = "watch",
    responses((status = 200, body = CheckAnswer), (status = 422, body = Refusal)))]
fn check() {}

/// Looks at a hand.
#[utoipa::path(post, path = "/api/v1/hand", request_body = HandRequest, params(Lang), tag = "hand",
    responses((status = 200, body = HandAnswer), (status = 422, body = Refusal)))]
fn hand() {}

/// Sets up a table for one to four people. The game begins when all have sat down.
#[utoipa::path(post, path = "/api/v2/tables", request_body = TableRequest, params(Lang), tag = "play",
    responses((status = 201, body = State), (status = 422, body = Refusal), (status = 503, body = Refusal)))]
fn create() {}

/// All that the holder of the link may know.
#[utoipa::path(get, path = "/api/v2/tables/{token}", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 404, body = Refusal)))]
fn state() {}

/// Sits down, comes back, or takes another name.
#[utoipa::path(post, path = "/api/v2/tables/{token}/sit", request_body = Sit, params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
fn sit() {}

/// Leaves the table. A standard player decides until the person sits down again.
#[utoipa::path(post, path = "/api/v2/tables/{token}/leave", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
fn leave() {}

/// Begins although not all have sat down. A standard player decides for them until they do.
#[utoipa::path(post, path = "/api/v2/tables/{token}/start", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
fn start() {}

/// Makes a move. At a table of one person, the answer comes when the person has to decide again.
#[utoipa::path(post, path = "/api/v2/tables/{token}/act", request_body = Act, params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
fn act() {}

/// Deals again after a game.
#[utoipa::path(post, path = "/api/v2/tables/{token}/again", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
fn again() {}

/// Takes the last decision back, at a table of one person.
#[utoipa::path(post, path = "/api/v2/tables/{token}/undo", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = State), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
fn undo() {}

/// What a strong player would do, at a table of one person.
#[utoipa::path(post, path = "/api/v2/tables/{token}/hint", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = Hint), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
fn hint() {}

/// The log of a game that is over.
#[utoipa::path(get, path = "/api/v2/tables/{token}/log", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Refusal), (status = 409, body = Refusal)))]
fn log() {}

/// The games of this table that are over.
#[utoipa::path(get, path = "/api/v2/tables/{token}/games", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 200, body = Games), (status = 404, body = Refusal)))]
fn games() {}

/// The table live: the server sends the whole state at once, and after every change what is new for this viewer. The client
/// may send `{"type":"sit","name":…}`, `{"type":"start"}`, `{"type":"act","action":…,"turn":…}`, `{"type":"leave"}`,
/// `{"type":"again"}`, `{"type":"undo"}` and `{"type":"hint"}`; what is wrong with it comes back as
/// `{"type":"error","error":…}`. A move is stored when a state with a greater `turn` arrives.
#[utoipa::path(get, path = "/api/v2/tables/{token}/live", params(("token" = String, Path), Lang), tag = "play",
    responses((status = 101, description = "a WebSocket"), (status = 404, body = Refusal), (status = 426, body = Refusal)))]
fn live() {}

/// Whether the server works: status 200, or 503 if tables cannot be stored.
#[utoipa::path(get, path = "/health", tag = "operation",
    responses((status = 200, body = Health), (status = 503, body = Refusal)))]
fn health() {}

/// What the server counts, in the text format of Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, body = String, content_type = "text/plain")))]
fn metrics() {}
