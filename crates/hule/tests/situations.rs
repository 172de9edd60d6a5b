//! The grid of situations: each cell has a deck, and the slow twin agrees with its log.
//!
//! Where a situation cannot occur in one direction with four standard players, there is a deck for two standard players
//! and two that hoard their REVERSEs.

use crate::common;
use hule::log::TextLog;
use hule::play::GameId;
use hule::situation::{
    CoverageRound, NoDeckFound, Origin, SituationFinder, SituationPattern, SituationVariant, TestDeck,
    TestDecks, cells, deck_with, situations, situations_among,
};
use hule::{
    Action, ActionSet, BySeat, Deck, Direction, Game, Hand, Player, Rule, Seat, Situation, Standard, Tile,
    Turn, View, play,
};
use hule_twin as twin;
use std::collections::HashSet;

/// A standard player that, if it hoards, discards a REVERSE only when it has nothing else.
#[derive(Clone, Copy)]
struct Hoarder {
    hoards: bool,
}

impl Player for Hoarder {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        match Standard.choose(view, legal) {
            Action::Discard(Tile::Reverse) if self.hoards => {
                let rest = view.hand().tiles().filter(|&tile| tile != Tile::Reverse);
                let rest = Hand::new(rest, view.hand().open()).expect("a part of a hand");
                Action::Discard(rest.discard().unwrap_or(Tile::Reverse))
            }
            action => action,
        }
    }
}

/// `A` and `B` play as the standard player, `C` and `D` hoard.
const HOARDERS: BySeat<Hoarder> = BySeat::new([
    Hoarder { hoards: false },
    Hoarder { hoards: false },
    Hoarder { hoards: true },
    Hoarder { hoards: true },
]);

/// The same players at the table of the twin.
fn hoarders_twin_log(deck: &Deck) -> String {
    let mut twin = twin::Twin::new(&deck.tiles().map(Tile::index));
    while !twin.moves().is_empty() {
        let seat = twin.seat();
        let mut chosen = twin.standard_move();
        if HOARDERS[Seat::ALL[seat]].hoards && chosen == twin::Move::Discard(twin::REVERSE) {
            let mut rest = twin.hands[seat];
            rest[twin::REVERSE] = 0;
            if rest.iter().any(|&count| count > 0) {
                chosen = twin::Move::Discard(twin::discard_choice(&rest, twin.open[seat]));
            }
        }
        twin.play(&chosen);
    }
    twin.lines.join("\n") + "\n"
}

fn hoarders_log(deck: &Deck) -> String {
    let mut log = TextLog::default();
    play(deck, &mut HOARDERS.clone(), GameId::default(), &mut log);
    log.text
}

/// The situation and the direction in the name of a deck.
fn named(name: &str) -> (Situation, Direction) {
    let (situation, direction) = match name.strip_suffix("-reversed") {
        Some(situation) => (situation, Direction::Reversed),
        None => (name, Direction::Forward),
    };
    (situation.parse().expect(name), direction)
}

#[test]
fn decks_with_situations_have_their_logs() {
    for (name, deck, log) in common::decks("situations") {
        let found = situations(&deck);
        assert!(found.contains(&named(&name)), "{name}: {found:?}");
        assert_eq!(common::standard_log(&deck), log, "{name}");
        assert_eq!(twin_log(&deck), log, "{name}: the twin");
    }
    for (name, deck, log) in common::decks("situations/hoarded") {
        let (situation, direction) = named(&name);
        assert!(!situation.can_occur(direction), "{name} needs no hoarders");
        let found = situations_among(&deck, &mut HOARDERS.clone(), GameId::default());
        assert!(found.contains(&(situation, direction)), "{name}: {found:?}");
        assert_eq!(hoarders_log(&deck), log, "{name}");
        assert_eq!(hoarders_twin_log(&deck), log, "{name}: the twin");
    }
}

fn twin_log(deck: &Deck) -> String {
    twin::standard_log(&deck.tiles().map(Tile::index))
}

#[test]
fn every_situation_has_its_deck() {
    let mut unknown = Vec::new();
    for cell in SituationVariant::all() {
        let Some(deck) = cell.example() else {
            unknown.push(cell.to_string());
            continue;
        };
        assert!(has(&deck, cell.into()), "{cell}");
        assert_eq!(common::standard_log(&deck), twin_log(&deck), "{cell}");
    }
    let listed = common::read(&common::data("unknown-cells.txt"));
    assert_eq!(unknown, listed.lines().collect::<Vec<_>>(), "found a deck, or lost one");
}

#[test]
fn every_situation_can_occur_and_has_a_rule() {
    for &situation in Situation::ALL {
        assert!(Direction::ALL.iter().any(|&direction| situation.can_occur(direction)), "{situation}");
        assert!(!situation.rule().title().is_empty());
    }
    // Each rule that a standard player can break has a situation.
    let about_the_program = [Rule::Tiles, Rule::Deal, Rule::Turn, Rule::LogLines, Rule::Input];
    let implied = [
        Rule::PongBeforeChow,
        Rule::ClaimsAreFree,
        Rule::ClaimTakesTheTurn,
        Rule::WinEndsTheGame,
        Rule::PassNamesTheNext,
    ];
    for &rule in Rule::ALL.iter().filter(|rule| rule.number().starts_with('R')) {
        let has = Situation::ALL.iter().any(|situation| situation.rule() == rule);
        assert!(has || about_the_program.contains(&rule) || implied.contains(&rule), "{rule}");
    }
}

#[test]
fn no_game_has_an_excluded_or_unknown_cell() {
    let known: HashSet<SituationVariant> = SituationVariant::all().filter(|cell| cell.can_occur()).collect();
    let tests = CoverageRound::new(5, 0).take(60).map(|(_, deck)| deck);
    for deck in tests.chain((0..40).map(|game| Deck::seeded(2, game))) {
        for cell in cells(&deck) {
            assert!(known.contains(&cell), "{cell} occurs in {deck:?}");
        }
    }
}

#[test]
fn a_finder_of_few_finds_what_a_finder_of_all_does() {
    for game in 0..20 {
        let deck = Deck::seeded(6, game);
        let all = cells(&deck);
        let mut again = HashSet::new();
        for &situation in Situation::ALL {
            let mut finder = SituationFinder::of([situation]);
            play(&deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
            assert!(finder.found.iter().all(|cell| cell.situation == situation));
            again.extend(finder.found);
        }
        assert_eq!(all.into_iter().collect::<HashSet<_>>(), again);
    }
}

#[test]
fn test_decks_are_others_for_every_seed_and_have_their_cell() {
    let tests = |seed: u64| -> Vec<TestDeck> { TestDecks::new(seed).take(400).collect() };
    let (left, right) = (tests(1), tests(2));
    for (number, test) in left.iter().enumerate() {
        assert_eq!(test.number, number as u64);
        match test.origin {
            Origin::Random(game) => assert_eq!(test.deck, Deck::seeded(1, game)),
            Origin::SituationVariant(cell) => assert!(has(&test.deck, cell.into()), "{cell}: {test:?}"),
        }
    }
    let all: HashSet<Deck> = left.iter().chain(&right).map(|test| test.deck).collect();
    assert_eq!(all.len(), left.len() + right.len(), "no deck comes twice");
    assert_eq!(tests(1), left);
}

#[test]
fn a_round_has_each_cell_and_few_decks() {
    let mut found = HashSet::new();
    let decks: Vec<Deck> = CoverageRound::new(3, 0).map(|(_, deck)| deck).collect();
    found.extend(decks.iter().flat_map(cells));
    assert!(SituationVariant::all().filter(|cell| cell.can_occur()).all(|cell| found.contains(&cell)));
    assert!(decks.len() < 400, "{} decks", decks.len());
}

/// A situation can arise in several ways, and decks are made for all of them.
#[test]
fn decks_of_a_situation_differ_in_what_leads_to_it() {
    let decks: Vec<Deck> =
        (0..60).filter_map(|game| deck_with(&[Situation::ClaimOnLastDiscard], 1, game).ok()).collect();
    let pongs = decks.iter().filter(|deck| has(deck, Situation::PongOnLastDiscard.into())).count();
    assert_eq!(decks.len(), 60);
    assert!((5..55).contains(&pongs), "{pongs} pongs");
    for situation in [Situation::LimitOfFour, Situation::TieOrder, Situation::RonByNext] {
        let reversed: SituationPattern = (situation, Direction::Reversed).into();
        let decks = (0..60).filter_map(|game| deck_with(&[situation], 1, game).ok());
        let reversed = decks.filter(|deck| has(deck, reversed)).count();
        assert!(reversed > 5, "{situation}: {reversed}");
    }
}

#[test]
fn a_wish_may_name_a_direction_a_phase_and_a_number_of_melds() {
    for text in ["limit-of-four:reversed", "tie-order:empty:2", "ron-by-next:middle:reversed:4"] {
        let wish: SituationPattern = text.parse().expect(text);
        assert_eq!(wish.to_string(), text);
        for game in 0..5 {
            assert!(has(&deck_with(&[wish], 4, game).expect(text), wish), "{text}");
        }
    }
    assert_eq!("tie-order:2:empty".parse(), "tie-order:empty:2".parse::<SituationPattern>());
    for wrong in ["", "tie", "tie-order:", "tie-order:5", "tie-order:first:middle", "tie-order:2:3"] {
        assert!(wrong.parse::<SituationPattern>().is_err(), "{wrong}");
    }
    // The direction cannot change before the first draw.
    let never: SituationPattern = "first-draw-win:reversed".parse().expect("a wish");
    assert_eq!(deck_with(&[never], 1, 0), Err(NoDeckFound));
}

fn has(deck: &Deck, wish: SituationPattern) -> bool {
    let mut finder = SituationFinder::of([wish]);
    play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut finder);
    finder.found.iter().any(|&cell| wish.is_met_by(cell))
}

#[test]
fn situations_have_names() {
    for &situation in Situation::ALL {
        assert_eq!(situation.name().parse(), Ok(situation));
    }
    assert!("ron-by-four".parse::<Situation>().is_err());
}

/// Whether a decision of the game would be another if the player's own open melds counted towards the limit of
/// four, by the distances of the twin.
fn open_melds_decide(deck: &Deck) -> bool {
    let distance = |hand: &Hand, melds: &[[Tile; 3]]| {
        let mut limits = [4; Tile::ORDINARY];
        melds.iter().flatten().for_each(|tile| limits[tile.index()] -= 1);
        twin::distance_within(&Tile::ALL.map(|tile| hand.count(tile) as u8), hand.open(), &limits)
    };
    let mut game = Game::new(deck);
    while let Some(turn) = game.turn() {
        let (seat, legal) = (turn.seat(), game.legal_actions());
        let action = Standard.choose(&game.view(seat), legal);
        let hand = *game.hand(seat);
        let melds: Vec<[Tile; 3]> = game.melds(seat).iter().map(|meld| meld.tiles()).collect();
        let other = match turn {
            Turn::Discard { .. } => hand.kinds().iter().rev().map(Action::Discard).min_by_key(|discard| {
                let Action::Discard(tile) = *discard else { unreachable!("only discards are compared") };
                let mut rest = hand;
                rest.remove(tile).expect("it is there");
                distance(&rest, &melds)
            }),
            Turn::Answer { tile, .. } => legal.iter().rev().find(|&claim| {
                let Some((own, meld)) = claim.own_tiles(tile).zip(claim.meld_tiles(tile)) else {
                    return claim == action; // ron, or nothing else was found
                };
                let rest = hand.meld(own).expect("legal");
                distance(&rest, &[&melds[..], &[meld]].concat()) < distance(&hand, &melds)
            }),
        };
        let special = hand.kinds().iter().any(Tile::is_special);
        let skip = matches!(turn, Turn::Discard { .. }) && (special || action == Action::SelfDrawn);
        if !skip && other.unwrap_or(Action::Decline) != action {
            return true;
        }
        game.play(action).expect("it is legal");
    }
    false
}

#[test]
fn open_melds_decide_where_the_definition_says_so() {
    let occurs = |deck: &Deck| {
        let wanted = [Situation::OpenMeldsApart, Situation::OpenMeldsApartClaim];
        situations(deck).iter().any(|(situation, _)| wanted.contains(situation))
    };
    let wanted = Situation::OpenMeldsApart;
    let rare = (0..40).filter_map(|game| deck_with(&[wanted], 3, game).ok());
    let random = (0..150).map(|game| Deck::seeded(3, game));
    let examples = Situation::ALL.iter().filter_map(|situation| situation.example(Direction::Forward));
    for deck in rare.chain(random).chain(examples) {
        assert_eq!(occurs(&deck), open_melds_decide(&deck), "{deck:?}");
    }
}

fn occurs(deck: &Deck, wanted: Situation) -> bool {
    situations(deck).iter().any(|&(situation, _)| situation == wanted)
}

#[test]
fn every_situation_has_as_many_decks_as_one_likes() {
    for &situation in Situation::ALL {
        let examples = Direction::ALL.map(|direction| situation.example(direction));
        let mut decks = HashSet::new();
        for game in 0..3 {
            let deck = deck_with(&[situation], 8, game).expect("it can occur");
            assert!(occurs(&deck, situation), "{situation}: game {game}");
            assert_eq!(deck_with(&[situation; 2], 8, game), Ok(deck), "{situation}: game {game}");
            for example in examples.into_iter().flatten() {
                let places = example.tiles().iter().zip(deck.tiles());
                let changed = places.filter(|(old, new)| old != new).count();
                assert!(changed > 30, "{situation}: game {game} has changed {changed} places");
            }
            decks.insert(deck);
        }
        assert_eq!(decks.len(), 3, "{situation}");
        assert_ne!(deck_with(&[situation], 8, 0), deck_with(&[situation], 9, 0));
    }
}

#[test]
fn several_situations_meet_in_one_deck() {
    use Situation::{ClaimThenPass, FirstDrawWin, InterceptedRon, LastTileRon, SeveralGoodChows};
    let wanted = [InterceptedRon, ClaimThenPass, SeveralGoodChows];
    for game in 0..4 {
        let deck = deck_with(&wanted, 1, game).expect("they are not that rare");
        assert!(wanted.iter().all(|&situation| occurs(&deck, situation)), "game {game}");
    }
    assert_eq!(deck_with(&[FirstDrawWin, LastTileRon], 1, 0), Err(NoDeckFound));
    assert_eq!(deck_with::<Situation>(&[], 1, 7), Ok(Deck::seeded(1, 7)));
}
