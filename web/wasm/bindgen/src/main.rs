//! `hule-bindgen MODULE OUT NAME`: writes NAME.js, NAME.d.ts and NAME_bg.wasm for a module into the folder OUT.

use anyhow::Context as _;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};
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
    // With its checks, arguments of wrong types and objects that were freed are errors, and not traps in the module.
    bindgen.input_path(module).out_name(name).typescript(true).debug(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(out)?;
    let types = Path::new(out).join(format!("{name}.d.ts"));
    fs::write(&types, plain_types(&fs::read_to_string(&types)?)?)?;
    Ok(())
}

/// The types without those that only some projects have: of the DOM, of WebAssembly, and of explicit resource management.
fn plain_types(text: &str) -> anyhow::Result<String> {
    const START: &str = "\
/** What the module is made of: its address, its bytes, a response with it, or the compiled module. */
export type InitInput = string | object;

export default function start(options: { module_or_path: InitInput }): Promise<unknown>;

export function initSync(options: { module: object }): unknown;
";
    let (own, _) = text.split_once("export type InitInput").context("the types have no InitInput")?;
    let lines = own.lines().filter(|line| !line.contains("[Symbol.dispose]"));
    Ok(lines.flat_map(|line| [line, "\n"]).collect::<String>() + START)
}
