//! The directory of a package.

use crate::failure::Failure;
use crate::language::say;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

/// A directory that appears whole or not at all: it is made beside its place under another name.
pub struct Folder<'a> {
    path: &'a Path,
    made: tempfile::TempDir,
}

impl Folder<'_> {
    pub fn new(path: &Path) -> Result<Folder<'_>, Failure> {
        let name = shown(path);
        match fs::read_dir(path) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Err(Failure::Input(say!(
                        "{name}: it is not empty; expected a new directory",
                        "{name}：它不是空的；应为新目录"
                    )));
                }
                // It will be replaced, and its directory is removed.
                let is_here = same_file::is_same_file(path, ".").unwrap_or(false);
                if is_here || path.is_symlink() {
                    let sentence = say!(
                        "{name}: it cannot be replaced; expected a new directory",
                        "{name}：它不能被替换；应为新目录"
                    );
                    return Err(Failure::Input(sentence));
                }
            }
            Err(error)
                if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() && !is_below_file(path) => {}
            Err(error)
                if error.kind() == io::ErrorKind::NotADirectory || path.is_file() || is_below_file(path) =>
            {
                let sentence =
                    say!("{name}: it is a file; expected a new directory", "{name}：它是文件；应为新目录");
                return Err(Failure::Input(sentence));
            }
            Err(error) => return Err(Failure::io(&name, &error)),
        }
        let parent = path.parent().filter(|parent| *parent != OsStr::new("")).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        // As a new directory has them, not only for oneself.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let made = builder.prefix(".hule-").tempdir_in(parent).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::Io(say!("{}: there is no such directory", "{}：没有这个目录", shown(parent)))
            }
            io::ErrorKind::PermissionDenied => {
                Failure::Io(say!("{}: it may not be written to", "{}：没有写入它的权限", shown(parent)))
            }
            _ => Failure::io(&name, &error),
        })?;
        Ok(Folder { path, made })
    }

    pub fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.made.path().join(name);
        let parent = path.parent().expect("it is in the directory");
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::Io(say!("{}: {error}", "{}：{error}", shown(&self.path.join(name)))))
    }

    /// Gives it its name, and says it.
    pub fn finish(self) -> Result<String, Failure> {
        // An empty directory goes; one into which something was put meanwhile does not.
        let renamed = match fs::remove_dir(self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(self.made.path(), self.path),
        };
        let name = shown(self.path);
        match renamed {
            Ok(()) => {
                // It has another name now, so there is nothing to clean up.
                let _ = self.made.keep();
                Ok(name)
            }
            Err(error) => Err(Failure::Io(say!("{name}: {error}", "{name}：{error}"))),
        }
    }
}

/// A path may have anything in it, also what would confuse a terminal.
fn shown(path: &Path) -> String {
    crate::name::shown(&path.to_string_lossy())
}

/// Whether a part of the path is a file, which not every system says.
fn is_below_file(path: &Path) -> bool {
    path.ancestors().skip(1).any(Path::is_file)
}
