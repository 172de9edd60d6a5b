//! Explanations: they leave the log as it is, and they are true.

mod common;

use hule::{
    Claim, Deck, Direction, Event, Line, Log, Reason, Rule, Situation, Verdict, play_explained, situations,
};

fn lines(deck: &Deck) -> Vec<Line> {
    let mut lines = Vec::new();
    play_explained(deck, &mut |line| lines.push(line));
    lines
}

/// As `hule run --explain` prints it.
fn text(deck: &Deck) -> String {
    let mut text = String::new();
    for line in lines(deck) {
        match line {
            Line::Event(event) => event.write_line(&mut text),
            Line::Reason(reason) => {
                for line in reason.to_string().lines() {
                    text.extend(["    ", line, "\n"]);
                }
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
                Line::Event(event) => event.write_json(&mut json),
                Line::Reason(reason) => reason.write_json(&mut json),
            }
        }
        assert_eq!(Log::from_json(&json).expect("its own JSON").to_string(), common::standard_log(&deck));
    }
}

/// What a claim that was taken looks like in the log.
fn claimed(event: Event) -> Option<(hule::Seat, Claim)> {
    match event {
        Event::Ron { seat } => Some((seat, Claim::Ron)),
        Event::Pong { seat, .. } => Some((seat, Claim::Pong)),
        Event::Chow { seat, .. } => Some((seat, Claim::Chow)),
        _ => None,
    }
}

#[test]
fn the_reasons_are_those_of_what_happened() {
    let mut verdicts = [0; 3];
    for deck in decks() {
        let lines = lines(&deck);
        let mut taken = None;
        let mut last = None;
        for line in &lines {
            match line {
                Line::Event(event) => {
                    assert_eq!(
                        claimed(*event),
                        taken.take(),
                        "a claim is made if and only if it was said to be"
                    );
                    last = Some(*event);
                }
                Line::Reason(Reason::Discard(reason)) => {
                    let expected = match reason.target {
                        Some(target) => Event::Pass { seat: reason.seat, target },
                        None => Event::Discard { seat: reason.seat, tile: reason.discard },
                    };
                    assert_eq!(last, Some(expected));
                    assert!(reason.candidates.iter().any(|candidate| candidate.tile == reason.discard));
                    let shortest = reason.candidates.iter().map(|candidate| candidate.distance).min();
                    assert_eq!(shortest, Some(reason.after));
                    let first =
                        reason.candidates.iter().find(|candidate| Some(candidate.distance) == shortest);
                    assert!(
                        reason.discard.is_special() || first.map(|first| first.tile) == Some(reason.discard)
                    );
                }
                Line::Reason(Reason::SelfDrawn(reason)) => {
                    assert_eq!(last, Some(Event::SelfDrawn { seat: reason.seat }));
                    assert_eq!(reason.groups.len(), 5 - reason.open);
                }
                Line::Reason(Reason::Claim(reason)) => {
                    verdicts[match reason.verdict {
                        Verdict::Taken => {
                            assert_eq!(
                                taken.replace((reason.seat, reason.claim)),
                                None,
                                "one claim at the most"
                            );
                            0
                        }
                        Verdict::Declined => 1,
                        Verdict::Beaten(_) => 2,
                    }] += 1;
                    let nearer = reason.after < reason.before;
                    assert_eq!(nearer, reason.verdict != Verdict::Declined);
                }
            }
        }
        assert_eq!(taken, None);
    }
    assert!(verdicts.iter().all(|&times| times > 50), "{verdicts:?}");
}

/// The deck of a situation is explained by a sentence about it.
#[test]
fn rare_situations_are_explained() {
    for (name, deck, _) in common::decks("situations") {
        let text = text(&deck);
        let found = |rule: Rule| text.contains(&format!("{rule}]")) || text.contains(&format!("[{rule},"));
        for (situation, _) in situations(&deck) {
            let explained = match situation {
                Situation::RonByTwo | Situation::RonByThree => found(Rule::InterceptedRon),
                Situation::PongBeatsChow => found(Rule::PongBeforeChow),
                Situation::SeveralGoodChows => found(Rule::HighestChow),
                Situation::LimitOfFour => found(Rule::LimitOfFour),
                Situation::ClaimThenPass => found(Rule::PassNamesTheNext),
                Situation::LastTileSelfDrawn | Situation::FirstDrawWin => found(Rule::SelfDrawn),
                Situation::LastTileRon | Situation::RonAfterLastClaim => found(Rule::AlwaysWin),
                _ => found(Rule::ClaimOnlyIfNearer) || found(Rule::SpecialTilesFirst),
            };
            assert!(explained, "{name}: {situation}");
        }
    }
    let limit = common::decks("situations").into_iter().find(|(name, ..)| name == "limit-of-four");
    let (_, deck, _) = limit.expect("there is such a deck");
    assert!(situations(&deck).contains(&(Situation::LimitOfFour, Direction::Forward)));
    assert!(text(&deck).contains("With more than four of a kind allowed it would have been "));
}
