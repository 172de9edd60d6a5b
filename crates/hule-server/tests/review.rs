//! Reviews of games, sent while they are made.

use crate::common::lines::Streamed;
use crate::common::{Running, wait_until};
use hule::review::{ReviewOptions, review};
use hule::{BySeat, Deck, Replay, Seat};
use hule_server::Options;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

const PATH: &str = "/api/v1/review";

fn game() -> Replay {
    Replay::standard(&Deck::seeded(1, 0))
}

#[test]
fn a_review_comes_with_its_progress() {
    let server = Running::new();
    let samples = NonZeroUsize::new(20).expect("not zero");
    let options = ReviewOptions { samples, ..ReviewOptions::default() };
    let alone = ReviewOptions { seats: BySeat::from_fn(|seat| seat == Seat::B), ..options };
    for (body, options) in [
        (json!({ "packed": game().pack(), "samples": 20 }), options),
        (json!({ "text": game().log().to_string(), "samples": 20, "seats": ["B"] }), alone),
        (json!({ "text": Deck::seeded(1, 0).to_string(), "samples": 20 }), options),
    ] {
        let expected = review(&game(), &options, NonZeroUsize::MIN, &AtomicBool::new(false), |_, _| {});
        // Through text, as numbers are rounded when they are read.
        let text = serde_json::to_string(&expected.expect("it ends")).expect("JSON");
        let mut expected: Value = serde_json::from_str(&text).expect("JSON");
        expected["type"] = json!("review");
        let mut lines = Streamed::of(&server, PATH, &body).lines();
        assert!(lines.pop() == Some(expected), "not what the library says");
        let mut before = 0;
        for line in &lines {
            assert_eq!(line["type"], "progress");
            let done = line["done"].as_u64().expect("a number");
            assert!(done >= before && done <= line["total"].as_u64().expect("a number"), "{line}");
            before = done;
        }
        assert_eq!(lines[0], json!({ "type": "progress", "done": 0, "total": 0 }));
        assert!(lines.len() > 1);
    }
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let server = Running::new();
    let refused = |body: Value, status| server.post(PATH, &body).refused(status);
    assert_eq!(refused(json!({}), 422), "expected one of text and packed");
    refused(json!({ "text": "", "packed": "" }), 422);
    refused(json!({ "packed": "x" }), 422);
    let log = game().log().to_string();
    for samples in [0, 10_001, 4_000_000_000_u64] {
        let sentence = refused(json!({ "text": log, "samples": samples }), 422);
        assert_eq!(sentence, "a review here takes 1 to 10000 samples");
    }
    for wrong in [
        json!({ "text": log, "samples": -1 }),
        json!({ "text": log, "samples": "many" }),
        json!({ "text": log, "seats": ["E"] }),
        json!({ "text": log, "seats": "A" }),
        json!({ "text": log, "threads": 8 }),
    ] {
        refused(wrong, 400);
    }
    let cut: String = log.split_inclusive('\n').take(80).collect();
    let answer = server.post(PATH, &json!({ "text": cut }));
    assert_eq!((answer.status, &answer.json()["line"]), (422, &json!(81)));
    let chinese = server.post("/api/v1/review?lang=zh", &json!({}));
    assert_eq!(chinese.refused(422), "应给出 text、packed 之一");
}

#[test]
fn clients_wait_for_each_other_and_those_who_leave_free_their_places() {
    let server = Running::with(Options { reviews: 1, ..Options::default() });
    let long = json!({ "packed": game().pack(), "samples": 10000 });
    let short = json!({ "packed": game().pack(), "samples": 1 });
    let mut clients: Vec<Streamed> =
        (0..=Options::WAITING_REVIEWS).map(|_| Streamed::of(&server, PATH, &long)).collect();
    for client in &mut clients {
        assert_eq!(client.line(), Some(json!({ "type": "progress", "done": 0, "total": 0 })));
    }
    let sentence = server.post(PATH, &short).refused(503);
    assert_eq!(sentence, "too many games are being reviewed; please try again later");
    // All of them would take a minute or more.
    drop(clients);
    wait_until("the places are free again", || match Streamed::with_head(&server, PATH, &short, "") {
        Ok(answer) => {
            assert_eq!(answer.lines().last().expect("a review")["type"], "review");
            true
        }
        Err(_) => false,
    });
}

#[test]
fn a_server_that_stops_ends_its_reviews() {
    let mut server = Running::new();
    let long = json!({ "packed": game().pack(), "samples": 10000 });
    let mut clients = [Streamed::of(&server, PATH, &long), Streamed::of(&server, PATH, &long)];
    for client in &mut clients {
        client.line();
    }
    server.stop();
    for client in clients {
        let last = client.lines().pop().expect("a last line");
        assert_eq!(last, json!({ "type": "error", "error": "the review was stopped" }));
    }
}
