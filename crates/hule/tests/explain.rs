//! Explanations: they leave the log as it is, and they are true.

use crate::common;
use hule::explain::{ClaimResult, DiscardReason, ExplainedLine, Explainer, Reason, describe, explain};
use hule::play::GameId;
use hule::players::{PlayerName, RandomPlayer};
use hule::situation::{SituationFinder, SituationKind, rare_situations, situations};
use hule::{
    Action, BySeat, Claim, Deck, Direction, Event, Game, Language, Localized, Log, Player, Rule, Seat,
    Situation, Standard, Turn, play,
};

fn lines(deck: &Deck) -> Vec<ExplainedLine> {
    let mut lines = Vec::new();
    let mut explainer = Explainer::new(BySeat::splat(true), |line| lines.push(line));
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut explainer);
    lines
}

/// As `hule run --explain` prints it.
fn text(deck: &Deck) -> String {
    let mut text = String::new();
    for line in lines(deck) {
        match line {
            ExplainedLine::Event(event) => event.write_line(&mut text),
            ExplainedLine::Reasons(reasons) => {
                for line in describe(&reasons, Language::English) {
                    text.extend(["    ", &line, "\n"]);
                }
            }
            ExplainedLine::Evaluations(evaluations) => {
                panic!("standard players give reasons: {evaluations:?}")
            }
        }
    }
    text
}

#[test]
fn the_sample_is_explained_as_written_down() {
    let (_, deck, _) = common::decks("official").swap_remove(0);
    assert_eq!(text(&deck), common::read(&common::data("sample.explained")));
}

/// All decks that are named, and some more.
fn decks() -> impl Iterator<Item = Deck> {
    let named = ["official", "situations"].into_iter().flat_map(common::decks).map(|(_, deck, _)| deck);
    named.chain((0..300).map(|game| Deck::seeded(14, game)))
}

#[test]
fn without_the_reasons_it_is_the_log() {
    for deck in decks() {
        let log: Vec<String> = text(&deck)
            .lines()
            .filter(|line| !line.starts_with(' '))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(log.concat(), common::standard_log(&deck));
        let mut json = String::new();
        Log::write_json_start(&mut json);
        for line in lines(&deck) {
            match line {
                ExplainedLine::Event(event) => event.write_json(&mut json),
                ExplainedLine::Reasons(reasons) => {
                    for reason in reasons {
                        reason.write_json(&mut json);
                    }
                }
                ExplainedLine::Evaluations(evaluations) => evaluations.write_json(&mut json),
            }
        }
        assert_eq!(Log::from_json(&json).expect("its own JSON").to_string(), common::standard_log(&deck));
    }
}

/// What a claim that was taken looks like in the log.
fn claimed(event: Event) -> Option<(Seat, Claim)> {
    match event {
        Event::Ron { seat } => Some((seat, Claim::Ron)),
        Event::Pong { seat, .. } => Some((seat, Claim::Pong)),
        Event::Chow { seat, .. } => Some((seat, Claim::Chow)),
        _ => None,
    }
}

#[test]
fn the_reasons_are_those_of_what_happened() {
    let mut results = [0; 3];
    for deck in decks() {
        let lines = lines(&deck);
        let mut taken = None;
        let mut last = None;
        for line in &lines {
            let reasons = match line {
                ExplainedLine::Event(event) => {
                    assert_eq!(
                        claimed(*event),
                        taken.take(),
                        "a claim is made if and only if it was said to be"
                    );
                    last = Some(*event);
                    continue;
                }
                ExplainedLine::Reasons(reasons) => reasons,
                ExplainedLine::Evaluations(evaluations) => {
                    panic!("standard players give reasons: {evaluations:?}")
                }
            };
            for reason in reasons {
                match reason {
                    Reason::Discard(DiscardReason { seat, choice, .. }) => {
                        let expected = match choice.target {
                            Some(target) => Event::Pass { seat: *seat, target },
                            None => Event::Discard { seat: *seat, tile: choice.discard },
                        };
                        assert_eq!(last, Some(expected));
                        assert!(choice.candidates.iter().any(|candidate| candidate.tile == choice.discard));
                        let shortest = choice.candidates.iter().map(|candidate| candidate.distance).min();
                        assert_eq!(shortest, Some(choice.after));
                        let first =
                            choice.candidates.iter().find(|candidate| Some(candidate.distance) == shortest);
                        assert!(
                            choice.discard.is_special()
                                || first.map(|first| first.tile) == Some(choice.discard)
                        );
                    }
                    Reason::SelfDrawn(reason) => {
                        assert_eq!(last, Some(Event::SelfDrawn { seat: reason.seat }));
                        assert_eq!(reason.groups.len(), 5 - reason.open);
                    }
                    Reason::Claim(reason) => {
                        results[match reason.result {
                            ClaimResult::Taken => {
                                assert_eq!(
                                    taken.replace((reason.seat, reason.claim)),
                                    None,
                                    "one claim at the most"
                                );
                                0
                            }
                            ClaimResult::Declined => 1,
                            ClaimResult::Beaten(_) => 2,
                        }] += 1;
                        let nearer = reason.after < reason.before;
                        assert_eq!(nearer, reason.result != ClaimResult::Declined);
                    }
                }
            }
        }
        assert_eq!(taken, None);
    }
    assert!(results.iter().all(|&times| times > 50), "{results:?}");
}

/// The deck of a situation is explained by a sentence about it.
#[test]
fn rare_situations_are_explained() {
    for (name, deck, _) in common::decks("situations") {
        let text = text(&deck);
        let found = |rule: Rule| text.contains(&format!("{rule}]")) || text.contains(&format!("[{rule},"));
        for (situation, _) in rare_situations(&deck) {
            let explained = match situation {
                _ if situation.kind() == SituationKind::Win && situation.rule() == Rule::WinningHand => true,
                Situation::LastTileRon
                | Situation::RonAfterLastClaim
                | Situation::FirstDiscardRon
                | Situation::FourMeldsRon
                | Situation::RonOnDiscardedKind => found(Rule::AlwaysWin),
                Situation::LastTileSelfDrawn
                | Situation::FirstDrawWin
                | Situation::FourMeldsSelfDrawn
                | Situation::SelfDrawnAfterDouble => found(Rule::SelfDrawn),
                Situation::RonBeforePong => found(Rule::Ron),
                Situation::OwnPongFirst => found(Rule::OwnPongFirst),
                Situation::InterceptedRon | Situation::RonByThree => found(Rule::InterceptedRon),
                Situation::PongBeatsChow => found(Rule::PongBeforeChow),
                Situation::SeveralGoodChows => found(Rule::HighestChow),
                Situation::LimitOfFour => found(Rule::LimitOfFour),
                Situation::ClaimThenPass => found(Rule::PassNamesTheNext),
                _ => found(Rule::ClaimOnlyIfNearer) || found(Rule::SpecialTilesFirst),
            };
            assert!(explained, "{name}: {situation}");
        }
    }
    let limit = common::decks("situations").into_iter().find(|(name, ..)| name == "limit-of-four");
    let (_, deck, _) = limit.expect("there is such a deck");
    assert!(situations(&deck).contains(&(Situation::LimitOfFour, Direction::Forward)));
    assert!(text(&deck).contains("If more than four of a kind were allowed, it would be "));
}

/// Also where others have declined what the standard player would have taken.
#[test]
fn the_reasons_are_those_of_the_standard_player_in_free_games() {
    let mut players = RandomPlayer::new(20);
    let (mut taken, mut declined) = (0, 0);
    for number in 0..300 {
        let mut game = Game::new(&Deck::seeded(18, number));
        while let Some(turn) = game.turn() {
            let view = game.view(turn.seat());
            let legal = game.legal_actions();
            let standard = Standard.choose(&view, legal);
            let reasons = explain(&game);
            match turn {
                Turn::Discard { .. } => assert_eq!(reasons.len(), 1),
                Turn::Answer { seat, claim, .. } => {
                    let claims = || {
                        reasons.iter().filter_map(|reason| match reason {
                            Reason::Claim(reason) => Some(reason),
                            _ => None,
                        })
                    };
                    let made = claims().find(|reason| reason.result == ClaimResult::Taken);
                    let mine = made.is_some_and(|made| (made.seat, made.claim) == (seat, claim));
                    assert_eq!(mine, standard != Action::Decline, "{turn:?}: {reasons:?}");
                    taken += u32::from(mine);
                    declined += u32::from(claims().any(|reason| reason.rules == [Rule::ClaimsAreFree]));
                }
            }
            let action = if number % 2 == 0 { players.choose(&view, legal) } else { standard };
            let decline = legal.contains(Action::Decline) && number % 3 == 0;
            game.play(if decline { Action::Decline } else { action }).expect("it is legal");
        }
    }
    assert!(taken > 100 && declined > 100, "{taken} {declined}");
}

/// Players who never claim never get into a situation that needs a claim that is made.
#[test]
fn situations_are_what_happened() {
    #[derive(Clone, Copy)]
    struct Silent;
    impl Player for Silent {
        fn choose(&mut self, view: &hule::View<'_>, legal: hule::ActionSet) -> Action {
            if legal.contains(Action::Decline) { Action::Decline } else { Standard.choose(view, legal) }
        }
    }
    let claimed = [
        Situation::PongByNext,
        Situation::PongByOpposite,
        Situation::PongByPrevious,
        Situation::ChowWithLowest,
        Situation::ChowWithMiddle,
        Situation::ChowWithHighest,
        Situation::PongBeatsChow,
        Situation::SeveralGoodChows,
        Situation::ClaimHoldingSpecial,
        Situation::ClaimThenPass,
        Situation::ClaimOnLastDiscard,
        Situation::FourOpenMelds,
        Situation::OpenMeldsApart,
        Situation::RonByNext,
        Situation::RonByOpposite,
        Situation::RonByPrevious,
    ];
    for number in 0..60 {
        let mut finder = SituationFinder::default();
        play(&Deck::seeded(19, number), &mut BySeat::splat(Silent), GameId::default(), &mut finder);
        for cell in finder.found {
            assert!(cell.open == 0 && !claimed.contains(&cell.situation), "{number}: {cell}");
        }
    }
}

/// With other players at the table everybody speaks for itself, and truly.
#[test]
fn other_players_say_what_they_thought() {
    let names = BySeat::new(["useful", "standard", "random", "standard"]);
    let players = || names.map(|name| name.parse::<PlayerName>().expect("a player").player());
    let standard = names.map(|name| name == "standard");
    let (mut evaluations, mut reasons, mut declined) = (0, 0, 0);
    for number in 0..100 {
        let deck = Deck::seeded(15, number);
        let (mut told, mut expected) = (Vec::new(), Log::default());
        let mut explainer = Explainer::new(standard, |line| told.push(line));
        let outcome = play(&deck, &mut players(), GameId::new(15, number), &mut explainer);
        assert_eq!(play(&deck, &mut players(), GameId::new(15, number), &mut expected), outcome);
        let log = told
            .iter()
            .filter_map(|line| if let ExplainedLine::Event(event) = line { Some(*event) } else { None });
        assert!(log.eq(expected.events), "comments do not change the log");
        for (place, line) in told.iter().enumerate() {
            // A discard stands before what is said of it, a claim behind it.
            let before = told[..place].iter().rev().find_map(event);
            let behind = told[place..].iter().find_map(event);
            match line {
                ExplainedLine::Event(_) => {}
                ExplainedLine::Evaluations(told) => {
                    evaluations += 1;
                    assert_eq!(told.seat, Seat::A, "the random player does not think");
                    assert!((1..=5).contains(&told.evaluations.len()));
                    assert!(told.evaluations.iter().any(|evaluation| evaluation.action == told.chosen));
                    assert_eq!(told.text(Language::English).lines().count(), told.evaluations.len());
                    match told.chosen {
                        Action::Discard(tile) => {
                            assert_eq!(before, Some(Event::Discard { seat: Seat::A, tile }));
                        }
                        Action::Pass(target) => {
                            assert_eq!(before, Some(Event::Pass { seat: Seat::A, target }));
                        }
                        Action::Decline => declined += 1,
                        _ => assert!(behind.and_then(claimed).is_some_and(|(seat, _)| seat == Seat::A)),
                    }
                }
                ExplainedLine::Reasons(told) => {
                    reasons += 1;
                    for reason in told {
                        match reason {
                            Reason::Discard(reason) => assert!(standard[reason.seat]),
                            Reason::SelfDrawn(reason) => assert!(standard[reason.seat]),
                            Reason::Claim(reason) => {
                                assert!(standard[reason.seat]);
                                let made = behind.and_then(claimed) == Some((reason.seat, reason.claim));
                                assert!(reason.result != ClaimResult::Taken || made, "{reason:?} {behind:?}");
                                assert!(
                                    reason.result != ClaimResult::Declined || reason.after >= reason.before
                                );
                                assert!(
                                    matches!(reason.result, ClaimResult::Taken | ClaimResult::Declined)
                                        || made
                                );
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(evaluations > 1000 && reasons > 2000 && declined > 10, "{evaluations} {reasons} {declined}");
}

fn event(line: &ExplainedLine) -> Option<Event> {
    if let ExplainedLine::Event(event) = line { Some(*event) } else { None }
}
