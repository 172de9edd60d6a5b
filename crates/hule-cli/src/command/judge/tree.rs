//! The files of a directory or of a zip archive.

use crate::failure::Failure;
use crate::folder::natural;
use crate::language::say;
use crate::source::Source;
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use zip::ZipArchive;
use zip::result::ZipError;

/// Named files that can be read.
pub struct Tree {
    path: PathBuf,
    /// With `/` between the parts, in natural order.
    names: Vec<String>,
    content: Content,
}

enum Content {
    Folder(PathBuf),
    Zip(RefCell<ZipArchive<File>>),
}

impl Tree {
    /// No deck and no log is longer.
    pub const MOST_BYTES: u64 = 1 << 20;
    /// No package has more files; what has is something else.
    const MOST_FILES: usize = 100_000;
    const MOST_FOLDERS_DEEP: usize = 8;

    /// A directory, a zip archive, or one input with the answer beside it.
    pub fn open(path: &Path) -> Result<Tree, Failure> {
        let source = Source::new(Some(path));
        let data = fs::metadata(path).map_err(|error| Failure::io(&source, &error))?;
        if data.is_dir() {
            let mut names = Vec::new();
            walk(path, "", 0, &mut names)?;
            return Tree::new(path, names, Content::Folder(path.to_owned()));
        }
        if is_archive(path) {
            let file = File::open(path).map_err(|error| Failure::io(&source, &error))?;
            let archive = ZipArchive::new(file).map_err(|error| unreadable(path, error))?;
            let names = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
            let names = names.filter(|name| is_plain(name)).collect();
            return Tree::new(path, names, Content::Zip(RefCell::new(archive)));
        }
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = stem(&name);
        let answers = [format!("{stem}.ans"), format!("{stem}.out"), format!("{name}.a")];
        let beside = answers.into_iter().filter(|answer| *answer != name && folder.join(answer).is_file());
        let names = beside.chain([name.clone()]).collect();
        Tree::new(path, names, Content::Folder(folder))
    }

    fn new(path: &Path, mut names: Vec<String>, content: Content) -> Result<Tree, Failure> {
        if names.len() > Tree::MOST_FILES {
            let (source, most) = (Source::new(Some(path)), Tree::MOST_FILES);
            return Err(Failure::Input(say!(
                "{source}: it has more than {most} files; expected a set of tests",
                "{source}：其中有超过 {most} 个文件；应为一组测试点"
            )));
        }
        names.sort_by(|one, other| natural(one, other));
        Ok(Tree { path: path.to_owned(), names, content })
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub fn has(&self, name: &str) -> bool {
        self.names.binary_search_by(|other| natural(other, name)).is_ok()
    }

    /// The input, if it was asked for alone.
    pub fn only(&self) -> Option<String> {
        let name = self.path.file_name().filter(|_| !self.path.is_dir() && !is_archive(&self.path))?;
        Some(name.to_string_lossy().into_owned())
    }

    /// How people find a file.
    pub fn shown(&self, name: &str) -> String {
        let path = match &self.content {
            Content::Folder(folder) => folder.join(name),
            Content::Zip(_) => self.path.join(name),
        };
        crate::name::shown(&path.to_string_lossy())
    }

    /// The content of a file; of a longer one than [`MOST_BYTES`](Tree::MOST_BYTES) a little more than that.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let read = match &self.content {
            Content::Folder(folder) => File::open(folder.join(name))
                .and_then(|file| file.take(Tree::MOST_BYTES + 1).read_to_end(&mut bytes)),
            Content::Zip(archive) => {
                let mut archive = archive.borrow_mut();
                let file = archive.by_name(name).map_err(|error| unreadable(&self.path, error))?;
                file.take(Tree::MOST_BYTES + 1).read_to_end(&mut bytes)
            }
        };
        read.map_err(|error| Failure::io(&self.shown(name), &error))?;
        Ok(bytes)
    }
}

/// Whether a file is a zip archive, by its name.
fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// A name without what says that it is an input.
pub fn stem(name: &str) -> &str {
    name.strip_suffix(".in").or_else(|| name.strip_suffix(".deck")).unwrap_or(name)
}

fn unreadable(path: &Path, error: ZipError) -> Failure {
    let source = Source::new(Some(path));
    match error {
        ZipError::Io(error) => Failure::io(&source, &error),
        error => Failure::Input(say!(
            "{source}: the archive cannot be read: {error}",
            "{source}：压缩包无法读取：{error}"
        )),
    }
}

/// Whether a name in an archive is that of a file which is no hidden one.
fn is_plain(name: &str) -> bool {
    let is_hidden = |part: &str| part.is_empty() || part.starts_with('.') || part == "__MACOSX";
    !name.split('/').any(is_hidden)
}

fn walk(folder: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) -> Result<(), Failure> {
    let failed = |error| Failure::io(&Source::new(Some(folder)), &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || names.len() > Tree::MOST_FILES {
            continue;
        }
        let path = entry.path();
        if path.is_file() {
            names.push(format!("{prefix}{name}"));
        } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) && depth < Tree::MOST_FOLDERS_DEEP {
            walk(&path, &format!("{prefix}{name}/"), depth + 1, names)?;
        }
    }
    Ok(())
}
