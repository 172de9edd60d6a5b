//! What the page of `hule` and programs may ask: a request in, an answer out. It holds no rules and opens no connections: it asks
//! the library. The server answers with it over HTTP, and the WebAssembly module inside a browser.
//!
//! [`Engine`] answers whole requests:
//!
//! ```
//! use hule::Language;
//! use hule_api::{Engine, Status};
//! let mut engine = Engine::default();
//! let answer = engine.ask("POST", "/hand", Language::English, r#"{ "tiles": "123M 55P", "open": 3 }"#);
//! assert_eq!(answer.status, Status::Ok);
//! assert!(answer.body.contains(r#""distance":0"#));
//! ```

mod chance;
mod check;
mod choice_view;
mod engine;
mod hand;
mod page;
mod read;
mod refusal;
mod replay;
mod replay_view;
mod review;
mod routes;
mod scene;
mod seed;
mod status;
mod study;
mod table;

pub use check::{CheckAnswer, CheckRequest};
pub use engine::{Answer, Engine, no_address};
pub use hand::{HandAnswer, HandRequest};
pub use page::{OPENAPI, PAGE, SCRIPT, STYLE, replay_html};
pub use read::{JsonError, read_body, read_json};
pub use refusal::Refusal;
pub use replay::ReplayRequest;
pub use replay_view::ReplayView;
pub use review::{ReviewLine, ReviewRequest, ReviewWork};
pub use routes::{Handler, Question, ROUTES, Route};
pub use seed::{Number, NumberError};
pub use status::Status;
pub use study::StudyRequest;
pub use table::{
    Act, Chair, Change, CommandKind, DecisionId, Games, Hint, Next, Presence, Record, Setup, Sit, State,
    Table, TableCommand, TableError, TableRequest, Viewer, ViewerFeed, new_table_id, split_token,
};
