//! The words of a command line.

use crate::language::say;

/// Whether a backslash stands for the letter behind it. On Windows it stands between the parts of a path.
pub const BACKSLASH_ESCAPES: bool = cfg!(not(windows));

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || b"_-./=:,+@%".contains(&byte) || (byte == b'\\' && !BACKSLASH_ESCAPES)
    };
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else if BACKSLASH_ESCAPES {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        // There a quote cannot be part of a file name.
        format!("\"{}\"", word.replace('"', "\"'\"'\""))
    }
}

/// The words of a command as a shell reads them, as far as spaces, quotes and backslashes go.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    let unfinished = || say!("a quote is not closed in `{command}`", "`{command}` 中有未闭合的引号");
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next().ok_or_else(unfinished)? {
                        end if end == letter => break,
                        '\\' if letter == '"' && BACKSLASH_ESCAPES => {
                            word.push(letters.next().ok_or_else(unfinished)?);
                        }
                        other => word.push(other),
                    }
                }
            }
            '\\' if BACKSLASH_ESCAPES => {
                word.get_or_insert_default().push(letters.next().ok_or_else(unfinished)?);
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    if words.is_empty() { Err(say!("expected a program", "应为一个程序")) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn words_are_split_as_a_shell_does() {
        for line in ["./mine", "python3 mine.py --fast", "  a\t b ", r"a\ b 'c d'e", r#"'' "it's" "a\"b\\""#]
        {
            let printed =
                std::process::Command::new("sh").args(["-c", &format!("printf '%s\\0' {line}")]).output();
            let printed = String::from_utf8(printed.expect("there is a shell").stdout).expect("text");
            let expected: Vec<&str> = printed.strip_suffix('\0').expect("at least one").split('\0').collect();
            assert_eq!(words(line).expect(line), expected);
        }
    }

    #[cfg(windows)]
    #[test]
    fn backslashes_stand_between_the_parts_of_a_path() {
        let line = r#"C:\x\bot.exe "C:\My Bots\bot 1.py" 'a "b"' c:\d"#;
        assert_eq!(words(line).expect(line), [r"C:\x\bot.exe", r"C:\My Bots\bot 1.py", r#"a "b""#, r"c:\d"]);
    }

    #[test]
    fn quoted_words_are_read_back() {
        let list =
            ["a", "", "a b", "it's", r#"say "x""#, r"C:\My Bots\x.exe", "牌", "a,b"].map(str::to_owned);
        let line: Vec<String> = list.iter().map(|word| quoted(word)).collect();
        assert_eq!(words(&line.join(" ")).as_deref(), Ok(&list[..]));
    }

    #[test]
    fn what_is_not_a_command_is_refused() {
        for wrong in ["", "  ", "'a", "a \"b"] {
            assert!(words(wrong).is_err(), "{wrong}");
        }
        assert_eq!(words("a\\").is_err(), BACKSLASH_ESCAPES);
    }
}
