//! What the page of `hule` asks, answered without a server.

use crate::value::{self, error, json, language};
use hule::review::{ReviewedDecision, Reviewer};
use hule::{Language, say};
use hule_api::{Answer, ReviewLine};
use hule_report::{NotOurDecks, Study, Unscheduled};
use js_sys::{Object, Reflect};
use std::sync::atomic::AtomicBool;
use wasm_bindgen::prelude::*;

/// Answers the requests of docs/API.md that need no connection: all but live tables.
#[wasm_bindgen]
pub struct Engine(hule_api::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine without tables.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // JavaScript has no defaults.
    pub fn new() -> Engine {
        Engine(hule_api::Engine::default())
    }

    /// Answers a request as the server does. The path is what stands behind `/api/v1` or `/api/v2`; without a body, `body` is `""`. What needs
    /// the network while it is not installed is answered with status 424.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn ask(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "\"GET\" | \"POST\"")] method: &str,
        path: &str,
        #[wasm_bindgen(unchecked_param_type = "Lang")] lang: Option<String>,
        body: &str,
    ) -> Result<JsValue, JsError> {
        Ok(answered(&self.0.ask(method, path, language(lang)?, body)))
    }

    /// Begins a request that takes long, and is answered line by line: `/study`. Throws an `Answer` if it is refused.
    pub fn begin(
        &self,
        #[wasm_bindgen(unchecked_param_type = "\"/study\"")] path: &str,
        #[wasm_bindgen(unchecked_param_type = "Lang")] lang: Option<String>,
        body: &str,
    ) -> Result<Work, JsValue> {
        let language = language(lang)?;
        if path != "/study" {
            return Err(JsError::new(&say!(
                language,
                "`{path}` is not answered line by line; expected /study",
                "`{path}` 不是逐行回答的；应为 /study"
            ))
            .into());
        }
        let study = self.0.study(language, body).map_err(|refused| answered(&refused))?;
        Ok(Work { study, scheduler: Unscheduled::default() })
    }

    /// Begins the request `/review`, which several workers can share. Throws an `Answer` if it is refused.
    pub fn review(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Lang")] lang: Option<String>,
        body: &str,
    ) -> Result<ReviewWork, JsValue> {
        let language = language(lang)?;
        let work = self.0.review(language, body).map_err(|refused| answered(&refused))?;
        Ok(ReviewWork { reviewer: work.reviewer(), language })
    }

    /// All of a table, as text to keep it; `undefined` if there is no table of this link.
    pub fn record(&self, token: &str) -> Option<String> {
        self.0.record(token)
    }

    /// Goes on from the record of a table, under its links. Returns whether it is one.
    pub fn restore(&mut self, record: &str) -> bool {
        self.0.restore(record)
    }
}

/// An answer that comes line by line.
#[wasm_bindgen]
pub struct Work {
    study: Study,
    scheduler: Unscheduled,
}

#[wasm_bindgen]
impl Work {
    /// Works for about half a second at the most and returns the next line, a JSON object; `undefined` after the last.
    #[wasm_bindgen(js_name = next)]
    pub fn next_line(&mut self) -> Option<String> {
        self.study.next_line(&self.scheduler).map(|line| json(&line))
    }

    /// The number of decks, if others can play some of them.
    #[wasm_bindgen(getter)]
    pub fn total(&self) -> usize {
        self.study.decks().try_into().unwrap_or(usize::MAX)
    }

    /// Plays so many decks from this one on, and returns them as JSON, for `take` of whichever work counts them.
    pub fn decks(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] first: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] count: &JsValue,
    ) -> Result<String, JsError> {
        let first = value::count(first, "first", Language::English)? as u64;
        let count = value::count(count, "count", Language::English)? as u64;
        Ok(self.study.play_decks(first..first.saturating_add(count), &self.scheduler))
    }

    /// Counts decks of `decks`, if they are the next. Returns a line if it is time for one, and the last one after the last deck.
    pub fn take(&mut self, decks: &str) -> Result<Option<String>, JsError> {
        let line = self
            .study
            .take(decks)
            .map_err(|NotOurDecks| JsError::new("expected decks of this study, as `decks` returns them"))?;
        Ok(line.map(|line| json(&line)))
    }

    /// Whether the last line was returned.
    #[wasm_bindgen(getter)]
    pub fn ended(&self) -> bool {
        self.study.has_ended()
    }
}

/// A review, decision by decision. Of the same request, every engine makes the same.
#[wasm_bindgen]
pub struct ReviewWork {
    reviewer: Reviewer,
    language: Language,
}

#[wasm_bindgen]
impl ReviewWork {
    /// The number of decisions.
    #[wasm_bindgen(getter)]
    pub fn total(&self) -> usize {
        self.reviewer.len()
    }

    /// Appraises a decision, by its number from 0 on, and returns it as JSON.
    pub fn appraise(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] number: &JsValue,
    ) -> Result<String, JsError> {
        let number = value::count(number, "number", self.language)?;
        let decision = self.reviewer.appraise(number, &AtomicBool::new(false));
        decision.map(|decision| json(&decision)).ok_or_else(|| {
            let total = self.total();
            JsError::new(&say!(
                self.language,
                "there is no decision {number}; the review has {total}",
                "没有第 {number} 个决定；复盘共有 {total} 个"
            ))
        })
    }

    /// Sums up all decisions, in order: the last line of the answer to `/review`.
    pub fn whole(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string[]")] decisions: &JsValue,
    ) -> Result<String, JsError> {
        let read = |decision: String| serde_json::from_str::<ReviewedDecision>(&decision).ok();
        let decisions = value::array(decisions).and_then(|all| all.into_iter().map(read).collect());
        let decisions: Vec<_> = decisions.ok_or_else(|| {
            JsError::new(&say!(
                self.language,
                "expected decisions, as `appraise` returns them",
                "应为 `appraise` 返回的决定"
            ))
        })?;
        let review = self.reviewer.finish(decisions).map_err(|wrong| error(&wrong, self.language))?;
        Ok(json(&ReviewLine::Review { review: Box::new(review) }))
    }
}

/// The object `Answer` of JavaScript. Its body stays text.
fn answered(answer: &Answer) -> JsValue {
    let object = Object::new();
    let fields: [(&str, JsValue); 3] = [
        ("status", answer.status.as_u16().into()),
        ("kind", answer.kind.into()),
        ("body", answer.body.as_str().into()),
    ];
    for (name, value) in fields {
        Reflect::set(&object, &name.into(), &value).expect("a new object takes any field");
    }
    object.into()
}
