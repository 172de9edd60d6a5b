//! Hands over the text of the rules, which the library embeds.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    for document in ["RULES.md", "RULES.zh.md"] {
        let from = followed(&Path::new("data").join(document));
        println!("cargo::rerun-if-changed={}", from.display());
        fs::copy(&from, out.join(document)).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    }
}

/// The file that a symbolic link leads to, also where git has no links and writes their paths into files.
fn followed(link: &Path) -> PathBuf {
    let text = fs::read_to_string(link).unwrap_or_default();
    let path = Some(text).filter(|text| text.starts_with("../") && !text.contains('\n'));
    path.map_or_else(|| link.to_owned(), |path| link.with_file_name(path))
}
