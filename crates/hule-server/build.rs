//! Lists the files of the page, so that they are embedded: `index.html`, `style.css` and all modules.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where")).join("web");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder web is there")
        .map(|entry| entry.expect("the folder web is readable").path())
        .filter(|path| path.is_file() && kind(path).is_some())
        .collect();
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        // A new module is imported by one of the others, which has then changed. The folder itself is not watched: the
        // tools that check the page come and go in it.
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_name().and_then(|name| name.to_str()).expect("names are UTF-8");
        let kind = kind(&path).expect("others are left out");
        let path = path.to_str().expect("names are UTF-8");
        writeln!(code, "    Asset {{ name: {name:?}, kind: {kind:?}, text: include_str!({path:?}) }},")
            .expect("memory takes all");
    }
    code += "]\n";
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("assets.rs");
    fs::write(out, code).expect("the folder for it is there");
}

/// What a file is, if it is part of the page.
fn kind(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        _ => None,
    }
}
