//! Why the standard player does what it does: every option, its distance, and the rule that decided.

use crate::words::action::Action;
use crate::words::event::Event;
use crate::game::Game;
use crate::words::turn::{Claim, Turn};
use crate::distance::groups::Group;
use crate::words::hand::Hand;
use crate::words::language::{Language, Localized, print_in_english, say};
use crate::game::play::{Decision, GameId, Observer};
use crate::game::player::Player;
use crate::game::standard::{Standard, distance_after_claim, wants_claim};
use crate::game::thought::Thought;
use crate::insight::rule::Rule;
use crate::words::seat::{BySeat, Seat};
use crate::words::tile::Tile;
use std::fmt::{Display, Write};

/// The reason for one decision of the standard player.
///
/// It prints as a few lines of plain English and serialises to an object (docs/PROTOCOL.md).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "decision", rename_all = "snake_case"))]
pub enum Reason {
    /// Why a tile was discarded.
    Discard(DiscardReason),
    /// Why a win was declared with the tile just drawn.
    SelfDrawn(WinReason),
    /// Why a discard was claimed, or was not.
    Claim(ClaimReason),
}

/// Why a tile was discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardReason {
    /// Who decided.
    pub seat: Seat,
    /// The tiles, ascending, before the discard.
    pub hand: Vec<Tile>,
    /// How many melds the seat has on the table.
    pub open: usize,
    /// The tile, and why it was this one.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub choice: DiscardChoice,
}

/// What the standard player discards from a hand, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardChoice {
    /// The tile.
    pub discard: Tile,
    /// Whom a PASS names; a hand alone does not know.
    pub target: Option<Seat>,
    /// The distance before the discard.
    pub before: u8,
    /// The distance after it.
    pub after: u8,
    /// Every kind that could be discarded, the first in the order of discards first.
    pub candidates: Vec<DiscardOption>,
    /// What would have been discarded if more than four of a kind were allowed, where that differs.
    pub without_limit: Option<DiscardOption>,
    /// The rules that decided.
    pub rules: Vec<Rule>,
}

/// A tile that could be discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardOption {
    /// The tile.
    pub tile: Tile,
    /// The distance without it.
    pub distance: u8,
}

/// Why a hand wins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WinReason {
    /// Who wins.
    pub seat: Seat,
    /// The tile that completes the hand.
    pub tile: Tile,
    /// The groups of the hand; open melds are not among them.
    pub groups: Vec<Group>,
    /// How many melds the seat has on the table.
    pub open: usize,
    /// The rules that decided.
    pub rules: Vec<Rule>,
}

/// Why a discard was claimed in one particular way, or was not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClaimReason {
    /// Who could claim.
    pub seat: Seat,
    /// The discard.
    pub tile: Tile,
    /// The tiles of that seat, ascending.
    pub hand: Vec<Tile>,
    /// How many melds it has on the table.
    pub open: usize,
    /// What for.
    pub claim: Claim,
    /// The groups that the claim would show: one meld, or for ron the whole hand.
    pub groups: Vec<Group>,
    /// The distance before the claim.
    pub before: u8,
    /// The distance after it, before the discard that follows.
    pub after: u8,
    /// What became of it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub result: ClaimResult,
    /// The rules that decided.
    pub rules: Vec<Rule>,
}

/// What becomes of a possible claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "verdict", content = "by", rename_all = "snake_case"))]
pub enum ClaimResult {
    /// It is made.
    Taken,
    /// The seat does not want it.
    Declined,
    /// The seat wants it, but a claim of this seat goes first: another's, or a better one of its own.
    Beaten(Seat),
}

/// Why the standard player, at the seat whose turn it is, does what it does.
///
/// One reason where a tile is to be discarded or a hand wins; where a discard is to be answered, one for
/// each claim that is possible, of all seats, in the order in which the rules look at them. Empty when the game
/// is over.
///
/// ```
/// use hule::explain::explain;
/// use hule::{Deck, Game};
/// let game = Game::new(&Deck::seeded(1, 0));
/// for reason in explain(&game) {
///     println!("{reason}");
/// }
/// ```
#[must_use]
pub fn explain(game: &Game) -> Vec<Reason> {
    match game.turn() {
        None => Vec::new(),
        Some(Turn::Discard { seat, drawn }) => {
            match Standard.choose(&game.view(seat), game.legal_actions()) {
                Action::Pass(target) => vec![discard(game, seat, Tile::Pass, Some(target))],
                Action::Discard(tile) => vec![discard(game, seat, tile, None)],
                _ => {
                    let hand = game.hand(seat);
                    vec![Reason::SelfDrawn(WinReason {
                        seat,
                        tile: drawn.expect("a self-drawn win follows a draw"),
                        groups: hand.groups().expect("a winning hand has its groups"),
                        open: hand.open(),
                        rules: vec![Rule::SelfDrawn, Rule::AlwaysWin],
                    })]
                }
            }
        }
        Some(Turn::Answer { .. }) => claims(game).into_iter().map(Reason::Claim).collect(),
    }
}

/// What the standard player would discard from this hand, and why; `None` for a hand of no tiles.
///
/// ```
/// use hule::explain::explain_discard;
/// use hule::{Hand, Tile};
/// let hand: Hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E W 1P".parse()?;
/// let choice = explain_discard(&hand).expect("there are tiles");
/// assert_eq!(choice.discard, Tile::W);
/// assert!(choice.to_string().ends_with("[R26, R27]")); // without W or without 1P: both leave 1
/// # Ok::<(), hule::hand::HandError>(())
/// ```
#[must_use]
pub fn explain_discard(hand: &Hand) -> Option<DiscardChoice> {
    Some(choice(hand, hand.discard()?, None))
}

/// A line of an explained log.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplainedLine {
    /// What happens.
    Event(Event),
    /// Why, for the event before.
    Reasons(Vec<Reason>),
    /// What a player that is not the standard player thought.
    Thoughts(Thoughts),
}

/// What a player thought of its choices, and what it chose.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "decision", rename = "thoughts"))]
pub struct Thoughts {
    /// Who decided.
    pub seat: Seat,
    /// What it chose.
    pub chosen: Action,
    /// What it thought of its choices, the best first: at most five, the chosen one among them.
    pub thoughts: Vec<Thought>,
    /// What it said about its choice in its own words.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub comment: Option<String>,
}

impl Thoughts {
    /// How many choices are worth telling of.
    const MOST: usize = 5;

    /// `None` if the choice needed no thought, such as a win, and no word.
    fn new(
        seat: Seat,
        chosen: Action,
        mut thoughts: Vec<Thought>,
        comment: Option<String>,
    ) -> Option<Thoughts> {
        match thoughts.iter().position(|thought| thought.action == chosen) {
            Some(place) => thoughts.swap(place, place.min(Thoughts::MOST - 1)),
            None if comment.is_none() => return None,
            None => thoughts.clear(),
        }
        thoughts.truncate(Thoughts::MOST);
        Some(Thoughts { seat, chosen, thoughts, comment })
    }

}

/// A line for each choice; the chosen one is marked.
impl Localized for Thoughts {
    fn text(&self, language: Language) -> String {
        let mark = |thought: &Thought| if thought.action == self.chosen { '>' } else { ' ' };
        let line = |thought: &Thought| format!("{} {} {}", self.seat, mark(thought), thought.text(language));
        // Whatever a player says, it is one line, and not without end.
        let comment = self.comment.iter().map(|comment| {
            let comment: String = comment
                .chars()
                .take(200)
                .map(|letter| if letter.is_control() { ' ' } else { letter })
                .collect();
            say!(language, "{} > {}: {comment}", "{} > {}：{comment}", self.seat, self.chosen)
        });
        self.thoughts.iter().map(line).chain(comment).collect::<Vec<String>>().join("\n")
    }
}

/// The reasons as lines of text in a language, none of them twice: where a seat could claim a tile in several ways, what
/// it holds is said once.
#[must_use]
pub fn describe(reasons: &[Reason], language: Language) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for reason in reasons {
        for line in reason.text(language).lines() {
            if !lines.iter().any(|other| other == line) {
                lines.push(line.to_owned());
            }
        }
    }
    lines
}

/// An [`Observer`] that tells what happens and why, line by line.
///
/// If all four players are standard players, the reasons for a discard or a win stand behind it, and behind a discard also
/// those for every claim that is possible. Otherwise every player speaks for itself, and about a claim only when it is
/// asked: the standard player gives its reasons, the others their [thoughts](crate::Player::thoughts), if any. What is
/// said of a claim stands behind the discard, before what comes of it.
///
/// ```
/// use hule::explain::{ExplainedLine, Explainer};
/// use hule::play::GameId;
/// use hule::{BySeat, Deck, Standard, play};
///
/// let mut explainer = Explainer::new(BySeat::splat(true), |line| match line {
///     ExplainedLine::Event(event) => println!("{event}"),
///     ExplainedLine::Reasons(reasons) => reasons.iter().for_each(|reason| println!("    {reason}")),
///     ExplainedLine::Thoughts(_) => {}
/// });
/// play(&Deck::seeded(1, 0), &mut BySeat::splat(Standard), GameId::default(), &mut explainer);
/// ```
pub struct Explainer<F> {
    /// Where the standard player sits.
    standard: BySeat<bool>,
    /// What is to be said behind the next event.
    pending: Option<(Vec<Reason>, Option<Thoughts>)>,
    sink: F,
}

impl<F: FnMut(ExplainedLine)> Explainer<F> {
    /// An explainer that hands every line to the sink; `standard` says at which seats the standard player sits.
    pub const fn new(standard: BySeat<bool>, sink: F) -> Explainer<F> {
        Explainer { standard, pending: None, sink }
    }

    fn all_standard(&self) -> bool {
        self.standard == BySeat::splat(true)
    }

    fn say(&mut self, reasons: Vec<Reason>, thoughts: Option<Thoughts>) {
        if !reasons.is_empty() {
            (self.sink)(ExplainedLine::Reasons(reasons));
        }
        if let Some(thoughts) = thoughts {
            (self.sink)(ExplainedLine::Thoughts(thoughts));
        }
    }
}

impl<F: FnMut(ExplainedLine)> Observer for Explainer<F> {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        game.deck().deal().for_each(|event| (self.sink)(ExplainedLine::Event(event)));
    }

    fn decided(&mut self, decision: &Decision<'_>) {
        let Decision { game, turn, legal, action, player } = *decision;
        let seat = turn.seat();
        let (reasons, thoughts) = match turn {
            Turn::Answer { .. } if self.all_standard() => (Vec::new(), Vec::new()), // They stand behind the discard.
            Turn::Answer { claim, .. } if self.standard[seat] => {
                let own = claims(game).into_iter().filter(|other| (other.seat, other.claim) == (seat, claim));
                (own.map(Reason::Claim).collect(), Vec::new())
            }
            Turn::Discard { .. } if self.standard[seat] => (explain(game), Vec::new()),
            _ => (Vec::new(), player.thoughts(&decision.view(), legal)),
        };
        let thoughts = Thoughts::new(seat, action, thoughts, player.comment().map(ToOwned::to_owned));
        match turn {
            Turn::Discard { .. } => self.pending = Some((reasons, thoughts)),
            Turn::Answer { .. } => self.say(reasons, thoughts),
        }
    }

    fn event(&mut self, event: Event, game: &Game) {
        (self.sink)(ExplainedLine::Event(event));
        if let Some((mut reasons, thoughts)) = self.pending.take() {
            if self.all_standard() && matches!(game.turn(), Some(Turn::Answer { .. })) {
                reasons.extend(explain(game));
            }
            self.say(reasons, thoughts);
        }
    }
}

fn discard(game: &Game, seat: Seat, discard: Tile, target: Option<Seat>) -> Reason {
    let hand = game.hand(seat);
    Reason::Discard(DiscardReason {
        seat,
        hand: hand.tiles().collect(),
        open: hand.open(),
        choice: choice(hand, discard, target),
    })
}

fn choice(hand: &Hand, discard: Tile, target: Option<Seat>) -> DiscardChoice {
    let candidates: Vec<DiscardOption> =
        hand.discards().map(|(tile, distance)| DiscardOption { tile, distance }).collect();
    let after = hand.distance_without(discard).expect("the tile is in the hand");
    let rules = if target.is_some() {
        vec![Rule::SpecialTilesFirst, Rule::PassNamesTheNext]
    } else if discard.is_special() {
        vec![Rule::SpecialTilesFirst]
    } else if candidates.iter().filter(|candidate| candidate.distance == after).count() > 1 {
        vec![Rule::LeastDistance, Rule::OrderOfDiscards]
    } else {
        vec![Rule::LeastDistance]
    };
    DiscardChoice {
        discard,
        target,
        before: hand.distance(),
        after,
        candidates,
        without_limit: hand
            .discard_without_limit()
            .filter(|&(tile, _)| tile != discard)
            .map(|(tile, distance)| DiscardOption { tile, distance }),
        rules,
    }
}

/// All claims that are possible on the discard that is to be answered, in the order in which the seats are asked, and what
/// becomes of them. Those that a seat has been asked about already were declined.
pub(crate) fn claims(game: &Game) -> Vec<ClaimReason> {
    let Some(Turn::Answer { seat: asked, claim: asked_for, tile, .. }) = game.turn() else {
        return Vec::new();
    };
    let mut taken = None;
    let mut open_questions = false;
    let judge = |(seat, action): (Seat, Action)| {
        let hand = game.hand(seat);
        let (claim, groups, before, after) = match action {
            Action::Ron => {
                let mut full = *hand;
                full.put(tile);
                (Claim::Ron, full.groups().expect("a winning hand has its groups"), 1, 0)
            }
            _ => {
                let (claim, group) = match action {
                    Action::Chow(claimed) => {
                        (Claim::Chow, Group::Run(claimed.run(tile).expect("a chow is a run")))
                    }
                    _ => (Claim::Pong, Group::Triplet(tile)),
                };
                let after = distance_after_claim(hand, action, tile).expect("the claim is possible");
                (claim, vec![group], hand.distance(), after)
            }
        };
        open_questions |= (seat, claim) == (asked, asked_for);
        let wanted = if claim == Claim::Ron { Rule::AlwaysWin } else { Rule::ClaimOnlyIfNearer };
        let (result, rule) = match taken {
            _ if !open_questions => (ClaimResult::Declined, Rule::ClaimsAreFree),
            _ if !wants_claim(before, after) => (ClaimResult::Declined, wanted),
            Some((winner, by)) => (ClaimResult::Beaten(winner), beaten_by(winner, by, seat, claim)),
            None => {
                taken = Some((seat, claim));
                (ClaimResult::Taken, wanted)
            }
        };
        ClaimReason {
            seat,
            tile,
            hand: hand.tiles().collect(),
            open: hand.open(),
            claim,
            groups,
            before,
            after,
            result,
            rules: vec![rule],
        }
    };
    game.claims().map(judge).collect()
}

/// The rule by which the claim of one seat goes before that of another.
fn beaten_by(winner: Seat, by: Claim, seat: Seat, claim: Claim) -> Rule {
    match (by, claim) {
        (Claim::Ron, Claim::Ron) => Rule::InterceptedRon,
        (Claim::Ron, _) => Rule::Ron,
        (Claim::Chow, _) => Rule::HighestChow,
        (Claim::Pong, _) if winner == seat => Rule::OwnPongFirst,
        (Claim::Pong, _) => Rule::PongBeforeChow,
    }
}

impl Localized for Reason {
    fn text(&self, language: Language) -> String {
        match self {
            Reason::Discard(reason) => reason.text(language),
            Reason::SelfDrawn(reason) => reason.text(language),
            Reason::Claim(reason) => reason.text(language),
        }
    }
}

impl Localized for DiscardReason {
    fn text(&self, language: Language) -> String {
        let choice = &self.choice;
        let mut lines = vec![holds(self.seat, &self.hand, self.open, choice.before, language)];
        if !choice.discard.is_special() {
            let mut distances: Vec<u8> =
                choice.candidates.iter().map(|candidate| candidate.distance).collect();
            distances.sort_unstable();
            distances.dedup();
            for distance in distances {
                let tiles: Vec<Tile> = choice
                    .candidates
                    .iter()
                    .filter(|candidate| candidate.distance == distance)
                    .map(|candidate| candidate.tile)
                    .collect();
                let tiles = names(&tiles, &say!(language, " or ", "、"));
                lines.push(say!(
                    language,
                    "Distance {distance} without {tiles}.",
                    "打出 {tiles} 后和牌距离为 {distance}。"
                ));
            }
        }
        lines.push(choice.text(language));
        lines.join("\n")
    }
}

/// What decided; the distances without each tile are not listed.
impl Localized for DiscardChoice {
    fn text(&self, language: Language) -> String {
        let DiscardChoice { discard, after, .. } = self;
        let rules = names(&self.rules, ", ");
        let stays =
            say!(language, "the distance stays {after}. [{rules}]", "和牌距离仍为 {after}。[{rules}]");
        if let Some(target) = self.target {
            return say!(
                language,
                "PASS goes before all other tiles and names the next player, {target}; {stays}",
                "PASS 先于所有其他牌打出，并指定下家 {target}；{stays}"
            );
        }
        if discard.is_special() {
            return say!(
                language,
                "{discard} goes first: special tiles do, in the order PASS, REVERSE, DOUBLE; {stays}",
                "先打出 {discard}：特殊牌优先，顺序为 PASS、REVERSE、DOUBLE；{stays}"
            );
        }
        let chosen = if self.rules.contains(&Rule::OrderOfDiscards) {
            say!(
                language,
                "{discard} is the first of the best in the order Z F B N W S E 9S-1S 9P-1P 9M-1M. [{rules}]",
                "并列最小的牌中，{discard} 在顺序 Z F B N W S E 9S-1S 9P-1P 9M-1M 中最靠前。[{rules}]"
            )
        } else {
            say!(
                language,
                "{discard} leaves the least distance. [{rules}]",
                "打出 {discard} 后和牌距离最小。[{rules}]"
            )
        };
        let Some(DiscardOption { tile, distance }) = self.without_limit else { return chosen };
        let limit = Rule::LimitOfFour;
        let otherwise = say!(
            language,
            "If more than four of a kind were allowed, it would be {tile}: distance {distance} without it. [{limit}]",
            "如果每种牌可以超过四张，就会打出 {tile}：之后和牌距离为 {distance}。[{limit}]"
        );
        format!("{chosen}\n{otherwise}")
    }
}

impl Localized for WinReason {
    fn text(&self, language: Language) -> String {
        let WinReason { seat, tile, .. } = self;
        let groups = names(&self.groups, " | ");
        let rules = names(&self.rules, ", ");
        say!(
            language,
            "{tile} completes {seat}: {groups}. A win is always taken. [{rules}]",
            "{seat} 摸到 {tile} 能和：{groups}。能和必和。[{rules}]"
        )
    }
}

impl Localized for ClaimReason {
    fn text(&self, language: Language) -> String {
        let ClaimReason { seat, before, after, .. } = self;
        let word = self.claim.text(language);
        let groups = names(&self.groups, " | ");
        let rules = names(&self.rules, ", ");
        let holds = holds(*seat, &self.hand, self.open, *before, language);
        let why = self.why(language);
        let could = say!(
            language,
            "{seat} could {word} {groups}: distance {before} to {after}, {why}. [{rules}]",
            "{seat} 可以{word} {groups}：和牌距离从 {before} 到 {after}，{why}。[{rules}]"
        );
        format!("{holds}\n{could}")
    }
}

impl ClaimReason {
    /// What became of it, and why.
    fn why(&self, language: Language) -> String {
        match (self.result, self.rules.as_slice()) {
            (ClaimResult::Taken, [Rule::AlwaysWin]) => say!(language, "a win is always taken", "能和必和"),
            (ClaimResult::Taken, _) => say!(language, "nearer, so it is taken", "减小，所以这样做"),
            (ClaimResult::Declined, [Rule::ClaimsAreFree]) => {
                say!(language, "but it was declined", "但该玩家选择不这样做")
            }
            (ClaimResult::Declined, _) => {
                say!(language, "not nearer, so it is not wanted", "没有减小，所以不这样做")
            }
            (ClaimResult::Beaten(by), [Rule::InterceptedRon]) => {
                say!(language, "but {by} is earlier in the order of play", "但被顺序在前的 {by} 截和")
            }
            (ClaimResult::Beaten(by), [Rule::Ron]) => {
                say!(language, "but the ron of {by} goes first", "但 {by} 的荣和优先")
            }
            (ClaimResult::Beaten(by), [Rule::PongBeforeChow]) => {
                say!(language, "but the pong of {by} goes first", "但 {by} 的碰优先")
            }
            (ClaimResult::Beaten(_), [Rule::OwnPongFirst]) => {
                say!(language, "but the pong goes first", "但碰优先")
            }
            (ClaimResult::Beaten(_), _) => {
                say!(language, "but the chow with higher numbers goes first", "但数字较大的吃法优先")
            }
        }
    }
}

print_in_english!(Reason, DiscardReason, DiscardChoice, WinReason, ClaimReason, Thoughts);

/// The tiles of a hand, how many melds are on the table, and the distance.
fn holds(seat: Seat, tiles: &[Tile], open: usize, distance: u8, language: Language) -> String {
    let tiles = names(tiles, " ");
    let open = match open {
        0 => String::new(),
        1 => say!(language, " and 1 open meld", "，有 1 个副露"),
        open => say!(language, " and {open} open melds", "，有 {open} 个副露"),
    };
    say!(
        language,
        "{seat} holds {tiles}{open}: distance {distance}.",
        "{seat} 的手牌是 {tiles}{open}：和牌距离为 {distance}。"
    )
}

fn names(items: &[impl Display], between: &str) -> String {
    let mut names = String::new();
    for (place, item) in items.iter().enumerate() {
        let between = if place == 0 { "" } else { between };
        write!(names, "{between}{item}").expect("memory takes all");
    }
    names
}
