//! Explains the decisions of the standard player: the options, their distances, and the rules that decided.

use crate::distance::groups::Group;
use crate::game::{
    Decision, Evaluation, Game, GameId, Observer, Player, Standard, distance_after_claim, wants_claim,
};
use crate::insight::Rule;
use crate::words::{
    Action, BySeat, Claim, Event, Hand, Language, Localized, Seat, Tile, Turn, print_in_english, say,
};
use std::fmt::{Display, Write};

/// The reason for one decision of the standard player.
///
/// It displays as a few lines of English and serialises to an object (docs/PROTOCOL.md).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "decision", rename_all = "snake_case"))]
pub enum Reason {
    /// Why a tile was discarded.
    Discard(DiscardReason),
    /// Why a win was declared with the tile just drawn.
    SelfDrawn(WinReason),
    /// Why a discard was claimed or not.
    Claim(ClaimReason),
}

/// Why a tile was discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardReason {
    /// The seat that decided.
    pub seat: Seat,
    /// The tiles of the hand before the discard, ascending.
    pub hand: Vec<Tile>,
    /// The number of melds on the table.
    pub open: usize,
    /// The tile and the reason.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub choice: DiscardChoice,
}

/// What the standard player discards from a hand, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardChoice {
    /// The tile.
    pub discard: Tile,
    /// The seat that a PASS names; `None` if only the hand is known.
    pub target: Option<Seat>,
    /// The distance before the discard.
    pub before: u8,
    /// The distance after the discard.
    pub after: u8,
    /// All kinds that could be discarded, the preferred first.
    pub candidates: Vec<DiscardOption>,
    /// The discard if more than four of a kind were allowed; `None` if it is the same.
    pub without_limit: Option<DiscardOption>,
    /// The rules that decided.
    pub rules: Vec<Rule>,
}

/// A tile that could be discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiscardOption {
    /// The tile.
    pub tile: Tile,
    /// The distance after discarding it.
    pub distance: u8,
}

/// Why a hand wins.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WinReason {
    /// The winner.
    pub seat: Seat,
    /// The winning tile.
    pub tile: Tile,
    /// The groups of the hand, without open melds.
    pub groups: Vec<Group>,
    /// The number of melds on the table.
    pub open: usize,
    /// The rules that decided.
    pub rules: Vec<Rule>,
}

/// Why a possible claim was made or not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClaimReason {
    /// The seat that could claim.
    pub seat: Seat,
    /// The discard.
    pub tile: Tile,
    /// The tiles of that seat, ascending.
    pub hand: Vec<Tile>,
    /// The number of its melds on the table.
    pub open: usize,
    /// The kind of claim.
    pub claim: Claim,
    /// The groups that the claim would show: one meld or, for ron, the whole hand.
    pub groups: Vec<Group>,
    /// The distance before the claim.
    pub before: u8,
    /// The distance after the claim, before the discard.
    pub after: u8,
    /// The result.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub result: ClaimResult,
    /// The rules that decided.
    pub rules: Vec<Rule>,
}

/// The result of a possible claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "verdict", content = "by", rename_all = "snake_case")
)]
pub enum ClaimResult {
    /// The claim is made.
    Taken,
    /// The seat declines.
    Declined,
    /// The seat wants the claim, but one of this seat has priority: another player's, or a better one of its own.
    Beaten(Seat),
}

/// Explains what the standard player does at the seat whose turn it is.
///
/// Returns one reason if the seat has to discard or wins. If a discard may be claimed, returns one reason for each
/// possible claim of every seat, in order of priority. Empty if the game is over.
///
/// ```
/// use hule::explain::explain;
/// use hule::{Deck, Game};
/// let game = Game::new(&Deck::seeded(1, 0));
/// for reason in explain(&game) {
///     println!("{reason}");
/// }
/// ```
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

/// Explains what the standard player would discard from this hand; `None` if the hand is empty.
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
pub fn explain_discard(hand: &Hand) -> Option<DiscardChoice> {
    Some(choice(hand, hand.discard()?, None))
}

/// A line of an explained log.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplainedLine {
    /// An event.
    Event(Event),
    /// The reasons for the event before.
    Reasons(Vec<Reason>),
    /// The evaluations of a player other than the standard player.
    Evaluations(Evaluations),
}

impl ExplainedLine {
    /// Returns the lines of text that stand below the log's; none for an event.
    pub fn notes(&self, language: Language) -> Vec<String> {
        match self {
            ExplainedLine::Event(_) => Vec::new(),
            ExplainedLine::Reasons(reasons) => describe(reasons, language),
            ExplainedLine::Evaluations(evaluations) => {
                evaluations.text(language).lines().map(ToOwned::to_owned).collect()
            }
        }
    }
}

/// A player's choice and its evaluation of the alternatives.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "decision", rename = "thoughts"))]
pub struct Evaluations {
    /// The seat that decided.
    pub seat: Seat,
    /// The chosen action.
    pub chosen: Action,
    /// The evaluated choices, best first: at most five, including the chosen one.
    #[cfg_attr(feature = "serde", serde(rename = "thoughts"))]
    pub evaluations: Vec<Evaluation>,
    /// The player's comment on its choice.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub comment: Option<String>,
}

impl Evaluations {
    /// The maximum number of choices shown.
    const MOST: usize = 5;

    /// Returns `None` if there is neither a thought about the choice, such as for a win, nor a comment.
    fn new(
        seat: Seat,
        chosen: Action,
        mut evaluations: Vec<Evaluation>,
        comment: Option<String>,
    ) -> Option<Evaluations> {
        match evaluations.iter().position(|evaluation| evaluation.action == chosen) {
            Some(place) => evaluations.swap(place, place.min(Evaluations::MOST - 1)),
            None if comment.is_none() => return None,
            None => evaluations.clear(),
        }
        evaluations.truncate(Evaluations::MOST);
        Some(Evaluations { seat, chosen, evaluations, comment })
    }
}

/// A line for each choice; the chosen one is marked.
impl Localized for Evaluations {
    fn text(&self, language: Language) -> String {
        let mark = |evaluation: &Evaluation| if evaluation.action == self.chosen { '>' } else { ' ' };
        let line = |evaluation: &Evaluation| {
            format!("{} {} {}", self.seat, mark(evaluation), evaluation.text(language))
        };
        // Comments are cut to one line of limited length.
        let comment = self.comment.iter().map(|comment| {
            let comment: String = comment
                .chars()
                .take(200)
                .map(|letter| if letter.is_control() { ' ' } else { letter })
                .collect();
            say!(language, "{} > {}: {comment}", "{} > {}：{comment}", self.seat, self.chosen)
        });
        self.evaluations.iter().map(line).chain(comment).collect::<Vec<String>>().join("\n")
    }
}

/// Returns the reasons as lines of text without duplicates, so that the hand of a seat with several possible claims is
/// described once.
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

/// An [`Observer`] that produces an explained log.
///
/// If all four players are standard players, each discard or win is followed by its reasons, and a discard also by
/// those for all possible claims. Otherwise each player explains only its own decisions, and claims only when it is
/// asked: the standard player with reasons, the others with their [evaluations](crate::Player::evaluations), if any.
/// Explanations of a claim come after the discard and before the event that follows it.
///
/// ```
/// use hule::explain::{ExplainedLine, Explainer};
/// use hule::play::GameId;
/// use hule::{BySeat, Deck, Standard, play};
///
/// let mut explainer = Explainer::new(BySeat::splat(true), |line| match line {
///     ExplainedLine::Event(event) => println!("{event}"),
///     ExplainedLine::Reasons(reasons) => reasons.iter().for_each(|reason| println!("    {reason}")),
///     ExplainedLine::Evaluations(_) => {}
/// });
/// play(&Deck::seeded(1, 0), &mut BySeat::splat(Standard), GameId::default(), &mut explainer);
/// ```
pub struct Explainer<F> {
    /// The seats of the standard player.
    standard: BySeat<bool>,
    /// The explanation to emit after the next event.
    pending: Option<(Vec<Reason>, Option<Evaluations>)>,
    sink: F,
}

impl<F: FnMut(ExplainedLine)> Explainer<F> {
    /// Creates an explainer that passes each line to `sink`. `standard` marks the seats of standard players.
    pub const fn new(standard: BySeat<bool>, sink: F) -> Explainer<F> {
        Explainer { standard, pending: None, sink }
    }

    fn all_standard(&self) -> bool {
        self.standard == BySeat::splat(true)
    }

    fn say(&mut self, reasons: Vec<Reason>, evaluations: Option<Evaluations>) {
        if !reasons.is_empty() {
            (self.sink)(ExplainedLine::Reasons(reasons));
        }
        if let Some(evaluations) = evaluations {
            (self.sink)(ExplainedLine::Evaluations(evaluations));
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
        let (reasons, evaluations) = match turn {
            Turn::Answer { .. } if self.all_standard() => (Vec::new(), Vec::new()), // They follow the discard.
            Turn::Answer { claim, .. } if self.standard[seat] => {
                let own = claims(game).into_iter().filter(|other| (other.seat, other.claim) == (seat, claim));
                (own.map(Reason::Claim).collect(), Vec::new())
            }
            Turn::Discard { .. } if self.standard[seat] => (explain(game), Vec::new()),
            _ => (Vec::new(), player.evaluations(&decision.view(), legal)),
        };
        let evaluations =
            Evaluations::new(seat, action, evaluations, player.comment().map(ToOwned::to_owned));
        match turn {
            Turn::Discard { .. } => self.pending = Some((reasons, evaluations)),
            Turn::Answer { .. } => self.say(reasons, evaluations),
        }
    }

    fn event(&mut self, event: Event, game: &Game) {
        (self.sink)(ExplainedLine::Event(event));
        if let Some((mut reasons, evaluations)) = self.pending.take() {
            if self.all_standard() && matches!(game.turn(), Some(Turn::Answer { .. })) {
                reasons.extend(explain(game));
            }
            self.say(reasons, evaluations);
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

/// All possible claims of the current discard and their results, in the order in which the seats are asked. Claims that
/// were already asked about were declined.
pub(crate) fn claims(game: &Game) -> Vec<ClaimReason> {
    let Some(Turn::Answer { seat: asked, claim: asked_for, tile, .. }) = game.turn() else {
        return Vec::new();
    };
    let mut taken = None;
    let mut open_questions = false;
    let judge = |(seat, action): (Seat, Action)| {
        let hand = game.hand(seat);
        let (claim, groups, before, after) = if action == Action::Ron {
            let mut full = *hand;
            full.put(tile);
            (Claim::Ron, full.groups().expect("a winning hand has its groups"), 1, 0)
        } else {
            let (claim, group) = match action {
                Action::Chow(claimed) => {
                    (Claim::Chow, Group::Run(claimed.run(tile).expect("a chow is a run")))
                }
                _ => (Claim::Pong, Group::Triplet(tile)),
            };
            let after = distance_after_claim(hand, action, tile).expect("the claim is possible");
            (claim, vec![group], hand.distance(), after)
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

/// The rule that gives the claim of one seat priority over that of another.
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

/// The deciding reason, without the distances of the alternatives.
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
    /// The result and the reason for it.
    fn why(&self, language: Language) -> String {
        match (self.result, self.rules.as_slice()) {
            (ClaimResult::Taken, [Rule::AlwaysWin]) => say!(language, "a win is always taken", "能和必和"),
            (ClaimResult::Taken, _) => say!(language, "nearer, so it is taken", "变小，所以要"),
            (ClaimResult::Declined, [Rule::ClaimsAreFree]) => {
                say!(language, "but it was declined", "但该玩家选择不要")
            }
            (ClaimResult::Declined, _) => {
                say!(language, "not nearer, so it is declined", "没有变小，所以不要")
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

print_in_english!(Reason, DiscardReason, DiscardChoice, WinReason, ClaimReason, Evaluations);

/// A sentence with the tiles of a hand, its number of melds and its distance.
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
