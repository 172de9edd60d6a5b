//! `hule check --testlib`: a checker that is called as those made with testlib.

use super::jury::judge;
use super::output::Output;
use crate::language::say;
use crate::source::Source;
use crate::status::Status;
use hule::check::{Exactness, Mistake};
use hule_report::xml_escaped;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// What testlib's checkers say.
#[derive(Clone, Copy)]
enum Outcome {
    Accepted,
    WrongAnswer,
    PresentationError,
    /// The jury is wrong, or the call is.
    Fail,
}

impl Outcome {
    const fn status(self) -> u8 {
        self as u8
    }

    /// What a message begins with on standard error.
    const fn word(self) -> &'static str {
        match self {
            Outcome::Accepted => "ok",
            Outcome::WrongAnswer => "wrong answer",
            Outcome::PresentationError => "wrong output format",
            Outcome::Fail => "FAIL",
        }
    }

    /// Its name in XML.
    const fn name(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::WrongAnswer => "wrong-answer",
            Outcome::PresentationError => "presentation-error",
            Outcome::Fail => "fail",
        }
    }
}

/// Judges an output. The arguments are IN OUT ANS [RESULT [-appes]].
pub fn run(arguments: &[PathBuf], exactness: Exactness) -> Status {
    let (files, result, is_xml) = match arguments {
        [files @ .., result, flag] if files.len() == 3 && is_appes(flag.as_os_str()) => {
            (files, Some(result), true)
        }
        [files @ .., result] if files.len() == 3 && !is_appes(result.as_os_str()) => {
            (files, Some(result), false)
        }
        files => (files, None, false),
    };
    let [input, output, answer] = files else {
        let given = arguments.len();
        let plural = if given == 1 { "argument is" } else { "arguments are" };
        return fail(&say!(
            "--testlib takes IN OUT ANS [RESULT [-appes]]; {given} {plural} given",
            "--testlib 需要 IN OUT ANS [RESULT [-appes]]；给出了 {given} 个参数"
        ));
    };
    let output = Output::read_or_empty(&Source::new(Some(output)));
    let (outcome, message) = match judge(input, &output, answer, exactness) {
        Ok(Ok(right)) => (Outcome::Accepted, right.message()),
        Ok(Err(found)) if is_about_form(found.mistake) => {
            (Outcome::PresentationError, output.message(&found))
        }
        Ok(Err(found)) => (Outcome::WrongAnswer, output.message(&found)),
        Err(why) => (Outcome::Fail, why),
    };
    if let Some(result) = result {
        return report(result, outcome, &message, is_xml);
    }
    eprintln!("{} {message}", outcome.word());
    Status(outcome.status())
}

/// Writes the message to the file of the judge.
fn report(result: &Path, outcome: Outcome, message: &str, is_xml: bool) -> Status {
    let text = if is_xml { xml(outcome, message) } else { message.to_owned() };
    match fs::write(result, text + "\n") {
        Ok(()) => Status(outcome.status()),
        Err(error) => fail(&say!("the result cannot be written: {error}", "结果无法写入：{error}")),
    }
}

/// Says that the call is wrong.
pub fn fail(why: &str) -> Status {
    eprintln!("{} {why}", Outcome::Fail.word());
    Status(Outcome::Fail.status())
}

fn xml(outcome: Outcome, message: &str) -> String {
    // XML has no control characters.
    let text = xml_escaped(&message.replace(char::is_control, "."));
    // The spaces are testlib's.
    let name = outcome.name();
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"{name}\">{text}</result>")
}

/// Whether judges call it a wrong format and not a wrong answer.
const fn is_about_form(mistake: Mistake) -> bool {
    matches!(
        mistake,
        Mistake::TrailingSpace
            | Mistake::CarriageReturn
            | Mistake::NoLineEnd
            | Mistake::Spaces
            | Mistake::BlankLine
            | Mistake::UpperCase
            | Mistake::PassWithoutTarget
            | Mistake::ChowOrder
            | Mistake::NotALine
            | Mistake::ByteOrderMark
            | Mistake::Kong
            | Mistake::NoOutput
    )
}

fn is_appes(argument: &OsStr) -> bool {
    argument == "-appes" || argument == "-APPES"
}

/// Whether the command is asked to be a checker, however wrong the other arguments are.
pub fn is_asked_for(arguments: &[OsString]) -> bool {
    let words: Vec<&OsString> = arguments.iter().skip(1).take_while(|argument| *argument != "--").collect();
    // The value of an option before the command is not the command.
    let is_value = |place: usize| place > 0 && words[place - 1] == "--lang";
    let mut others = words.iter().enumerate().filter(|&(place, _)| !is_value(place)).map(|(_, word)| word);
    let command = others.clone().find(|word| !word.as_encoded_bytes().starts_with(b"-"));
    command.is_some_and(|command| *command == "check")
        && others.any(|word| word.as_encoded_bytes().starts_with(b"--testlib"))
}

/// What judges add to the arguments, in a form that other options do not clash with: `-appes` comes last, behind `--`,
/// and the test set and the group, which mean nothing here, are left out.
pub fn in_order(arguments: Vec<OsString>) -> Vec<OsString> {
    if !is_asked_for(&arguments) || arguments.iter().any(|argument| argument == "--") {
        return arguments;
    }
    let mut others = Vec::new();
    let mut appes = None;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if is_appes(&argument) {
            appes = Some(argument);
        } else if argument == "--testset" || argument == "--group" {
            // Without a value the call is wrong, which is left to be noticed.
            if arguments.next().is_none() {
                others.push(argument);
            }
        } else {
            others.push(argument);
        }
    }
    others.extend(appes.into_iter().flat_map(|appes| ["--".into(), appes]));
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_judges_add_is_put_in_order() {
        let of = |line: &str| {
            let arguments = in_order(line.split(' ').map(OsString::from).collect());
            arguments.join(OsStr::new(" ")).into_string().expect("it was text")
        };
        assert_eq!(of("hule check --testlib a b c d -appes"), "hule check --testlib a b c d -- -appes");
        assert_eq!(of("hule check a b c d -APPES --testlib"), "hule check a b c d --testlib -- -APPES");
        assert_eq!(of("hule check --testlib --testset tests --group 1 a b c"), "hule check --testlib a b c");
        assert_eq!(
            of("hule --lang xx check --testlib a -appes"),
            "hule --lang xx check --testlib a -- -appes"
        );
        assert_eq!(of("hule check --testlib a b c --testset"), "hule check --testlib a b c --testset");
        for same in ["hule check a -appes", "hule run --testlib -appes", "hule check -- a --testlib -appes"] {
            assert_eq!(of(same), same);
        }
    }

    #[test]
    fn xml_has_no_stray_letters() {
        assert_eq!(
            xml(Outcome::WrongAnswer, "`<\"&\">`\u{1b}错"),
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\
             <result outcome = \"wrong-answer\">`&lt;&quot;&amp;&quot;&gt;`.错</result>"
        );
    }
}
