//! A game as frames that a page can show one after the other.

use crate::choice_view::ChoiceView;
use crate::scene::{Patch, Scene};
use crate::seed::{Number, Seeded};
use hule::explain::{Reason, describe, explain};
use hule::play::{Decision, GameId};
use hule::players::{Evaluation, PlayerName};
use hule::{
    Action, BySeat, Deck, Event, Game, Language, Localized, Observer, Outcome, Player, Replay, Seat,
    Standard, Tile, Turn, say,
};
use serde::Serialize;

/// A game to be shown, and what is known of it.
pub struct Source {
    /// The game.
    pub replay: Replay,
    /// Who plays, if that is known.
    pub players: Option<BySeat<PlayerName>>,
    /// The seed and game that the deck came from.
    pub seeded: Option<Seeded>,
}

impl Source {
    /// The game of a text, a deck or a log.
    pub fn new(replay: Replay) -> Source {
        let standard = replay == Replay::standard(replay.deck());
        let players = standard.then_some(BySeat::new([PlayerName::Standard; 4]));
        Source { replay, players, seeded: None }
    }
}

/// A whole game, ready to be shown.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplayView {
    /// The version of this format.
    version: u32,
    /// The game in a few characters, for addresses.
    packed: String,
    /// The seed, if the deck came from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    seed: Option<Number>,
    /// The number of the game of the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    game: Option<Number>,
    /// The players from `A` to `D`, if they are known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<String>>, required))]
    players: Option<BySeat<String>>,
    /// The lines of the log before the first frame's: the deal.
    deal: Vec<String>,
    /// The table after the deal, and then one frame for each further line of the log.
    frames: Vec<Frame>,
    /// How it ends.
    outcome: Ending,
}

/// One event of a game, and what it changes.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Frame {
    /// The number of the line in the log, counted from 1; `null` for the first frame.
    #[cfg_attr(feature = "openapi", schema(required))]
    line: Option<usize>,
    /// The line; `null` for the first frame.
    #[cfg_attr(feature = "openapi", schema(required))]
    text: Option<String>,
    /// What happens.
    #[serde(flatten)]
    event: EventView,
    /// Why the seat decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    decision: Option<Explanation>,
    /// Why others left the discard where it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    considered: Vec<Explanation>,
    /// What changes on the table.
    set: Patch,
}

/// What happens, for pages and for people.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EventView {
    /// What it is.
    kind: EventKind,
    /// Who does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    seat: Option<Seat>,
    /// The tile that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    tile: Option<Tile>,
    /// Whom a PASS names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    target: Option<Seat>,
    /// A sentence.
    say: String,
}

/// What can happen. The names are those of the library's events, and the deal is one.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
enum EventKind {
    Deal,
    Draw,
    Discard,
    Pass,
    Chow,
    Pong,
    Ron,
    SelfDrawn,
    Win,
    Exhausted,
}

impl EventView {
    /// The deal.
    pub fn deal(language: Language) -> EventView {
        let say = say!(language, "the tiles are dealt", "发牌");
        EventView { kind: EventKind::Deal, seat: None, tile: None, target: None, say }
    }

    /// An event that all see.
    pub fn new(event: Event, language: Language) -> EventView {
        let (kind, tile, target) = match event {
            Event::Draw { tile, .. } => (EventKind::Draw, Some(tile), None),
            Event::Discard { tile, .. } => (EventKind::Discard, Some(tile), None),
            Event::Pass { target, .. } => (EventKind::Pass, Some(Tile::Pass), Some(target)),
            Event::Chow { .. } => (EventKind::Chow, None, None),
            Event::Pong { tile, .. } => (EventKind::Pong, Some(tile), None),
            Event::Ron { .. } => (EventKind::Ron, None, None),
            Event::SelfDrawn { .. } => (EventKind::SelfDrawn, None, None),
            Event::Win { .. } => (EventKind::Win, None, None),
            Event::Exhausted => (EventKind::Exhausted, None, None),
        };
        EventView { kind, seat: event.seat(), tile, target, say: event.text(language) }
    }

    /// A draw as others see it.
    pub fn hidden_draw(seat: Seat, language: Language) -> EventView {
        let say = say!(language, "{seat} draws a tile", "{seat} 摸一张牌");
        EventView { kind: EventKind::Draw, seat: Some(seat), tile: None, target: None, say }
    }
}

/// Why a seat decided so.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// Who.
    seat: Seat,
    /// Lines for people.
    reasons: Vec<String>,
    /// What it chose; of several claims of one discard, the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    made: Option<Action>,
    /// Its best choices, among them the one that was made, and what each leaves. Empty if it was not asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<ChoiceView>,
}

/// How a game ends.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ending {
    /// A sentence.
    pub text: String,
    /// Who won, if anybody did.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<Seat>,
    /// How.
    pub kind: EndingKind,
    /// The tile that won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub tile: Option<Tile>,
    /// Who discarded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub from: Option<Seat>,
}

/// How a game ends.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndingKind {
    /// A seat wins with the discard of another.
    Ron,
    /// A seat wins with the tile that it drew.
    SelfDrawn,
    /// Nobody wins.
    Exhausted,
    /// A player failed, so that the game cannot go on; only at tables.
    Broken,
}

impl Ending {
    /// The outcome in a language.
    pub fn new(outcome: Outcome, language: Language) -> Ending {
        let (kind, tile, from) = match outcome {
            Outcome::Ron { tile, from, .. } => (EndingKind::Ron, Some(tile), Some(from)),
            Outcome::SelfDrawn { tile, .. } => (EndingKind::SelfDrawn, Some(tile), None),
            Outcome::Exhausted => (EndingKind::Exhausted, None, None),
        };
        Ending { text: outcome.text(language), winner: outcome.winner(), kind, tile, from }
    }
}

impl ReplayView {
    /// Plays a game again, and describes every event in a language.
    pub fn new(source: &Source, language: Language) -> ReplayView {
        let mut builder = ReplayBuilder::new(source.players, language);
        let outcome = source.replay.observe(&mut builder);
        ReplayView {
            version: 1,
            packed: source.replay.pack(),
            seed: source.seeded.map(|seeded| seeded.seed),
            game: source.seeded.map(|seeded| seeded.game),
            players: source.players.map(|players| players.map(|player| player.to_string())),
            deal: source.replay.deck().deal().map(|event| event.to_string()).collect(),
            frames: builder.frames,
            outcome: Ending::new(outcome, language),
        }
    }
}

/// Makes the frames of a game while it is played.
struct ReplayBuilder {
    players: Option<BySeat<PlayerName>>,
    language: Language,
    frames: Vec<Frame>,
    /// The table of the last frame.
    scene: Option<Scene>,
    /// Why the seat does what the next frame shows.
    explanation: Option<Explanation>,
    /// The answers to the last discard so far.
    answers: Answers,
}

impl ReplayBuilder {
    /// Hardly any game has more frames.
    const LENGTH: usize = 224;

    fn new(players: Option<BySeat<PlayerName>>, language: Language) -> ReplayBuilder {
        ReplayBuilder {
            players,
            language,
            frames: Vec::with_capacity(ReplayBuilder::LENGTH),
            scene: None,
            explanation: None,
            answers: Answers::default(),
        }
    }

    /// The first frame shows the deal, and each one after it an event.
    fn push(&mut self, event: Option<Event>, game: &Game) {
        let scene = Scene::new(game, event, self.scene.as_ref());
        self.frames.push(Frame {
            line: event.map(|_| Deck::DEALT + self.frames.len()),
            text: event.map(|event| event.to_string()),
            event: match event {
                Some(event) => EventView::new(event, self.language),
                None => EventView::deal(self.language),
            },
            decision: self.explanation.take(),
            considered: Vec::new(),
            set: scene.patch(self.scene.as_ref()),
        });
        self.scene = Some(scene);
    }
}

impl Observer for ReplayBuilder {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        self.push(None, game);
    }

    fn decided(&mut self, decision: &Decision<'_>) {
        let seat = decision.seat();
        let name = self.players.map(|players| players[seat]);
        let mut why = Why::new(decision, name, self.language);
        match decision.turn {
            Turn::Discard { .. } => {
                why.reasons = explain(decision.game);
                self.explanation = Some(why.explanation(seat, self.language));
            }
            Turn::Answer { .. } => self.answers.note(decision, why),
        }
    }

    /// After the last answer to a discard, the reasons of whoever takes it go to the frame of the claim, and those of the
    /// others to the frame of the discard.
    fn event(&mut self, event: Event, game: &Game) {
        let Answers { seats, taken_by } = std::mem::take(&mut self.answers);
        for (seat, why) in seats {
            let explanation = why.explanation(seat, self.language);
            if taken_by == Some(seat) {
                self.explanation = Some(explanation);
            } else {
                let discard = self.frames.last_mut().expect("a discard comes before its answers");
                discard.considered.push(explanation);
            }
        }
        self.push(Some(event), game);
    }
}

/// How many thoughts of a player are shown.
const THOUGHTS: usize = 4;

/// Why a seat does what it does: its own thoughts, if it has any, and what the standard player does there.
#[derive(Default)]
struct Why {
    thoughts: Vec<Evaluation>,
    reasons: Vec<Reason>,
    /// Whether the standard player would do something else.
    differs: bool,
    made: Option<Action>,
    choices: Vec<ChoiceView>,
}

impl Why {
    /// The thoughts of the player, that of its choice first, if its name is known. The reasons of the standard player are still missing.
    fn new(decision: &Decision<'_>, name: Option<PlayerName>, language: Language) -> Why {
        let (view, legal) = (decision.view(), decision.legal);
        let mut thoughts = name.map_or_else(Vec::new, |name| name.player().evaluations(&view, legal));
        let choices = ChoiceView::of(&view, decision.turn, decision.action, &thoughts, language);
        thoughts.sort_by_key(|thought| thought.action != decision.action);
        thoughts.truncate(THOUGHTS);
        let differs = name != Some(PlayerName::Standard) && Standard.choose(&view, legal) != decision.action;
        Why { thoughts, reasons: Vec::new(), differs, made: Some(decision.action), choices }
    }

    fn explanation(self, seat: Seat, language: Language) -> Explanation {
        Explanation { seat, reasons: self.lines(language), made: self.made, choices: self.choices }
    }

    /// Adds another claim of the same seat.
    fn add(&mut self, other: Why) {
        self.thoughts = other.thoughts;
        self.made = other.made;
        // Each of them can be declined.
        self.choices.retain(|choice| other.choices.iter().all(|one| one.action() != choice.action()));
        self.choices.extend(other.choices);
    }

    fn lines(&self, language: Language) -> Vec<String> {
        let mut lines: Vec<String> = self.thoughts.iter().map(|thought| thought.text(language)).collect();
        if self.differs {
            lines.push(say!(language, "What the standard player would do here:", "标准玩家此时的做法："));
        }
        lines.extend(describe(&self.reasons, language));
        lines
    }
}

/// The answers to one discard.
#[derive(Default)]
struct Answers {
    seats: Vec<(Seat, Why)>,
    taken_by: Option<Seat>,
}

impl Answers {
    /// Adds an answer. With the first one come the reasons of all seats.
    fn note(&mut self, decision: &Decision<'_>, why: Why) {
        if self.seats.is_empty() {
            for reason in explain(decision.game) {
                let Reason::Claim(claim) = &reason else { continue };
                self.of(claim.seat).reasons.push(reason);
            }
        }
        let differs = why.differs;
        self.of(decision.seat()).add(why);
        // What becomes of a claim depends on all answers, so one that differs makes all of them differ.
        if differs {
            self.seats.iter_mut().for_each(|(_, why)| why.differs = true);
        }
        if decision.action != Action::Decline {
            self.taken_by = Some(decision.seat());
        }
    }

    fn of(&mut self, seat: Seat) -> &mut Why {
        let place = self.seats.iter().position(|(other, _)| *other == seat).unwrap_or_else(|| {
            self.seats.push((seat, Why::default()));
            self.seats.len() - 1
        });
        &mut self.seats[place].1
    }
}
