//! Sentences in both languages.

use hule::check::{Exactness, Mistake, check};
use hule::deck::DeckError;
use hule::explain::{Reason, describe, explain};
use hule::misreading::Misreading;
use hule::{Deck, Direction, Language, Localized, Rule, Seat, Situation, Tile};
use std::collections::BTreeSet;

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

/// The words in capital letters and digits, which are the same in all languages.
fn names(text: &str) -> BTreeSet<String> {
    let is_part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty() && word.chars().all(is_part)).map(str::to_owned).collect()
}

/// Both say the same of tiles, seats, numbers and rules, as far as one can see that.
fn compare(english: &str, chinese: &str) {
    assert!(is_chinese(chinese), "{chinese}");
    assert!(!is_chinese(english), "{english}");
    let english = english.replace("A win is", "a win is"); // which is no seat
    assert_eq!(names(&english), names(chinese), "{english}\n{chinese}");
}

#[test]
fn rules_and_situations_have_chinese_names() {
    let mut titles = BTreeSet::new();
    for rule in Rule::ALL {
        assert_eq!(rule.text(Language::English), rule.title());
        assert!(is_chinese(&rule.text(Language::Chinese)));
        assert!(titles.insert(rule.text(Language::Chinese)), "{rule} has the title of another");
    }
    for situation in Situation::ALL {
        assert_eq!(situation.text(Language::English), situation.meaning());
        compare(situation.meaning(), &situation.text(Language::Chinese));
    }
}

#[test]
fn mistakes_are_named_with_the_same_numbers() {
    let mistakes = [
        Mistake::DrawnTooEarly { left: 17 },
        Mistake::RonOrder { first: Seat::C },
        Mistake::PassTarget { next: Seat::D },
        Mistake::ClaimNotNearer { before: 4, after: 5 },
        Mistake::SpecialTilesOrder,
        Mistake::TieOrder,
        Mistake::WrongDeal,
    ];
    let misreadings = Misreading::ALL.into_iter().map(|misreading| Mistake::DistanceMisread { misreading });
    for mistake in mistakes.into_iter().chain(misreadings) {
        assert_eq!(mistake.to_string(), mistake.text(Language::English));
        compare(&mistake.to_string(), &mistake.text(Language::Chinese));
    }
}

#[test]
fn decks_are_refused_in_both() {
    let wrong = |text: &str| text.parse::<Deck>().expect_err("it is not a deck");
    let sorted: Vec<&str> = Deck::sorted().tiles().iter().map(|tile| tile.name()).collect();
    let five = [&["1M"], &sorted[..147]].concat().join("\n");
    for error in [wrong(""), wrong("1M 0M"), wrong("1M"), wrong(&five), wrong(&sorted[..147].join(" "))] {
        assert_eq!(error.to_string(), error.text(Language::English));
        compare(&error.to_string(), &error.text(Language::Chinese));
    }
    assert_eq!(
        wrong(&five).text(Language::Chinese),
        "第 1、2、3、4 和 5 行：有五张 `1M`；牌堆中每种牌四张（缺少：PASS）"
    );
    assert_eq!(wrong("").text(Language::Chinese), DeckError::Empty.text(Language::Chinese));
}

/// Every reason of some games with rare situations, line by line.
#[test]
fn reasons_say_the_same_in_both() {
    let decks = Situation::ALL.iter().filter_map(|situation| situation.example(Direction::Forward));
    for deck in decks {
        let mut game = hule::Game::new(&deck);
        while let Some(turn) = game.turn() {
            let reasons: Vec<Reason> = explain(&game);
            let (english, chinese) =
                (describe(&reasons, Language::English), describe(&reasons, Language::Chinese));
            assert_eq!(english.len(), chinese.len());
            english.iter().zip(&chinese).for_each(|(english, chinese)| compare(english, chinese));
            let action =
                hule::Player::choose(&mut hule::Standard, &game.view(turn.seat()), game.legal_actions());
            game.play(action).expect("the standard player plays by the rules");
        }
        let outcome = game.outcome().expect("the game is over");
        compare(&outcome.to_string(), &outcome.text(Language::Chinese));
    }
}

#[test]
fn differences_carry_both() {
    let found = check(&Deck::seeded(1, 0), b"A in 1M\n", Exactness::Strict).expect_err("it is wrong");
    assert!(is_chinese(&found.mistake.text(Language::Chinese)));
    let error = "1m".parse::<Tile>().expect_err("lower case");
    compare(&error.to_string(), &error.text(Language::Chinese));
}
