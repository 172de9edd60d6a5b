//! The library `hule` as a WebAssembly module. web/wasm/build makes the npm package of it, whose README is web/wasm/package/README.md.
//!
//! Objects are those of docs/PROTOCOL.md; `types.d.ts` has their types. Everything that can go wrong is an `Error` with a sentence.

mod engine;
mod game;
mod insight;
mod network;
mod page;
mod player;
mod value;

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);
}

/// A panic ends the instance. Its message goes to the console, since the error that JavaScript gets has none.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| console_error(&info.to_string())));
}
