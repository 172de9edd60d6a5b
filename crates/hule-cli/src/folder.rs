//! The files of a directory, in the order in which people count them.

use crate::failure::Failure;
use crate::source::Source;
use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a directory, without those of directories in it, in [`natural`] order. Hidden ones are passed over.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::io(&Source::new(Some(folder)), &error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !hidden && path.is_file() {
            files.push(path);
        }
    }
    files.sort_by(|one, other| natural(&one.to_string_lossy(), &other.to_string_lossy()));
    Ok(files)
}

/// Compares names so that 2 comes before 10.
pub fn natural(one: &str, other: &str) -> Ordering {
    fn parts(name: &str) -> Vec<(&str, usize)> {
        // Every other part is a number.
        let mut parts = Vec::new();
        let mut rest = name;
        while !rest.is_empty() {
            let text = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
            let digits = &rest[text..];
            let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
            let number = digits[..end].trim_start_matches('0');
            parts.push((&rest[..text], 0));
            parts.push((number, number.len()));
            rest = &digits[end..];
        }
        parts
    }
    let numbers =
        |name| parts(name).into_iter().map(|(text, len)| (len, text.to_owned())).collect::<Vec<_>>();
    numbers(one).cmp(&numbers(other)).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn names_are_sorted_as_people_count() {
        let sorted =
            ["", "1", "01", "2.in", "10.in", "a", "a1", "a2b", "a2b3", "a10", "b1", "data/9/2", "data/10/1"];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|one, other| natural(one, other));
        let key = |name: &str| name.trim_start_matches('0').to_owned();
        assert_eq!(names.map(key), sorted.map(key));
    }
}
