//! `hule-bindgen MODULE OUT NAME`: writes NAME.js, NAME.d.ts and NAME_bg.wasm for a module into the folder OUT.

use std::env;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, out, name] = &arguments[..] else {
        eprintln!("usage: hule-bindgen MODULE OUT NAME");
        return ExitCode::from(2);
    };
    match make(module, out, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hule-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn make(module: &str, out: &str, name: &str) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(out)
}
