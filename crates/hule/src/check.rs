//! What a program printed, compared with the true log of a deck.

mod slip;

use crate::action::Action;
use crate::deck::Deck;
use crate::event::Event;
use crate::explain::{Reason, explain};
use crate::game::{Game, Turn};
use crate::hand::Hand;
use crate::language::{Language, print_in_english, say};
use crate::meld::Meld;
use crate::player::{Player, Standard};
use crate::tile::{Direction, Seat};

pub use slip::Slip;

/// How exact the lines must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exactness {
    /// Byte for byte.
    #[default]
    Strict,
    /// As most judges compare: white space at the end of a line and empty lines at the end of the output are passed
    /// over.
    Lenient,
}

/// Compares what a program printed with the log of the game of four standard players. Returns how many lines are
/// right, all of them, or the first difference.
///
/// ```
/// use hule::{Deck, Exactness, Rule, check};
/// let deck = Deck::seeded(1, 0);
/// let difference = check(&deck, b"A IN 1M \n", Exactness::Strict).expect_err("that is not all");
/// assert_eq!(difference.line, 1);
/// ```
pub fn check(deck: &Deck, output: &[u8], exactness: Exactness) -> Result<usize, Box<Difference>> {
    let output = Output::new(output, exactness);
    let mut line = 0;
    let mut events = Vec::new();
    let mut game = Game::start(deck, &mut |event| events.push(event));
    for event in events.drain(..) {
        if !output.has(line, event) {
            return Err(Box::new(Difference::new(deck, &output, line, Some(event), None)));
        }
        line += 1;
    }
    while let Some(turn) = game.turn() {
        let before = game.clone();
        let action = Standard.choose(&game.view(turn.seat()), game.legal_actions());
        game.play_into(action, &mut |event| events.push(event))
            .expect("the standard player plays by the rules");
        for (place, event) in events.drain(..).enumerate() {
            if !output.has(line, event) {
                // A decision to decline is not to be seen; what follows is nobody's decision.
                let follows = place > 0 || action == Action::Decline;
                let decision = Decision { before, after: game, turn, follows };
                return Err(Box::new(Difference::new(deck, &output, line, Some(event), Some(&decision))));
            }
            line += 1;
        }
    }
    if line < output.lines.len() {
        return Err(Box::new(Difference::new(deck, &output, line, None, None)));
    }
    if exactness == Exactness::Strict && !output.ends_with_line_end {
        let mut difference = Difference::new(deck, &output, line - 1, None, None);
        difference.slip = Slip::NoLineEnd;
        return Err(Box::new(difference));
    }
    Ok(line)
}

/// The lines of an output.
struct Output<'a> {
    lines: Vec<&'a [u8]>,
    ends_with_line_end: bool,
}

impl<'a> Output<'a> {
    fn new(output: &'a [u8], exactness: Exactness) -> Output<'a> {
        let mut lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
        // Behind the last line end there is nothing, or a line without one.
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

/// The first difference between what a program printed and the true log.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: usize,
    /// The true log.
    pub log: Vec<Event>,
    /// What the program printed there; nothing if its output ends before.
    pub found: Option<String>,
    /// The lines around it that the program printed, the first of them number [`first`](Difference::first).
    pub around: Vec<String>,
    /// The number of the first line around it.
    pub first: usize,
    /// The table at that moment; nothing if the tiles have not been dealt, or the game is over.
    pub table: Option<Table>,
    /// Who decides what happens in this line; nothing if it follows from what happened before.
    pub decides: Option<Seat>,
    /// What the standard player does there, and why.
    pub reasons: Vec<Reason>,
    /// What is probably wrong with the program.
    pub slip: Slip,
}

/// What lies on the table and in the hands.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // The names say it.
pub struct Table {
    pub hands: [Hand; 4],
    pub melds: [Vec<Meld>; 4],
    pub direction: Direction,
    /// How many tiles are left to draw.
    pub wall: usize,
}

/// What was decided where the difference is.
struct Decision {
    before: Game,
    after: Game,
    turn: Turn,
    /// Whether the line follows from the decision and is not the decision itself.
    follows: bool,
}

impl Difference {
    /// How many lines before and after the difference are kept.
    const AROUND: usize = 3;

    fn new(
        deck: &Deck,
        output: &Output<'_>,
        line: usize,
        expected: Option<Event>,
        decision: Option<&Decision>,
    ) -> Difference {
        let mut log = Vec::new();
        let mut sink = |event| log.push(event);
        Game::start(deck, &mut sink).play_out(&mut [Standard; 4], &mut sink);
        let won = log.last() != Some(&Event::Exhausted);
        let text = |line: &&[u8]| shown(line);
        let first = line.saturating_sub(Difference::AROUND);
        let end = (line + Difference::AROUND + 1).min(output.lines.len());
        let around = output.lines.get(first..end).unwrap_or_default().iter().map(text).collect();
        Difference {
            line: line + 1,
            log,
            found: output.lines.get(line).map(text),
            around,
            first: first + 1,
            table: decision.map(|decision| decision.table(expected)),
            decides: decision.filter(|decision| !decision.follows).map(|decision| decision.turn.seat()),
            reasons: decision.map_or_else(Vec::new, Decision::reasons),
            slip: slip::find(output.lines.get(line).copied(), expected, decision, won),
        }
    }

    /// What should stand there; nothing if the log ends before.
    #[must_use]
    pub fn expected(&self) -> Option<Event> {
        self.log.get(self.line - 1).copied()
    }

    /// In one line and a language, as checkers of judges say it.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let end = say!(language, "the end", "结束");
        let expected = self.expected().map_or_else(|| end.clone(), |event| format!("`{event}`"));
        let found = self.found.as_ref().map_or(end, |line| format!("`{line}`"));
        let rule = self.slip.rule().map_or(String::new(), |rule| format!(" [{rule}]"));
        let (line, slip) = (self.line, self.slip.text(language));
        say!(
            language,
            "line {line}: expected {expected}, found {found}: {slip}{rule}",
            "第 {line} 行：应为 {expected}，实为 {found}：{slip}{rule}"
        )
    }

    /// What is probably wrong with the program and the rule that it breaks, in a language.
    #[must_use]
    pub fn diagnosis(&self, language: Language) -> String {
        let slip = self.slip.text(language);
        let sentence = say!(language, "{slip}.", "{slip}。");
        match self.slip.rule() {
            Some(rule) => format!("{sentence} [{rule} {}]", rule.title_in(language)),
            None => sentence,
        }
    }
}

print_in_english!(Difference);

/// A line as text, cut if it is much longer than any can be.
fn shown(line: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&line[..line.len().min(MOST)]);
    // What is not to be seen at the end is made visible.
    let end = text.trim_end_matches(' ');
    let mut shown: String = end.chars().flat_map(char::escape_debug).collect();
    shown.extend(text[end.len()..].chars().map(|_| '·'));
    if line.len() > MOST {
        shown.push('…');
    }
    shown
}

impl Decision {
    fn table(&self, expected: Option<Event>) -> Table {
        let game = if self.follows { &self.after } else { &self.before };
        let mut hands = Seat::ALL.map(|seat| *game.hand(seat));
        let mut wall = game.wall().len();
        if let Some(Event::Draw { seat, tile }) = expected {
            // As it is before the draw.
            hands[seat.index()].take(tile);
            wall += 1;
        }
        let melds = Seat::ALL.map(|seat| game.melds(seat).to_vec());
        Table { hands, melds, direction: game.direction(), wall }
    }

    /// Why the standard player decides so, where there was something to decide.
    fn reasons(&self) -> Vec<Reason> {
        explain(&self.before)
    }
}
