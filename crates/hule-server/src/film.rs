//! A game as frames that a page can show one after the other.

use crate::language::say;
use crate::scene::{Patch, Scene};
use crate::seed::{Number, Seeded};
use hule::{
    Action, Event, Game, Language, Outcome, Player, PlayerName, Reason, Replay, Seat, Standard, Tile, Turn,
    Useful, describe_in, explain,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A game to be shown, and what is known of it.
pub struct Source {
    /// The game.
    pub replay: Replay,
    /// Who plays, if that is known.
    pub players: Option<[PlayerName; 4]>,
    /// The seed and game that the deck came from.
    pub seeded: Option<Seeded>,
}

impl Source {
    /// The game of a text, a deck or a log.
    pub fn new(replay: Replay) -> Source {
        let standard = replay == Replay::played(replay.deck(), &mut [Standard; 4]);
        Source { replay, players: standard.then_some([PlayerName::Standard; 4]), seeded: None }
    }
}

/// A whole game, ready to be shown.
#[derive(Serialize, ToSchema)]
#[schema(as = Replay)]
pub struct Film {
    /// The version of this format.
    version: u32,
    /// The game in a few characters, for addresses.
    packed: String,
    /// The seed, if the deck came from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    seed: Option<Number>,
    /// The number of the game of the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    game: Option<Number>,
    /// The players from `A` to `D`, if they are known.
    #[schema(value_type = Option<Vec<String>>)]
    players: Option<[String; 4]>,
    /// The lines of the log before the first frame's: the deal.
    deal: Vec<String>,
    /// The table after the deal, and then one frame for each further line of the log.
    frames: Vec<Frame>,
    /// How it ends.
    outcome: Ending,
}

/// One event of a game, and what it changes.
#[derive(Serialize, ToSchema)]
pub struct Frame {
    /// The number of the line in the log, counted from 1; `null` for the first frame.
    line: Option<usize>,
    /// The line; `null` for the first frame.
    text: Option<String>,
    /// What happens.
    #[serde(flatten)]
    happening: Happening,
    /// Why the seat decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Decision>,
    /// Why others left the discard where it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    considered: Vec<Decision>,
    /// What changes on the table.
    set: Patch,
}

/// What happens, for pages and for people.
#[derive(Serialize, ToSchema)]
pub struct Happening {
    /// `deal`, `draw`, `discard`, `pass`, `chow`, `pong`, `ron`, `self_drawn`, `win` or `exhausted`.
    kind: &'static str,
    /// Who does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    seat: Option<Seat>,
    /// The tile that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    tile: Option<Tile>,
    /// Whom a PASS names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    target: Option<Seat>,
    /// A sentence.
    say: String,
}

impl Happening {
    /// The deal.
    pub fn deal(language: Language) -> Happening {
        let say = say!(language, "the tiles are dealt", "发牌");
        Happening { kind: "deal", seat: None, tile: None, target: None, say }
    }

    /// An event that everybody sees.
    pub fn new(event: Event, language: Language) -> Happening {
        let (kind, tile, target) = match event {
            Event::Draw { tile, .. } => ("draw", Some(tile), None),
            Event::Discard { tile, .. } => ("discard", Some(tile), None),
            Event::Pass { target, .. } => ("pass", Some(Tile::Pass), Some(target)),
            Event::Chow { .. } => ("chow", None, None),
            Event::Pong { tile, .. } => ("pong", Some(tile), None),
            Event::Ron { .. } => ("ron", None, None),
            Event::SelfDrawn { .. } => ("self_drawn", None, None),
            Event::Win { .. } => ("win", None, None),
            Event::Exhausted => ("exhausted", None, None),
        };
        Happening { kind, seat: event.seat(), tile, target, say: event.in_words(language) }
    }

    /// An event as a seat sees it: what others draw, it does not.
    pub fn seen_by(own: Seat, event: Event, language: Language) -> Happening {
        match event {
            Event::Draw { seat, .. } if seat != own => {
                let say = say!(language, "{seat} draws a tile", "{seat} 摸一张牌");
                Happening { kind: "draw", seat: Some(seat), tile: None, target: None, say }
            }
            _ => Happening::new(event, language),
        }
    }
}

/// Why a seat decided so.
#[derive(Serialize, ToSchema)]
pub struct Decision {
    /// Who.
    #[schema(value_type = String)]
    seat: Seat,
    /// Lines for people.
    reasons: Vec<String>,
}

/// How a game ends.
#[derive(Serialize, ToSchema)]
#[schema(as = Outcome)]
pub struct Ending {
    /// A sentence.
    pub text: String,
    /// Who won, if anybody did.
    #[schema(value_type = Option<String>)]
    pub winner: Option<Seat>,
    /// `ron`, `self_drawn` or `exhausted`.
    pub kind: &'static str,
}

impl Ending {
    /// The outcome in a language.
    pub fn new(outcome: Outcome, language: Language) -> Ending {
        let kind = match outcome {
            Outcome::Ron { .. } => "ron",
            Outcome::SelfDrawn { .. } => "self_drawn",
            Outcome::Exhausted => "exhausted",
        };
        Ending { text: outcome.text(language), winner: outcome.winner(), kind }
    }
}

impl Film {
    /// Plays a game again, and tells of every event in a language.
    pub fn new(source: &Source, language: Language) -> Film {
        let mut events = Vec::new();
        let mut game = Game::start(source.replay.deck(), &mut |event| events.push(event));
        let first = events.pop().expect("a game begins with a draw");
        let deal: Vec<String> = events.drain(..).map(|event| event.to_string()).collect();
        let mut reel = Reel::new(&game, first, deal.len(), language);
        let mut claims = Claims::default();
        for &action in source.replay.actions() {
            let turn = game.turn().expect("the replay has played it before");
            let why = Why::new(&game, turn, action, source.players);
            let before = game.clone();
            game.play_into(action, &mut |event| events.push(event)).expect("the replay has played it before");
            match turn {
                Turn::Discard { seat, .. } => {
                    claims = Claims::default();
                    reel.push_all(&before, &events, &game);
                    reel.explain(events.len(), Decision { seat, reasons: why.lines(language) });
                }
                Turn::Answer { seat, .. } => {
                    claims.note(seat, &before, why, action != Action::Decline);
                    let answered = reel.frames.len();
                    reel.push_all(&before, &events, &game);
                    if !matches!(game.turn(), Some(Turn::Answer { .. })) {
                        claims.tell(&mut reel, answered, language);
                    }
                }
            }
            events.clear();
        }
        Film {
            version: 1,
            packed: source.replay.pack(),
            seed: source.seeded.map(|seeded| seeded.seed),
            game: source.seeded.map(|seeded| seeded.game),
            players: source.players.map(|players| players.map(|player| player.to_string())),
            deal,
            frames: reel.frames,
            outcome: Ending::new(game.outcome().expect("a replay is of a whole game"), language),
        }
    }
}

/// The frames so far.
struct Reel {
    frames: Vec<Frame>,
    scene: Scene,
    lines: usize,
    language: Language,
}

impl Reel {
    /// Hardly any game has more frames.
    const LENGTH: usize = 224;

    /// The table after the deal, and the first draw.
    fn new(game: &Game, first: Event, lines: usize, language: Language) -> Reel {
        let scene = Scene::dealt(game, first);
        let dealt = Frame {
            line: None,
            text: None,
            happening: Happening::deal(language),
            decision: None,
            considered: Vec::new(),
            set: scene.patch(None),
        };
        let mut frames = Vec::with_capacity(Reel::LENGTH);
        frames.push(dealt);
        let mut reel = Reel { frames, scene, lines, language };
        reel.push(first, Scene::after(game, first));
        reel
    }

    fn push(&mut self, event: Event, scene: Scene) {
        self.lines += 1;
        self.frames.push(Frame {
            line: Some(self.lines),
            text: Some(event.to_string()),
            happening: Happening::new(event, self.language),
            decision: None,
            considered: Vec::new(),
            set: scene.patch(Some(&self.scene)),
        });
        self.scene = scene;
    }

    /// The events of one decision, at most two.
    fn push_all(&mut self, before: &Game, events: &[Event], after: &Game) {
        match *events {
            [] => {}
            [only] => self.push(only, Scene::after(after, only)),
            [first, second, ..] => {
                self.push(first, Scene::between(before, first, second, after));
                self.push(second, Scene::after(after, second));
            }
        }
    }

    /// Gives the first of the last frames its reason.
    fn explain(&mut self, last: usize, decision: Decision) {
        let place = self.frames.len() - last;
        self.frames[place].decision = Some(decision);
    }
}

/// How many thoughts of a player are told.
const THOUGHTS: usize = 4;

/// Why a seat does what it does: its own thoughts, if it has any, and what the standard player does there.
struct Why {
    thoughts: Vec<hule::Thought>,
    reasons: Vec<Reason>,
    /// Whether the standard player would do something else.
    differs: bool,
}

impl Why {
    /// The standard player's reasons are asked for where a tile is discarded; see [`Claims`] for the others.
    fn new(game: &Game, turn: Turn, action: Action, players: Option<[PlayerName; 4]>) -> Why {
        let (view, legal) = (game.view(turn.seat()), game.legal_actions());
        let counts = players.is_some_and(|players| players[turn.seat().index()] == PlayerName::Useful);
        let mut thoughts = if counts { Useful.thoughts(&view, legal) } else { Vec::new() };
        thoughts.truncate(THOUGHTS);
        Why {
            thoughts,
            reasons: if matches!(turn, Turn::Discard { .. }) { explain(game) } else { Vec::new() },
            differs: Standard.choose(&view, legal) != action,
        }
    }

    fn lines(&self, language: Language) -> Vec<String> {
        let mut lines: Vec<String> = self.thoughts.iter().map(|thought| thought.text(language)).collect();
        if self.differs {
            lines.push(say!(language, "What the standard player would do here:", "标准玩家在这里的做法："));
        }
        lines.extend(describe_in(&self.reasons, language));
        lines
    }
}

/// What the seats think of claiming one discard.
#[derive(Default)]
struct Claims {
    seats: Vec<(Seat, Why)>,
    taken_by: Option<Seat>,
}

impl Claims {
    /// Notes what a seat answers. With the first answer come the reasons of all.
    fn note(&mut self, seat: Seat, game: &Game, why: Why, takes: bool) {
        if self.seats.is_empty() {
            for reason in explain(game) {
                let Reason::Claim(claim) = &reason else { continue };
                self.of(claim.seat).reasons.push(reason);
            }
        }
        let noted = self.of(seat);
        noted.thoughts = why.thoughts;
        // One that decides otherwise changes what is true of all.
        if why.differs {
            self.seats.iter_mut().for_each(|(_, why)| why.differs = true);
        }
        if takes {
            self.taken_by = Some(seat);
        }
    }

    fn of(&mut self, seat: Seat) -> &mut Why {
        let place = self.seats.iter().position(|(other, _)| *other == seat).unwrap_or_else(|| {
            self.seats.push((seat, Why { thoughts: Vec::new(), reasons: Vec::new(), differs: false }));
            self.seats.len() - 1
        });
        &mut self.seats[place].1
    }

    /// Gives the reasons to the frames: of whoever takes the tile to that of the claim, of the others to that of the
    /// discard before it.
    fn tell(&mut self, reel: &mut Reel, answered: usize, language: Language) {
        for (seat, why) in self.seats.drain(..) {
            let decision = Decision { seat, reasons: why.lines(language) };
            if self.taken_by == Some(seat) {
                reel.frames[answered].decision = Some(decision);
            } else {
                reel.frames[answered - 1].considered.push(decision);
            }
        }
    }
}
