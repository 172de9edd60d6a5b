//! The description of the interface.

use crate::common::Running;
use crate::common::lines::Streamed;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

#[test]
fn the_description_is_sent_and_its_paths_are_there() {
    let server = Running::new();
    let sent = server.get("/api/v1/openapi.json");
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    assert_eq!(sent.body, fs::read_to_string(committed).expect("it is there"));
    for (path, methods) in sent.json()["paths"].as_object().expect("paths") {
        let path = path.replace("{token}", "x");
        for method in methods.as_object().expect("methods").keys() {
            let method = method.to_uppercase();
            let answer = server.raw(format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address));
            let error = if answer.status < 400 { Value::Null } else { answer.json()["error"].clone() };
            assert!(
                answer.status != 405 && error != "there is no such address",
                "{method} {path}: {answer:?}"
            );
        }
    }
}

/// The description, to hold answers against.
struct Document(Value);

impl Document {
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(reference) => {
                self.resolved(self.0.pointer(&reference[1..]).unwrap_or_else(|| panic!("{reference}")))
            }
            None => schema,
        }
    }

    /// The properties of an object, and which must be there, gathered from all parts of its schema.
    fn gather<'a>(&'a self, schema: &'a Value, known: &mut Map<String, Value>, required: &mut Vec<&'a str>) {
        let schema = self.resolved(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.gather(part, known, required);
        }
        known.extend(schema["properties"].as_object().cloned().unwrap_or_default());
        required.extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str));
    }

    /// Why a value is not what a schema says; `None` if it is.
    fn fault(&self, schema: &Value, value: &Value) -> Option<String> {
        let schema = self.resolved(schema);
        if let Some(choices) = schema["oneOf"].as_array() {
            let faults: Vec<String> = choices.iter().map_while(|choice| self.fault(choice, value)).collect();
            return (faults.len() == choices.len()).then(|| faults.join(" and "));
        }
        if let Some(fields) = value.as_object() {
            let (mut known, mut required) = (Map::new(), Vec::new());
            self.gather(schema, &mut known, &mut required);
            let others = schema.get("additionalProperties");
            let missing = required.into_iter().find(|name| !fields.contains_key(*name));
            return missing.map(|name| format!("{name} is missing")).or_else(|| {
                fields.iter().find_map(|(name, value)| match known.get(name).or(others) {
                    Some(schema) => self.fault(schema, value).map(|fault| format!("{name}: {fault}")),
                    None => Some(format!("nothing is said of {name}")),
                })
            });
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let allowed = &schema["type"];
        if *allowed != kind && !allowed.as_array().is_some_and(|kinds| kinds.contains(&json!(kind))) {
            return Some(format!("{kind} instead of {allowed}"));
        }
        value.as_array()?.iter().find_map(|item| self.fault(&schema["items"], item))
    }

    fn hold(&self, schema: &str, value: &Value) {
        let fault = self.fault(&json!({ "$ref": format!("#/components/schemas/{schema}") }), value);
        assert_eq!(fault, None, "{schema}: {value}");
    }
}

#[test]
fn answers_are_as_described() {
    let server = Running::new();
    let document = Document(server.get("/api/v1/openapi.json").fine());
    for asked in
        [json!({ "seed": 1 }), json!({ "seed": 3, "players": ["random", "useful", "random", "random"] })]
    {
        document.hold("ReplayView", &server.post("/api/v1/replay", &asked).fine());
    }
    document.hold("Refusal", &server.post("/api/v1/replay", &json!({ "deck": "1M X" })).json());
    document.hold("Verdict", &server.post("/api/v1/check", &json!({ "seed": 1, "output": "" })).fine());
    document.hold("Refusal", &server.get("/nowhere").json());
    let asked = json!({ "people": ["B"], "name": "x", "clock": 30, "players": { "A": "random" } });
    let mut state = server.post("/api/v2/tables", &asked).fine();
    let path = format!("/api/v2/tables/{}", state["links"]["seats"]["B"]["token"].as_str().expect("a token"));
    document.hold("Hint", &server.post(&format!("{path}/hint"), &json!({})).fine());
    while state["over"].is_null() {
        document.hold("State", &state);
        let action =
            &state["own"]["legal"].as_array().and_then(|legal| legal.last()).expect("an action")["action"];
        state =
            server.post(&format!("{path}/act"), &json!({ "action": action, "turn": state["turn"] })).fine();
    }
    document.hold("State", &state);
    document.hold("Games", &server.get(&format!("{path}/games")).fine());
    let several = server.post("/api/v2/tables", &json!({ "people": ["A", "B"] })).fine();
    document.hold("State", &several);
    let watch = several["links"]["watch"]["token"].as_str().expect("a token");
    document.hold("State", &server.get(&format!("/api/v2/tables/{watch}")).fine());
    for line in Streamed::of(&server, "/api/v1/study", &json!({ "games": 1 })).lines() {
        document.hold("StudyLine", &line);
    }
    // It does find faults.
    state["view"]["wall"] = json!("many");
    let fault = document.fault(&json!({ "$ref": "#/components/schemas/State" }), &state);
    let fault = fault.expect("there is one");
    assert!(fault.starts_with("view: wall: string instead of \"integer\""), "{fault}");
}
