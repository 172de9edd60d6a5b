//! Gathers the files of the page, so that they are embedded: `index.html`, `style.css`, and all modules as one script,
//! for which a browser asks once, without the lines that are comments; and the description of the interface.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = |name| PathBuf::from(env::var(name).expect("cargo says where"));
    let (web, out) = (followed(&folder("CARGO_MANIFEST_DIR").join("web")), folder("OUT_DIR"));
    let mut script = Script { web: &web, begun: Vec::new(), text: String::new() };
    script.add("main.js");
    // A new module is imported by one of the others, which has then changed. The folder itself is not watched: the
    // tools that check the page come and go in it.
    for name in script.begun.iter().map(String::as_str).chain(["index.html", "style.css"]) {
        println!("cargo::rerun-if-changed={}", web.join(name).display());
    }
    fs::write(out.join("main.js"), script.text).expect("the folder for it is there");
    for name in ["index.html", "style.css"] {
        fs::copy(web.join(name), out.join(name)).unwrap_or_else(|error| panic!("web/{name}: {error}"));
    }
    let description = followed(&folder("CARGO_MANIFEST_DIR").join("openapi.json"));
    println!("cargo::rerun-if-changed={}", description.display());
    fs::copy(&description, out.join("openapi.json")).expect("docs/openapi.json is there");
}

/// The file that a symbolic link leads to, also where git has no links and writes their paths into files.
fn followed(link: &Path) -> PathBuf {
    let text = fs::read_to_string(link).unwrap_or_default();
    let path = Some(text).filter(|text| text.starts_with("../") && !text.contains('\n'));
    path.map_or_else(|| link.to_owned(), |path| link.with_file_name(path))
}

/// The modules, each behind what it needs, as one.
struct Script<'a> {
    web: &'a Path,
    begun: Vec<String>,
    text: String,
}

impl Script<'_> {
    /// Adds a module behind those that it imports. Modules that need one another are added once, wherever the circle is
    /// entered first.
    fn add(&mut self, name: &str) {
        if self.begun.iter().any(|begun| begun == name) {
            return;
        }
        self.begun.push(name.to_owned());
        let module =
            fs::read_to_string(self.web.join(name)).unwrap_or_else(|error| panic!("web/{name}: {error}"));
        for imported in module.lines().filter_map(imported) {
            self.add(imported);
        }
        let mut in_comment = false;
        for line in module.lines().filter(|line| imported(line).is_none()) {
            let trimmed = line.trim();
            // Lines of comments, with most of the types, are a fifth of the script. (Behind a type, there may be code.)
            let begins = trimmed.starts_with("//") || trimmed.starts_with("/**") && !trimmed.contains("*/ ");
            if !in_comment && !begins {
                self.text += line.strip_prefix("export ").unwrap_or(line);
                self.text += "\n";
            }
            in_comment = (in_comment || trimmed.starts_with("/**")) && !trimmed.contains("*/");
        }
    }
}

/// The file that a line imports from: `import { a, b } from "./x.js";`.
fn imported(line: &str) -> Option<&str> {
    line.strip_prefix("import {")?.split_once("} from \"./")?.1.strip_suffix("\";")
}
