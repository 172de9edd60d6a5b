//! The files of the page: `web/site` takes them from here, as they are in the module already.

use wasm_bindgen::prelude::*;

/// A file of the page as the server sends it: `index.html`, `main.js` (all modules as one), `style.css` or `charts.css`.
#[wasm_bindgen(js_name = pageFile)]
#[must_use]
pub fn page_file(name: &str) -> Option<String> {
    let text = match name {
        "index.html" => hule_api::PAGE,
        "main.js" => hule_api::SCRIPT,
        "style.css" => hule_api::STYLE,
        "charts.css" => hule_report::CHART_STYLE,
        _ => return None,
    };
    Some(text.to_owned())
}
