//! The rules of docs/RULES.md, one by one, on tables laid out for them.

use crate::common::table::Table;
use hule::{Action, ActionSet, Direction, Hand, Outcome, Player, Seat, Standard, Tile};

fn hand(names: &str, open: usize) -> Hand {
    Hand::new(names.split_whitespace().map(|name| name.parse::<Tile>().expect(name)), open).expect(names)
}

fn set(actions: &[&str]) -> ActionSet {
    actions.iter().map(|action| action.parse::<Action>().expect(action)).collect()
}

fn standard(table: &Table) -> String {
    Standard.choose(&table.game.view(table.seat()), table.legal()).to_string()
}

// ------------------------------------------------------------------ the course of the game

#[test]
fn the_deal_goes_round_and_a_draws_first() {
    let table = Table::new(["1M 2M", "3M 4M", "5M 6M", "7M 8M"], "9M");
    let lines: Vec<String> = table.events.iter().map(ToString::to_string).collect();
    assert_eq!(lines[..5], ["A IN 1M", "B IN 3M", "C IN 5M", "D IN 7M", "A IN 2M"]);
    assert_eq!(lines.len(), 53);
    assert_eq!(lines[52], "A IN 9M");
    assert_eq!(table.game.hand(Seat::A).len(), 14);
    assert_eq!(table.game.hand(Seat::D).len(), 13);
}

#[test]
fn any_tile_of_the_hand_may_be_discarded_and_the_next_draws() {
    let mut table = Table::new(["1M 5P", "", "", ""], "9M 8M");
    assert!(table.may("OUT 1M") && table.may("OUT 5P") && table.may("OUT 9M"));
    assert!(!table.may("OUT 2S") && !table.may("DECLINE"));
    assert_eq!(table.pass_over("A OUT 5P").last(), "B IN 8M");
}

#[test]
fn illegal_actions_change_nothing_and_say_what_is_legal() {
    let mut table = Table::new(["1M 5P", "", "", ""], "9M");
    let before = table.game.clone();
    for action in [Action::Discard(Tile::S2), Action::Discard(Tile::Pass), Action::Pass(Seat::A), Action::Ron]
    {
        let error = table.game.play(action).expect_err("illegal");
        assert!(
            error.to_string().starts_with(&format!("{action} is not legal for A; expected one of OUT 1M, "))
        );
        assert_eq!(table.game, before);
    }
}

#[test]
fn pass_costs_the_named_player_a_turn() {
    let mut table = Table::new(["PASS PASS PASS", "", "", ""], "");
    table.play("A OUT PASS B");
    assert_eq!(table.seat(), Seat::C);
    assert_eq!(table.game.skips(Seat::B), 0);
    let mut table = Table::new(["PASS", "", "", ""], "1M 2M 3M 4M 5M");
    // A player who is not next loses the turn when it comes.
    table.play("A OUT PASS C");
    assert_eq!((table.seat(), table.game.skips(Seat::C)), (Seat::B, 1));
    table.pass_over("B OUT 2M");
    assert_eq!((table.seat(), table.game.skips(Seat::C)), (Seat::D, 0));
}

#[test]
fn reverse_turns_the_order() {
    let mut table = Table::new(["REVERSE", "", "", "REVERSE"], "1M 2M 3M");
    table.play("A OUT REVERSE");
    assert_eq!((table.seat(), table.direction()), (Seat::D, Direction::Reversed));
    table.play("D OUT REVERSE");
    assert_eq!((table.seat(), table.direction()), (Seat::A, Direction::Forward));
}

#[test]
fn double_gives_another_turn() {
    let mut table = Table::new(["DOUBLE", "", "", ""], "1M 2M 3M");
    assert_eq!(table.play("A OUT DOUBLE").last(), "A IN 2M");
    assert_eq!(table.pass_over("A OUT 2M").last(), "B IN 3M");
}

#[test]
fn special_tiles_cannot_be_claimed() {
    let mut table =
        Table::new(["REVERSE PASS DOUBLE", "PASS PASS REVERSE REVERSE", "DOUBLE DOUBLE", ""], "1M");
    assert_eq!(table.play("A OUT DOUBLE").seat(), Seat::A);
    assert_eq!(table.play("A OUT PASS B").seat(), Seat::C);
    // Neither the pair of B nor what would be a run of D, the next, gets the REVERSE.
    let mut table = Table::new(["REVERSE", "REVERSE REVERSE", "", "DOUBLE PASS"], "1M 2M");
    assert_eq!(table.play("A OUT REVERSE").last(), "D IN 2M");
    // Nor do they win, or make a hand ready.
    assert_eq!(hand("PASS", 4).distance(), 2);
    assert!(!hand("PASS PASS", 4).wins());
    assert!(!hand("PASS", 4).wins_with(Tile::Pass));
}

// ------------------------------------------------------------------ claims

#[test]
fn chow_takes_any_of_three_runs() {
    let mut table = Table::new(["5P", "3P 4P 6P 7P", "", ""], "1M");
    table.play("A OUT 5P");
    assert_eq!(table.legal(), set(&["DECLINE", "CHOW HIGH", "CHOW MIDDLE", "CHOW LOW"]));
    for (action, line) in [
        ("CHOW HIGH", "B CHOW 3P 4P 5P"),
        ("CHOW MIDDLE", "B CHOW 4P 5P 6P"),
        ("CHOW LOW", "B CHOW 5P 6P 7P"),
    ] {
        let mut table = Table { game: table.game.clone(), events: Vec::new() };
        assert_eq!(table.play(&format!("B {action}")).last(), line);
        assert_eq!(table.game.melds(Seat::B)[0].claimed(), Tile::P5);
    }
    // Runs do not go on from 9 to 1, from suit to suit, or among honours.
    let mut table = Table::new(["9M", "8M 1M 1P 2P", "", ""], "E 5S");
    assert_eq!(table.play("A OUT 9M").last(), "B IN 5S");
    assert!(table.may("OUT 8M"), "B has drawn");
    let mut table = Table::new(["S", "E W", "", ""], "1M 2M");
    assert_eq!(table.play("A OUT S").last(), "B IN 2M");
}

#[test]
fn only_the_next_player_may_chow() {
    let mut table = Table::new(["5P", "", "3P 4P", "6P 7P"], "1M 2M");
    assert_eq!(table.play("A OUT 5P").last(), "B IN 2M");
    // After a REVERSE, D is next to A, and B to C.
    let mut table = Table::new(["REVERSE", "6P 7P", "5P", "3P 4P"], "1M 2M 3M 4M");
    table.play("A OUT REVERSE").pass_over("D OUT 2M").play("C OUT 5P");
    assert_eq!((table.seat(), table.may("CHOW LOW")), (Seat::B, true));
    assert_eq!(table.play("B DECLINE").last(), "B IN 4M", "D is not asked");
}

#[test]
fn any_other_player_may_pong() {
    for (place, seat) in Seat::ALL.into_iter().enumerate().skip(1) {
        let mut hands = ["5P", "", "", ""];
        hands[place] = "5P 5P";
        let mut table = Table::new(hands, "1M 2M");
        table.play("A OUT 5P");
        assert_eq!((table.seat(), table.legal()), (seat, set(&["DECLINE", "PONG"])));
    }
}

#[test]
fn pong_goes_before_chow() {
    let mut table = Table::new(["5P", "3P 4P", "", "5P 5P"], "1M 2M");
    table.play("A OUT 5P");
    assert_eq!((table.seat(), table.legal()), (Seat::D, set(&["DECLINE", "PONG"])));
    table.play("D DECLINE");
    assert_eq!((table.seat(), table.legal()), (Seat::B, set(&["DECLINE", "CHOW HIGH"])));
}

#[test]
fn claims_can_be_declined() {
    let mut table = Table::new(["5P", "3P 4P", "", "5P 5P"], "1M 2M");
    table.play("A OUT 5P").play("D DECLINE").play("B DECLINE");
    assert_eq!(table.last(), "B IN 2M");
    assert_eq!(table.game.river().last().and_then(|discard| discard.claimed_by), None);
}

#[test]
fn a_claim_takes_the_turn_without_a_draw() {
    let mut table = Table::new(["5P", "", "", "5P 5P 1S"], "1M 2M");
    table.play("A OUT 5P").play("D PONG");
    assert_eq!(table.game.hand(Seat::D).len(), 11);
    assert_eq!(table.game.river().last().and_then(|discard| discard.claimed_by), Some(Seat::D));
    assert!(table.may("OUT 1S"));
    // B and C have lost their turn; after D comes A, who draws as usual.
    assert_eq!(table.pass_over("D OUT 1S").last(), "A IN 2M");
}

#[test]
fn there_is_no_kong() {
    let mut table = Table::new(["5P", "", "", "5P 5P 5P"], "1M 2M");
    table.play("A OUT 5P");
    assert_eq!(table.legal(), set(&["DECLINE", "PONG"]));
    // Four in hand, or three on the table and the fourth drawn, allow nothing but to discard.
    let only_discards = |table: &Table| {
        let mut legal = table.legal().iter();
        legal.all(|action| matches!(action, Action::Discard(_))) && table.may("OUT 5P")
    };
    let four = Table::new(["5P 5P 5P", "", "", ""], "5P");
    assert_eq!(four.game.hand(Seat::A).count(Tile::P5), 4);
    assert!(only_discards(&four));
    let mut table = Table::new(["5P", "", "", "5P 5P 9S"], "1M 2M 3M 4M 5P");
    table.play("A OUT 5P").play("D PONG").pass_over("D OUT 9S");
    table.pass_over("A OUT 2M").pass_over("B OUT 3M").pass_over("C OUT 4M");
    assert_eq!(table.last(), "D IN 5P");
    assert_eq!(table.game.melds(Seat::D)[0].tiles(), [Tile::P5; 3]);
    assert!(only_discards(&table));
    // Nor can the fourth be claimed for the three on the table.
    let mut table = Table::new(["5P 5P", "", "", "5P 5P 9S"], "1M 2M 3M");
    table.play("A OUT 5P").play("D PONG").pass_over("D OUT 9S");
    assert_eq!(table.play("A OUT 5P").last(), "B IN 3M");
}

// ------------------------------------------------------------------ winning

#[test]
fn a_hand_wins_with_groups_and_a_pair_only() {
    assert!(hand("1M 2M 3M 4P 4P 4P 7S 8S 9S E E E Z Z", 0).wins());
    assert!(hand("4P 4P 4P 7S 8S 9S Z Z", 2).wins());
    assert!(hand("Z Z", 4).wins());
    for (names, open, why) in [
        ("1M 1M 3M 3M 5M 5M 7M 7M 9M 9M E E Z Z", 0, "seven pairs"),
        ("1M 9M 1P 9P 1S 9S E S W N B F Z Z", 0, "thirteen orphans"),
        ("1M 2M 3M 4P 4P 4P 7S 8S 9S E E E Z Z", 0, ""),
        ("1M 2M 3M 4P 4P 4P 7S 8S 9S E S W Z Z", 0, "no run of honours"),
        ("8M 9M 1M 4P 4P 4P 7S 8S 9S E E E Z Z", 0, "no run over the end"),
        ("9M 1P 2P 4P 4P 4P 7S 8S 9S E E E Z Z", 0, "no run over two suits"),
        ("4P 4P 4P 7S 8S 9S Z Z", 0, "too few tiles for no open melds"),
        ("4P 4P 4P 7S 8S 9S PASS PASS", 2, "no pair of special tiles"),
    ] {
        assert_eq!(hand(names, open).wins(), why.is_empty(), "{names}: {why}");
    }
}

#[test]
fn the_distance_counts_the_tiles_to_add() {
    for (names, open, distance) in [
        ("1M 2M 3M 4P 4P 4P 7S 8S 9S E E E Z Z", 0, 0),
        ("1M 2M 3M 4P 4P 4P 7S 8S 9S E E E Z", 0, 1),
        ("1M 2M 3M 4P 4P 4P 7S 8S E E Z B F", 0, 3),
        ("", 0, 14),
        ("", 4, 2),
        ("PASS", 4, 2),
        ("1M", 4, 1),
    ] {
        assert_eq!(hand(names, open).distance(), distance, "{names}");
    }
}

#[test]
fn at_most_four_of_a_kind_are_needed() {
    // A fifth 1M would win, but there is none.
    assert_eq!(hand("1M 1M 1M 1M", 3).distance(), 2);
    assert!(!hand("1M 1M 1M 1M", 3).wins_with(Tile::M1));
    // With 2M instead of one 1M there is a wait, for 2M and for 3M.
    assert_eq!(hand("1M 1M 1M 2M", 3).distance(), 1);
    assert!(hand("1M 1M 1M 2M", 3).waits().iter().eq([Tile::M2, Tile::M3]));
}

#[test]
fn open_melds_do_not_count_towards_the_limit() {
    // The other three 1M may lie open on the table, of the same player: it still waits for one.
    let mut table = Table::new(["1M 1M 1M 2P 3P 4P 5P 6P 7P 7S 8S 9S Z", "1M", "", ""], "5S 6S");
    table.pass_over("A OUT 5S").play("B OUT 1M").play("A PONG");
    assert_eq!(table.game.melds(Seat::A)[0].tiles(), [Tile::M1; 3]);
    assert_eq!(table.game.hand(Seat::A).count(Tile::M1), 1);
    // So 1M is as good for the pair as Z is, and Z goes, the greater of the two.
    assert_eq!(standard(&table), "OUT Z");
    table.play("A OUT Z");
    let waiting = table.game.hand(Seat::A);
    assert_eq!(waiting.distance(), 1);
    assert!(waiting.waits().iter().eq([Tile::M1]));
    assert_eq!(hand("1M", 4).distance(), 1);
}

#[test]
fn ron_goes_before_claims() {
    let ready = "1M 2M 3M 4M 5M 6M 7M 8M 9M 5P 6P Z Z";
    let mut table = Table::new(["4P 7S", "2P 3P", "4P 4P", ready], "1S 2S");
    table.play("A OUT 4P");
    assert_eq!((table.seat(), table.legal()), (Seat::D, set(&["DECLINE", "RON"])));
    table.play("D DECLINE");
    assert_eq!((table.seat(), table.legal()), (Seat::C, set(&["DECLINE", "PONG"])));
    table.play("C DECLINE");
    assert_eq!((table.seat(), table.may("CHOW HIGH")), (Seat::B, true));
}

/// Three hands that all wait for 1S and 4S.
const READY: [&str; 3] = [
    "1M 2M 3M 4M 5M 6M 7M 8M 9M 2S 3S Z Z",
    "1M 2M 3M 4M 5M 6M 7M 8M 9M 2S 3S F F",
    "1M 2M 3M 4M 5M 6M 7M 8M 9M 2S 3S B B",
];

#[test]
fn ron_goes_to_the_first_in_the_order_of_play() {
    let [b, c, d] = READY;
    let mut table = Table::new(["1S REVERSE", b, c, d], "9P 8P");
    table.play("A OUT 1S");
    assert_eq!(table.seat(), Seat::B);
    table.play("B DECLINE");
    assert_eq!(table.seat(), Seat::C);
    table.play("C RON");
    assert_eq!(table.last(), "C WIN");
    let mut table = Table::new(["1S REVERSE DOUBLE", b, c, d], "9P 8P 7P 6P 5P");
    table.play("A OUT REVERSE").play("D OUT 8P").decline_all();
    table.pass_over("C OUT 7P").pass_over("B OUT 6P").play("A OUT 1S");
    assert_eq!((table.seat(), table.direction()), (Seat::D, Direction::Reversed));
    table.play("D DECLINE");
    assert_eq!(table.seat(), Seat::C);
}

#[test]
fn a_hand_can_win_with_the_tile_it_draws() {
    let [b, ..] = READY;
    let mut table = Table::new([b, "", "", ""], "4S");
    assert!(table.may("SELFDRAWN") && table.may("OUT 4S"));
    table.play("A SELFDRAWN");
    assert_eq!(table.last(), "A WIN");
    assert_eq!(table.game.outcome(), Some(Outcome::SelfDrawn { winner: Seat::A, tile: Tile::S4 }));
}

#[test]
fn a_win_ends_the_game() {
    let [b, ..] = READY;
    let mut table = Table::new(["1S", b, "", ""], "9P");
    table.play("A OUT 1S").play("B RON");
    let lines: Vec<String> = table.events.iter().rev().take(3).map(ToString::to_string).collect();
    assert_eq!(lines, ["B WIN", "B RON", "A OUT 1S"]);
    assert_eq!(table.game.outcome(), Some(Outcome::Ron { winner: Seat::B, from: Seat::A, tile: Tile::S1 }));
    assert_eq!(table.game.turn(), None);
    assert!(table.legal().is_empty());
    let error = table.game.play(Action::Decline).expect_err("the game is over");
    assert_eq!(error.to_string(), "DECLINE is not legal: the game is over");
}

#[test]
fn the_game_is_drawn_when_somebody_must_draw_and_cannot() {
    let mut table = Table::new(["", "", "", ""], "");
    while !table.game.wall().is_empty() {
        // Keep the special tiles of the wall for the end.
        let action = table.legal().iter().next().expect("there is an action");
        let line = format!("{} {action}", table.seat());
        table.pass_over(&line);
    }
    // The last tile has been drawn, and its drawer still discards.
    assert_eq!(table.game.outcome(), None);
    let line = format!("{} {}", table.seat(), table.legal().iter().next().expect("there is an action"));
    table.pass_over(&line);
    assert_eq!(table.last(), "DRAW");
    assert_eq!(table.game.outcome(), Some(Outcome::Exhausted));
}

// ------------------------------------------------------------------ the standard player

#[test]
fn the_standard_player_discards_special_tiles_first() {
    assert_eq!(hand("1M Z DOUBLE REVERSE PASS", 0).discard(), Some(Tile::Pass));
    assert_eq!(hand("1M Z DOUBLE REVERSE", 0).discard(), Some(Tile::Reverse));
    assert_eq!(hand("1M Z DOUBLE", 0).discard(), Some(Tile::Double));
    assert_eq!(hand("1M Z", 0).discard(), Some(Tile::Z));
    // Also right after a claim.
    let mut table = Table::new(["5P", "", "", "5P 5P 1S DOUBLE"], "1M 2M");
    table.play("A OUT 5P").play("D PONG");
    assert_eq!(standard(&table), "OUT DOUBLE");
}

#[test]
fn the_standard_player_names_the_next_with_pass() {
    let mut table = Table::new(["PASS REVERSE", "", "", "PASS"], "1M 2M");
    assert_eq!(standard(&table), "OUT PASS B");
    table.play("A OUT REVERSE");
    assert_eq!(standard(&table), "OUT PASS C");
}

#[test]
fn the_standard_player_keeps_the_least_distance() {
    // Z would come first in the order, but it is part of the pair.
    let hand = hand("1M 2M 3M 4M 5M 6M 7M 8M 9M 2S 3S 1P Z Z", 0);
    assert_eq!(hand.distance_without(Tile::Z), Some(2));
    assert_eq!(hand.discard(), Some(Tile::P1));
}

#[test]
fn of_equal_discards_the_greatest_goes() {
    let order = "Z F B N W S E 9S 6S 3S 9P 6P 3P 1M";
    for len in 1..=14 {
        let tiles = order.split(' ').skip(14 - len).collect::<Vec<_>>().join(" ");
        assert_eq!(hand(&tiles, 0).discard().map(Tile::name), tiles.split(' ').next(), "{tiles}");
    }
}

#[test]
fn the_standard_player_claims_only_what_brings_it_nearer() {
    // 2S 3S and a pair of 1S: a pong of 1S leaves the hand as far as it was, and so does not help.
    let mut table = Table::new(["1S", "", "1M 2M 3M 4M 5M 6M 7M 8M 9M 1S 1S 2S 3S", ""], "9P");
    table.play("A OUT 1S").play("C DECLINE");
    assert_eq!(table.legal(), set(&["DECLINE", "PONG"]));
    assert_eq!(standard(&table), "DECLINE");
    let mut table = Table::new(["1S", "", "1M 2M 3M 4M 5M 6M 7M 8M 1S 1S 9P 9P F", ""], "9P");
    table.play("A OUT 1S");
    assert_eq!(standard(&table), "PONG");
}

#[test]
fn the_standard_player_tries_its_pong_before_its_chow() {
    // Both would bring B nearer.
    let mut table = Table::new(["1S", "1M 2M 3M 5M 6M 1S 1S 2S 3S 9P 9P F Z", "", ""], "8P");
    table.play("A OUT 1S");
    assert_eq!((table.legal(), standard(&table).as_str()), (set(&["DECLINE", "PONG"]), "PONG"));
    table.play("B DECLINE");
    assert_eq!(standard(&table), "CHOW LOW");
}

#[test]
fn the_standard_player_takes_the_highest_chow_that_helps() {
    let mut table = Table::new(["5P", "3P 4P 6P 7P 1M 5M 9M 1S 5S 9S E S W", "", ""], "8P");
    table.play("A OUT 5P");
    assert_eq!(table.legal().len(), 4);
    assert_eq!(standard(&table), "CHOW LOW");
    // With 6P 7P 8P complete, the run 5P 6P 7P brings nothing; 3P 4P 5P does.
    let mut table = Table::new(["5P", "1M 2M 3M 7M 8M F B 3P 4P 6P 7P 8P Z", "", ""], "9P");
    table.play("A OUT 5P");
    assert!(table.may("CHOW LOW"));
    assert_eq!(standard(&table), "CHOW HIGH");
}

#[test]
fn the_standard_player_always_wins() {
    let [b, ..] = READY;
    let mut table = Table::new(["1S", b, "", ""], "9P");
    table.play("A OUT 1S");
    assert_eq!(standard(&table), "RON");
    let table = Table::new([b, "", "", ""], "1S");
    assert_eq!(standard(&table), "SELFDRAWN");
}

// ------------------------------------------------------------------ what only free players can reach

#[test]
fn pass_may_name_any_other_player() {
    let table = Table::new(["PASS", "", "", ""], "1M");
    let passes: Vec<Action> =
        table.legal().iter().filter(|action| matches!(action, Action::Pass(_))).collect();
    assert_eq!(passes, [Action::Pass(Seat::B), Action::Pass(Seat::C), Action::Pass(Seat::D)]);
}

#[test]
fn skips_add_up() {
    let mut table = Table::new(["PASS", "PASS", "", ""], "1M 2M 3M 4M 5M 6M 7M 8M 9M");
    table.play("A OUT PASS D").play("B OUT PASS D");
    assert_eq!(table.game.skips(Seat::D), 2);
    table.pass_over("C OUT 3M");
    assert_eq!((table.seat(), table.game.skips(Seat::D)), (Seat::A, 1));
    table.pass_over("A OUT 4M").pass_over("B OUT 5M").pass_over("C OUT 6M");
    assert_eq!((table.seat(), table.game.skips(Seat::D)), (Seat::A, 0));
    // The third time round, D has its turn.
    table.pass_over("A OUT 7M").pass_over("B OUT 8M").pass_over("C OUT 9M");
    assert_eq!(table.seat(), Seat::D);
}

#[test]
fn a_skipped_player_may_claim_and_keeps_the_skip() {
    let mut table = Table::new(["PASS", "5P", "", "5P 5P DOUBLE"], "1M 2M 3M 4M 5M 6M 7M 8M");
    table.play("A OUT PASS D").play("B OUT 5P").play("D PONG");
    assert_eq!(table.game.skips(Seat::D), 1);
    // Neither is the extra turn of a DOUBLE one that comes in the order of play.
    assert_eq!(table.play("D OUT DOUBLE").last(), "D IN 3M");
    table.pass_over("D OUT 3M").pass_over("A OUT 4M").pass_over("B OUT 5M").pass_over("C OUT 6M");
    assert_eq!((table.seat(), table.game.skips(Seat::D)), (Seat::A, 0));
}

#[test]
fn a_skipped_player_may_win() {
    let mut table = Table::new(["PASS", "1S", "", READY[0]], "9P 8P");
    table.play("A OUT PASS D").play("B OUT 1S");
    assert_eq!(table.play("D RON").last(), "D WIN");
}

#[test]
fn a_claim_spends_the_skips_it_passes_over() {
    // C is to lose a turn. D takes the discard of B, so C loses it that way.
    let mut table = Table::new(["PASS", "5P", "", "5P 5P 9S"], "1M 2M 3M 4M 5M 6M");
    table.play("A OUT PASS C").play("B OUT 5P").play("D PONG");
    assert_eq!(table.game.skips(Seat::C), 0);
    table.pass_over("D OUT 9S").pass_over("A OUT 3M").pass_over("B OUT 4M");
    assert_eq!(table.seat(), Seat::C);
}

#[test]
fn chow_is_for_whoever_takes_the_next_turn() {
    // C is to lose its turn, so D is next after B, and may chow; C may not.
    let mut table = Table::new(["PASS", "5P", "6P 7P", "3P 4P"], "1M 2M 3M 4M");
    table.play("A OUT PASS C").play("B OUT 5P");
    assert_eq!((table.seat(), table.may("CHOW HIGH")), (Seat::D, true));
    assert_eq!(table.game.skips(Seat::C), 1, "asking spends nothing");
    let mut declined = Table { game: table.game.clone(), events: Vec::new() };
    assert_eq!(declined.play("D DECLINE").last(), "D IN 3M");
    assert_eq!(declined.game.skips(Seat::C), 0);
    table.play("D CHOW HIGH");
    assert_eq!(table.game.skips(Seat::C), 0);
}

#[test]
fn if_all_others_are_skipped_the_same_player_goes_on() {
    let mut table = Table::new(["PASS PASS", "PASS", "", "PASS"], "1M 2M 3M 4M 5M");
    table.play("A OUT PASS C"); // B is next, and C will lose a turn
    table.play("B OUT PASS C"); // C loses one of two, and D is next
    table.play("D OUT PASS B"); // A is next, and B and C will lose a turn
    assert_eq!(Seat::ALL.map(|seat| table.game.skips(seat)), [0, 1, 1, 0]);
    assert_eq!(table.play("A OUT PASS D").last(), "A IN 5M");
    assert_eq!(Seat::ALL.map(|seat| table.game.skips(seat)), [0; 4]);
}

#[test]
fn a_declined_win_costs_nothing() {
    let mut table = Table::new([READY[0], "1S 4S", "", ""], "1S 9P 8P 7P 6P 5P");
    // A declines the win, keeps the winning tile's brother away, and may win with a discard at once.
    assert!(table.may("SELFDRAWN"));
    table.pass_over("A OUT 1S").play("B OUT 1S");
    assert_eq!((table.seat(), table.legal()), (Seat::A, set(&["DECLINE", "RON"])));
    assert_eq!(table.play("A DECLINE").decline_all().last(), "C IN 8P");
    // A has declined both, and wins with the next.
    table.pass_over("C OUT 8P").pass_over("D OUT 7P").pass_over("A OUT 6P").play("B OUT 4S");
    assert_eq!(table.play("A RON").last(), "A WIN");
    // A seat that declined ron may still take the same tile for a meld.
    let mut table = Table::new(["1S", "1M 2M 3M 4M 5M 6M 7M 8M 9M 1S 1S Z Z", "", ""], "9P");
    table.play("A OUT 1S").play("B DECLINE");
    assert_eq!((table.seat(), table.legal()), (Seat::B, set(&["DECLINE", "PONG"])));
    table.play("B PONG");
}

#[test]
fn there_is_no_win_right_after_a_claim() {
    let mut table = Table::new(["1S", "1M 2M 3M 4M 5M 6M 7M 8M 9M 1S 1S Z Z", "", ""], "9P");
    table.play("A OUT 1S").play("B DECLINE").play("B PONG");
    assert!(table.game.hand(Seat::B).wins());
    assert!(!table.may("SELFDRAWN"));
    // The standard player, put there, discards the greatest tile.
    assert_eq!(standard(&table), "OUT Z");
}

#[test]
fn only_seats_with_a_choice_are_asked() {
    let mut table = Table::new(["9P", "1M", "2M", "3M"], "5P 6P");
    assert_eq!(table.play("A OUT 9P").last(), "B IN 6P");
}

#[test]
fn the_standard_player_names_whoever_takes_the_next_turn() {
    // C is to lose its turn already, so D is the next of B.
    let mut table = Table::new(["PASS", "PASS", "", ""], "1M 2M 3M");
    table.play("A OUT PASS C");
    assert_eq!(standard(&table), "OUT PASS D");
}
