//! What a path leads to, before anything is written there.

use crate::failure::Failure;
use crate::language::say;
use same_file::Handle;
use std::ffi::OsStr;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf, is_separator};

/// Where the bytes of an export go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Standard output, by whatever name.
    Stdout,
    /// A device, a pipe or an open file of a process: it stays, and is written to.
    Through(PathBuf),
    /// A file that is replaced, or made. The path has no symbolic links.
    File(PathBuf),
}

/// As many symbolic links as Linux follows.
const MOST_LINKS: usize = 40;

impl Place {
    /// Follows symbolic links, also to what does not exist yet.
    pub fn of(path: &Path, name: &str) -> Result<Place, Failure> {
        let mut path = path.to_owned();
        for _ in 0..=MOST_LINKS {
            let folder = folder_of(&path)?;
            let Some(file) = path.file_name() else { return Err(is_folder(name)) };
            if let Some(number) = own_descriptors(&folder).then(|| file.to_string_lossy()) {
                return Ok(if number == "1" { Place::Stdout } else { Place::Through(path) });
            }
            if is_descriptors(&folder) {
                return Ok(Place::Through(path));
            }
            if cfg!(windows) && is_device(file) {
                return Ok(Place::Through(file.into()));
            }
            // A name that ends in a slash is that of a folder.
            let last = path.as_os_str().as_encoded_bytes().last();
            let ends_in_slash = last.is_some_and(|&letter| is_separator(letter.into()));
            let real = folder.join(file);
            match fs::symlink_metadata(&real) {
                Ok(data) if data.is_symlink() => {
                    let link = fs::read_link(&real).map_err(|error| Failure::io(&name, &error))?;
                    path = folder.join(link);
                }
                Ok(data) if data.is_dir() => return Err(is_folder(name)),
                Ok(data) if data.is_file() => return Ok(Place::File(real)),
                Ok(_) => return Ok(Place::Through(real)),
                Err(error) if error.kind() == ErrorKind::NotFound && ends_in_slash => {
                    return Err(no_folder(&real));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place::File(real)),
                Err(error) => return Err(Failure::io(&name, &error)),
            }
        }
        Err(Failure::Io(say!("{name}: its symbolic links lead in a circle", "{name}：它的符号链接成环")))
    }

    /// Whether what is written to one of them is also written to the other.
    pub fn is_same(&self, other: &Place) -> bool {
        match (self, other) {
            // Not all file systems tell large letters from small ones.
            (Place::File(this), Place::File(other)) if cfg!(windows) && is_same_name(this, other) => true,
            _ => self == other || self.handle().is_some_and(|this| Some(this) == other.handle()),
        }
    }

    /// What tells files apart, whatever their names are.
    fn handle(&self) -> Option<Handle> {
        match self {
            // A terminal or a pipe may be written to by many.
            Place::Stdout => Handle::stdout()
                .ok()
                .filter(|file| file.as_file().metadata().is_ok_and(|data| data.is_file())),
            Place::Through(path) | Place::File(path) => Handle::from_path(path).ok(),
        }
    }
}

fn is_same_name(this: &Path, other: &Path) -> bool {
    this.to_string_lossy().to_lowercase() == other.to_string_lossy().to_lowercase()
}

/// Whether Windows has a device of this name in every folder, such as NUL.
fn is_device(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_uppercase();
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let numbered = |kind| {
        let number = stem.strip_prefix(kind).map(str::as_bytes);
        matches!(number, Some([b'0'..=b'9']))
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem) || numbered("COM") || numbered("LPT")
}

/// The file that is to be replaced, if there is one. It must be writable, although it is not written to.
pub fn existing(path: &Path, name: &str) -> Result<Option<Metadata>, Failure> {
    match OpenOptions::new().append(true).open(path).and_then(|file| file.metadata()) {
        Ok(data) => Ok(Some(data)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io(&name, &error)),
    }
}

/// Gives a file the owner and the mode of the one that it replaces, as far as that is allowed.
#[cfg(unix)]
pub fn keep_mode(file: &fs::File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata()?;
    if new.uid() != old.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
    if new.gid() != old.gid() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

#[cfg(not(unix))]
pub fn keep_mode(_file: &fs::File, _old: &Metadata) -> io::Result<()> {
    Ok(())
}

/// The folder that a path is in, without symbolic links.
fn folder_of(path: &Path) -> Result<PathBuf, Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let real = folder.canonicalize().map_err(|error| match error.kind() {
        ErrorKind::NotFound => no_folder(folder),
        _ => Failure::io(&shown(folder), &error),
    })?;
    if !real.is_dir() {
        let name = shown(folder);
        return Err(Failure::Io(say!(
            "{name}: it is a file; expected a folder",
            "{name}：它是文件；应为目录"
        )));
    }
    Ok(real)
}

fn no_folder(folder: &Path) -> Failure {
    let name = shown(folder);
    Failure::Io(say!("{name}: there is no such folder", "{name}：没有这个目录"))
}

fn is_folder(name: &str) -> Failure {
    Failure::Io(say!("{name}: it is a folder; expected a file", "{name}：它是目录；应为文件"))
}

/// Why no file can be made in a folder.
pub fn cannot_make(folder: &Path, error: &io::Error) -> Failure {
    let name = shown(folder);
    match error.kind() {
        ErrorKind::PermissionDenied => Failure::Io(say!(
            "{name}: no file may be made in this folder",
            "{name}：没有在这个目录中建立文件的权限"
        )),
        _ => Failure::io(&name, error),
    }
}

/// Whether a folder has the open files of a process: what its entries lead to cannot be replaced.
fn is_descriptors(folder: &Path) -> bool {
    let parts: Vec<_> = folder.components().skip(1).map(Component::as_os_str).collect();
    matches!(&*parts, [dev, fd] if *dev == "dev" && *fd == "fd")
        || matches!(&*parts, [proc, .., fd] if *proc == "proc" && *fd == "fd")
}

/// Whether they are those of this process.
fn own_descriptors(folder: &Path) -> bool {
    let own = Path::new("/proc").join(std::process::id().to_string());
    is_descriptors(folder) && (folder.starts_with(own) || folder.starts_with("/dev"))
}

/// A path may have anything in it, also what would confuse a terminal.
pub fn shown(path: &Path) -> String {
    crate::name::shown(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_by_name() {
        for name in ["nul", "NUL.txt", "con", "COM1", "lpt9.log", "CONOUT$"] {
            assert!(is_device(OsStr::new(name)), "{name}");
        }
        for name in ["null", "console", "COM", "COM10", "a.nul", "lpt"] {
            assert!(!is_device(OsStr::new(name)), "{name}");
        }
    }
}
