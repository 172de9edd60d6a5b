//! Explanations, checks and situations.

use crate::deck::Deck;
use crate::event::Event;
use crate::game::Game;
use crate::hand::Hand;
use crate::json;
use crate::records::Class;
use crate::words::W;
use hule::check::{Exactness, Mismatch};
use hule::explain::{DiscardChoice, ExplainedLine, Explainer, Reason};
use hule::play::{GameId, play};
use hule::situation::{SituationPattern, deck_with};
use hule::{BySeat, Language, Localized, Rule, Standard};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

static REASON: Class = Class::new("Reason");
static EXPLAINED: Class = Class::new("Explained");
static MISMATCH: Class = Class::new("Mismatch");
static SITUATION: Class = Class::new("Situation");

/// The language of a code: `en` or `zh`.
pub fn language(code: &str) -> PyResult<Language> {
    code.parse().map_err(|error: hule::language::UnknownName| PyValueError::new_err(error.to_string()))
}

fn record<'py>(
    py: Python<'py>,
    text: String,
    rules: &[Rule],
    details: &impl serde::Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = PyTuple::new(py, rules.iter().map(|rule| rule.number()))?;
    REASON.call(py, (text, rules, json::to_python(py, details)?))
}

fn reasons<'py>(py: Python<'py>, reasons: &[Reason], language: Language) -> PyResult<Bound<'py, PyList>> {
    let reason = |reason: &Reason| {
        let rules = match reason {
            Reason::Discard(reason) => &reason.choice.rules,
            Reason::SelfDrawn(reason) => &reason.rules,
            Reason::Claim(reason) => &reason.rules,
        };
        record(py, reason.text(language), rules, reason)
    };
    PyList::new(py, reasons.iter().map(reason).collect::<PyResult<Vec<_>>>()?)
}

/// Explains what standard players do.
///
/// Of a game, returns the reasons for the next decision: one if a seat has to discard or wins; one for each possible claim
/// of every seat if a discard may be claimed. Of a hand, returns the reason for its discard. Of a deck, returns every event
/// of the game that four standard players play, with the reasons. ``language`` is ``en`` or ``zh``.
///
/// >>> for reason in hule.explain(Hand("123M 456P 789S EEE W 1P")):
/// ...     print(reason.rules, reason)
/// ('R26', 'R27') W is the first of the best in the order Z F B N W S E 9S-1S 9P-1P 9M-1M. [R26, R27]
/// >>> len(hule.explain(Game(Deck.seeded(1, 0))))
/// 1
/// >>> hule.explain(Deck.seeded(1, 0))[53].event
/// Event('A OUT DOUBLE')
#[pyfunction]
#[pyo3(signature = (what, *, language = "en"))]
pub fn explain<'py>(what: &Bound<'py, PyAny>, language: &str) -> PyResult<Bound<'py, PyList>> {
    let py = what.py();
    let language = self::language(language)?;
    if let Ok(game) = what.cast::<Game>() {
        let game = game.try_borrow()?.0.clone();
        return reasons(py, &hule::explain::explain(&game), language);
    }
    if let Ok(hand) = what.cast::<Hand>() {
        let choice: Option<DiscardChoice> = hule::explain::explain_discard(&hand.get().0);
        let reason = choice.map(|choice| record(py, choice.text(language), &choice.rules, &choice));
        return PyList::new(py, reason.transpose()?);
    }
    let Ok(deck) = what.cast::<Deck>() else {
        return Err(PyTypeError::new_err("expected a Deck, a Game or a Hand"));
    };
    let mut lines: Vec<(hule::Event, Vec<Reason>)> = Vec::new();
    let mut explainer = Explainer::new(BySeat::splat(true), |line| match line {
        ExplainedLine::Event(event) => lines.push((event, Vec::new())),
        ExplainedLine::Reasons(reasons) => {
            if let Some((_, last)) = lines.last_mut() {
                last.extend(reasons);
            }
        }
        ExplainedLine::Evaluations(_) => {} // Standard players have none.
    });
    play(&deck.get().0, &mut BySeat::splat(Standard), GameId::default(), &mut explainer);
    let line = |(event, why): &(hule::Event, Vec<Reason>)| {
        EXPLAINED.call(py, (Event(*event), reasons(py, why, language)?))
    };
    PyList::new(py, lines.iter().map(line).collect::<PyResult<Vec<_>>>()?)
}

/// Compares the output of a program with the log of four standard players.
///
/// Returns ``None`` if it is right, else the first wrong line with a diagnosis. ``lenient`` ignores white space at the end
/// of lines and empty lines at the end, as most judges do.
///
/// >>> deck = Deck.seeded(1, 0)
/// >>> hule.check(deck, str(hule.log(deck)))
/// >>> print(hule.check(deck, "A IN 8S\nB IN E\n"))
/// line 2: expected `B IN S`, found `B IN E`: A, B, C, D, A, … draw one tile at a time until all have 13, and then A draws; perhaps the deck is read wrongly [R2]
#[pyfunction]
#[pyo3(signature = (deck, output, *, lenient = false, language = "en"))]
pub fn check<'py>(
    deck: &Bound<'py, PyAny>,
    output: &Bound<'py, PyAny>,
    lenient: bool,
    language: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (py, language) = (deck.py(), self::language(language)?);
    let deck = Deck::given(deck)?;
    let exactness = if lenient { Exactness::Lenient } else { Exactness::Strict };
    let checked = if let Ok(bytes) = output.cast::<PyBytes>() {
        hule::check::check(&deck, bytes.as_bytes(), exactness)
    } else if output.cast::<PyString>().is_ok() || output.cast::<crate::log::Log>().is_ok() {
        hule::check::check(&deck, output.str()?.to_string_lossy().as_bytes(), exactness)
    } else {
        return Err(PyTypeError::new_err("expected a str, bytes or a Log"));
    };
    match checked {
        Ok(_) => Ok(None),
        Err(mismatch) => wrong(py, &mismatch, language).map(Some),
    }
}

fn wrong<'py>(py: Python<'py>, mismatch: &Mismatch, language: Language) -> PyResult<Bound<'py, PyAny>> {
    MISMATCH.call(
        py,
        (
            mismatch.line,
            mismatch.expected().map(Event),
            mismatch.found.as_deref(),
            mismatch.decides.map(W),
            mismatch.game.clone().map(Game),
            reasons(py, &mismatch.reasons, language)?,
            mismatch.mistake.rule().map(Rule::number),
            mismatch.diagnosis(language),
            mismatch.text(language),
        ),
    )
}

/// The situations in which a rule decides that occur when four standard players play this deck. With ``rare``, only those
/// that are rare or often decided wrong.
///
/// >>> [situation.name for situation in hule.situations(Deck.seeded(1, 3), rare=True)]
/// ['near-orphans', 'pong-declined-chow-taken', 'special-pong']
#[pyfunction]
#[pyo3(signature = (deck, *, rare = false, language = "en"))]
pub fn situations<'py>(
    deck: &Bound<'py, PyAny>,
    rare: bool,
    language: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (py, language) = (deck.py(), self::language(language)?);
    let deck = Deck::given(deck)?;
    let found =
        if rare { hule::situation::rare_situations(&deck) } else { hule::situation::situations(&deck) };
    let record = |(situation, direction): (hule::Situation, hule::Direction)| {
        let fields = (situation.name(), W(direction), situation.rule().number(), situation.text(language));
        SITUATION.call(py, fields)
    };
    found.into_iter().map(record).collect()
}

/// A deck with which all these situations occur. What is wanted may follow a name: ``limit-of-four:middle:reversed:2``.
///
/// >>> deck = hule.deck_with("ron-by-three:reversed")
/// >>> "ron-by-three" in map(str, hule.situations(deck))
/// True
#[pyfunction]
#[pyo3(name = "deck_with", signature = (*wanted, seed = 0, game = 0))]
pub fn deck_with_situations(py: Python<'_>, wanted: Vec<String>, seed: u64, game: u64) -> PyResult<Deck> {
    let wish = |text: &String| {
        text.parse::<SituationPattern>().map_err(|error| PyValueError::new_err(error.to_string()))
    };
    let wishes = wanted.iter().map(wish).collect::<PyResult<Vec<SituationPattern>>>()?;
    let found = py.detach(|| deck_with(&wishes, seed, game));
    found.map(Deck).map_err(|error| PyValueError::new_err(error.to_string()))
}
