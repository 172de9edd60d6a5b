//! Compares the output of a program with the correct log of a deck.

mod explanation;
mod habit;
mod mistake;
mod proof;

pub use mistake::Mistake;
pub use proof::Proof;

use crate::game::{Game, GameId, Observer, Standard, play};
use crate::insight::{Log, Reason, explain};
use crate::words::{BySeat, Deck, Event, Language, Localized, Seat, Turn, localized_errors, say};

/// How strictly lines are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exactness {
    /// Byte for byte.
    #[default]
    Strict,
    /// Like most judges: white space at the end of a line and empty lines at the end of the output are ignored.
    Lenient,
}

/// Compares the output of a program with the log of four standard players. Returns the number of lines.
///
/// ```
/// use hule::check::{Exactness, check};
/// use hule::{Deck, Log};
/// let deck = Deck::seeded(1, 0);
/// let log = Log::of(&deck).to_string();
/// assert_eq!(check(&deck, log.as_bytes(), Exactness::Strict).ok(), Some(log.lines().count()));
/// let mismatch = check(&deck, b"A IN 1M \n", Exactness::Strict).expect_err("that is not all");
/// assert_eq!(mismatch.line, 1);
/// ```
///
/// # Errors
/// Returns the first wrong line and a diagnosis.
pub fn check(deck: &Deck, output: &[u8], exactness: Exactness) -> Result<usize, Box<Mismatch>> {
    let mut checker = Checker {
        output: Output::new(output, exactness),
        log: Log::default(),
        last: None,
        before: Vec::new(),
        wrong: None,
    };
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut checker);
    let Checker { output, log, wrong, .. } = checker;
    let lines = log.events.len();
    if let Some(wrong) = wrong {
        return Err(Box::new(Mismatch::new(log, &output, wrong)));
    }
    if lines < output.lines.len() {
        return Err(Box::new(Mismatch::new(log, &output, WrongLine { line: lines, position: None })));
    }
    if exactness == Exactness::Strict && !output.ends_with_line_end {
        let mut mismatch = Mismatch::new(log, &output, WrongLine { line: lines - 1, position: None });
        mismatch.mistake = Mistake::NoLineEnd;
        return Err(Box::new(mismatch));
    }
    Ok(lines)
}

/// An observer that compares the log of a game with an output.
struct Checker<'a> {
    output: Output<'a>,
    log: Log,
    /// The game after the last event.
    last: Option<Game>,
    /// The right lines after the first draw, each with the game before it.
    before: Vec<(Game, Event)>,
    wrong: Option<WrongLine>,
}

/// The first wrong line.
struct WrongLine {
    /// Its index.
    line: usize,
    /// `None` in the deal and after the end of the game.
    position: Option<Position>,
}

/// The state of the game at the wrong line.
struct Position {
    /// The game before the line.
    game: Game,
    /// The right lines before it, each with the game before it.
    before: Vec<(Game, Event)>,
}

impl Position {
    /// The seat whose decision the line shows, or whose decision not to claim it should show; `None` if the line follows
    /// from earlier events.
    fn decides(&self, expected: Event, found: Option<Event>) -> Option<Seat> {
        match (self.game.turn()?, expected) {
            (Turn::Discard { seat, .. }, _)
            | (_, Event::Chow { seat, .. } | Event::Pong { seat, .. } | Event::Ron { seat }) => Some(seat),
            _ => match found? {
                Event::Chow { seat, .. } | Event::Pong { seat, .. } | Event::Ron { seat } => {
                    self.game.claims().any(|(other, _)| other == seat).then_some(seat)
                }
                _ => None,
            },
        }
    }
}

impl Checker<'_> {
    fn compare(&mut self, event: Event) {
        let line = self.log.events.len();
        self.log.events.push(event);
        if self.wrong.is_some() {
            return;
        }
        let right = self.output.has(line, event);
        match self.last.take() {
            Some(game) if right => self.before.push((game, event)),
            game if !right => {
                let position = game.map(|game| Position { game, before: std::mem::take(&mut self.before) });
                self.wrong = Some(WrongLine { line, position });
            }
            _ => {}
        }
    }
}

impl Observer for Checker<'_> {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        game.deck().deal().for_each(|event| self.compare(event));
    }

    fn event(&mut self, event: Event, game: &Game) {
        self.compare(event);
        if self.wrong.is_none() {
            self.last = Some(game.clone());
        }
    }
}

/// The lines of an output.
struct Output<'a> {
    lines: Vec<&'a [u8]>,
    ends_with_line_end: bool,
}

impl<'a> Output<'a> {
    fn new(output: &'a [u8], exactness: Exactness) -> Output<'a> {
        let mut lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
        // The part after the last line end is empty, or a line without an end.
        let ends_with_line_end = lines.pop_if(|last| last.is_empty()).is_some();
        if exactness == Exactness::Lenient {
            for line in &mut lines {
                *line = line.trim_ascii_end();
            }
            while lines.pop_if(|last| last.is_empty()).is_some() {}
        }
        Output { lines, ends_with_line_end }
    }

    fn has(&self, line: usize, event: Event) -> bool {
        self.lines.get(line).is_some_and(|found| event.to_string().as_bytes() == *found)
    }
}

/// The first wrong line of an output.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The line, counted from 1.
    pub line: usize,
    /// The correct log.
    pub log: Vec<Event>,
    /// The line that the program printed; `None` if its output ends before.
    pub found: Option<String>,
    /// The printed lines around it, beginning with number [`first`](Mismatch::first).
    pub around: Vec<String>,
    /// The number of the first line of `around`.
    pub first: usize,
    /// The game before this line; `None` in the deal and after the end of the game.
    pub game: Option<Game>,
    /// The seat that decides this line, or decides not to claim; `None` if the line follows from earlier events.
    pub decides: Option<Seat>,
    /// What the standard player decides, and why; empty if no seat decides.
    pub reasons: Vec<Reason>,
    /// The probable mistake of the program.
    pub mistake: Mistake,
    /// The distances that the program finds wrong, if the mistake is about them.
    pub proofs: Vec<Proof>,
}

impl Mismatch {
    /// How many lines before and after it are kept.
    const AROUND: usize = 3;

    fn new(log: Log, output: &Output<'_>, WrongLine { line, position }: WrongLine) -> Mismatch {
        let first = line.saturating_sub(Mismatch::AROUND);
        let end = (line + Mismatch::AROUND + 1).min(output.lines.len());
        let around =
            output.lines.get(first..end).unwrap_or_default().iter().map(|line| shown(line)).collect();
        let expected = log.events.get(line).copied();
        let found = output.lines.get(line).copied();
        let mistake = mistake::find(&output.lines, line, &log.events, position.as_ref());
        let found_event = found.and_then(mistake::event);
        let at_moment = position.as_ref().zip(expected);
        let decides = at_moment.and_then(|(position, expected)| position.decides(expected, found_event));
        let proofs = at_moment
            .zip(found_event)
            .map_or_else(Vec::new, |((position, expected), found)| position.proofs(mistake, expected, found));
        Mismatch {
            line: line + 1,
            found: found.map(shown),
            around,
            first: first + 1,
            decides,
            reasons: position
                .as_ref()
                .filter(|_| decides.is_some())
                .map_or_else(Vec::new, |position| explain(&position.game)),
            mistake,
            proofs,
            game: position.map(|position| position.game),
            log: log.events,
        }
    }

    /// Returns the correct event; `None` if the log ends before.
    pub fn expected(&self) -> Option<Event> {
        self.log.get(self.line - 1).copied()
    }

    /// Returns the probable mistake, the rule that it breaks, and the right distances if it is about them, as text. Missing
    /// tiles are in brackets.
    pub fn diagnosis(&self, language: Language) -> String {
        let mistake = self.mistake.text(language);
        let sentence = match self.mistake.rule() {
            Some(rule) => {
                let title = rule.text(language);
                say!(language, "{mistake}. [{rule} {title}]", "{mistake}。[{rule} {title}]")
            }
            None => say!(language, "{mistake}.", "{mistake}。"),
        };
        let proofs = self.proofs.iter().map(|proof| format!("    {}", proof.text(language)));
        std::iter::once(sentence).chain(proofs).collect::<Vec<String>>().join("\n")
    }
}

/// One line, like the message of a judge's checker.
impl Localized for Mismatch {
    fn text(&self, language: Language) -> String {
        let end = say!(language, "the end", "结束");
        let expected = self.expected().map_or_else(|| end.clone(), |event| format!("`{event}`"));
        let found = self.found.as_ref().map_or(end, |line| format!("`{line}`"));
        let rule = self.mistake.rule().map_or(String::new(), |rule| format!(" [{rule}]"));
        let (line, mistake) = (self.line, self.mistake.text(language));
        say!(
            language,
            "line {line}: expected {expected}, found {found}: {mistake}{rule}",
            "第 {line} 行：应为 {expected}，实为 {found}：{mistake}{rule}"
        )
    }
}

localized_errors!(Mismatch);

/// A line as text, cut if it is much longer than any correct line.
fn shown(line: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&line[..line.len().min(MOST)]);
    // Makes spaces at the end visible.
    let end = text.trim_end_matches(' ');
    let mut shown: String = end.chars().flat_map(char::escape_debug).collect();
    shown.extend(text[end.len()..].chars().map(|_| '·'));
    if line.len() > MOST {
        shown.push('…');
    }
    shown
}
