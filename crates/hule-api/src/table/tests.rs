use super::*;
use crate::choice_view::ChoiceView;
use crate::table::request::TableRequest;
use hule::Tile;
use hule::players::RandomPlayer;
use serde_json::{Value, json};

/// A table that is asked for in JSON, after its players have played.
fn asked(request: &Value) -> Table {
    let request: TableRequest = serde_json::from_value(request.clone()).expect("a request");
    let Ok(mut table) = request.table(Language::English) else { panic!("it is not refused") };
    go_on(&mut table);
    table
}

fn go_on(table: &mut Table) {
    assert!(table.go_on_thinking(Language::English).is_ok());
}

/// A table where these seats are for people, who have all sat down, and the others for the player `useful`.
fn table(people: &[Seat], seed: u64) -> Table {
    let others = Seat::ALL.into_iter().filter(|seat| !people.contains(seat));
    let players: Value = others
        .map(|seat| (seat.name().to_owned(), "useful".into()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let mut table = asked(&json!({ "people": people, "players": players }));
    let setup = Arc::make_mut(&mut table.setup);
    (setup.seed, setup.hint_seed) = (seed, seed);
    for &seat in people {
        table.sit(seat, seat.name()).expect("it is a name");
    }
    go_on(&mut table);
    table
}

/// A table of one person with these players at the other seats.
fn solo(seat: Seat, players: [&str; 3], game: u64) -> Table {
    let others = Seat::ALL.into_iter().filter(|&other| other != seat);
    let players: serde_json::Map<_, _> =
        others.zip(players).map(|(seat, player)| (seat.name().to_owned(), player.into())).collect();
    asked(&json!({ "people": [seat], "name": "x", "players": players, "seed": 11, "game": game }))
}

/// Makes a move, and lets the players decide.
fn act(table: &mut Table, seat: Seat, action: Action) {
    table.act(seat, action, table.turn(seat)).expect("it is legal");
    go_on(table);
}

/// What a player would do.
fn choice(player: &mut impl Player, table: &Table, seat: Seat) -> Action {
    let game = table.game().expect("it has begun");
    player.choose(&game.view(seat), game.legal_actions())
}

fn json_of(table: &Table, viewer: Viewer) -> String {
    let state = State::whole(table, viewer, &Presence::default(), Language::English);
    serde_json::to_string(&state).expect("JSON")
}

fn again(table: &Table) -> Option<Table> {
    let json = serde_json::to_string(&table.record("name")).expect("JSON");
    Table::restored(&serde_json::from_str(&json).expect("a record"))
}

#[test]
fn what_is_sent_depends_on_nothing_that_is_hidden() {
    let mut random = Random::new(3);
    let mut person = RandomPlayer::new(4);
    let (mut moments, mut hints) = (0, 0);
    for number in 0..10 {
        let people = if number < 4 { &Seat::ALL[..] } else { &Seat::ALL[number % 4..=number % 4] };
        let mut table = table(people, number as u64);
        while let Next::Person(seat) = table.next() {
            // A game that the person cannot tell from this one: all that is hidden is different.
            let deal = table.deal.as_ref().expect("it has begun");
            let hide = |&event: &Event| match event {
                Event::Draw { seat: other, .. } if other != seat => {
                    Event::Draw { seat: other, tile: Tile::Pass }
                }
                event => event,
            };
            let hidden = Deal {
                game: deal.game.view(seat).imagine(&mut random).expect("the person has to decide"),
                events: deal.events.iter().map(hide).collect(),
                ..deal.clone()
            };
            let other = Table { deal: Some(hidden), ..table.clone() };
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                assert_eq!(json_of(&table, viewer), json_of(&other, viewer));
            }
            if people.len() == 1 && moments % 16 == 0 {
                let thoughts = |table: &Table| {
                    let hint = table.hint(seat, None, Language::English).expect("a hint");
                    serde_json::to_value(hint).expect("JSON")
                };
                assert_eq!(thoughts(&table), thoughts(&other));
                hints += 1;
            }
            moments += 1;
            let action = choice(&mut person, &table, seat);
            act(&mut table, seat, action);
        }
    }
    assert!(moments > 250 && hints > 2, "{moments} {hints}");
}

#[test]
fn a_hint_compares_all_choices_that_were_simulated_with_its_own() {
    let mut compared = 0;
    let mut table = table(&[Seat::A], 2);
    while !table.is_over() {
        let Ok(hint) = table.hint(Seat::A, None, Language::English) else { panic!("there is a decision") };
        assert_eq!(hint.choices.first().map(ChoiceView::action), Some(hint.action));
        for choice in &hint.choices {
            assert_eq!(choice.wins.is_some(), choice.loss.is_some());
            let Some(loss) = choice.loss else { continue };
            assert!(loss.mean.abs() <= 1.0 && (0.0..=1.0).contains(&loss.error));
            compared += usize::from(choice.action() != hint.action);
        }
        act(&mut table, Seat::A, hint.action);
    }
    assert!(compared > 5, "{compared}");
}

#[test]
fn the_same_moves_are_answered_in_the_same_way_after_undos_and_after_a_restart() {
    let mut person = RandomPlayer::new(6);
    let mut undone = 0;
    for (number, seat) in Seat::ALL.into_iter().enumerate() {
        let mut table = solo(seat, ["random", "search:samples=8", "useful"], number as u64);
        let state = |table: &Table| json_of(table, Viewer::Seat(seat));
        // The decisions of the person, and what was sent before each of them.
        let (mut moves, mut states) = (Vec::new(), vec![state(&table)]);
        while !table.is_over() {
            let action = choice(&mut person, &table, seat);
            act(&mut table, seat, action);
            moves.push(action);
            states.push(state(&table));
            table = again(&table).expect("the record is whole");
            assert_eq!(state(&table), states[moves.len()]);
            if !moves.len().is_multiple_of(3) || table.is_over() {
                continue;
            }
            // Up to three decisions are taken back, and made again.
            for kept in (moves.len() - 3..moves.len()).rev() {
                table.undo(seat).expect("there is one");
                assert_eq!(state(&table), states[kept]);
                undone += 1;
            }
            for place in moves.len() - 3..moves.len() {
                act(&mut table, seat, moves[place]);
                assert_eq!(state(&table), states[place + 1]);
            }
        }
        assert!(matches!(table.undo(seat), Err(TableError::Over)));
    }
    assert!(undone > 20, "{undone}");
}

#[test]
fn a_viewer_is_told_of_moves_that_were_taken_back() {
    let mut table = table(&[Seat::A], 1);
    let mut feed = ViewerFeed::new(Viewer::Spectator, Language::English);
    let mut next = |table: &Table| feed.next(table, &Presence::default());
    let is_whole = |state: Option<State>| {
        serde_json::to_value(state.expect("something has changed")).expect("JSON")["whole"].clone()
    };
    assert_eq!(is_whole(next(&table)), true);
    let first = choice(&mut Standard, &table, Seat::A);
    act(&mut table, Seat::A, first);
    assert_eq!(is_whole(next(&table)), false);
    let second = choice(&mut Standard, &table, Seat::A);
    // It looks only when another move was made instead: what it was sent before is of no use.
    table.undo(Seat::A).expect("there is a move");
    let game = table.game().expect("a game");
    let other = game.legal_actions().iter().find(|&action| action != first && action != second);
    act(&mut table, Seat::A, other.expect("there are many discards"));
    assert_eq!(is_whole(next(&table)), true);
    assert!(next(&table).is_none());
}

#[test]
fn a_game_goes_on_from_its_moves() {
    let replay = Replay::standard(&Deck::seeded(5, 0));
    let lines = replay.log().events.len();
    for (line, seat) in (0..lines).step_by(19).zip(Seat::ALL.into_iter().cycle()) {
        let mut table =
            asked(&json!({ "people": [seat], "name": "x", "packed": replay.pack(), "line": line }));
        // The given moves are the past: they cannot be taken back.
        assert_eq!((table.turn(seat), table.can_undo(seat)), (0, false));
        assert!(matches!(table.undo(seat), Err(TableError::NothingToUndo | TableError::Over)));
        while !table.is_over() {
            let action = choice(&mut Standard, &table, seat);
            act(&mut table, seat, action);
            assert_eq!(
                json_of(&again(&table).expect("a record"), Viewer::Spectator),
                json_of(&table, Viewer::Spectator)
            );
        }
        // With standard players it is the same game again.
        assert_eq!(table.log().ok(), Some(replay.log().to_string()));
        assert!(!json_of(&table, Viewer::Seat(seat)).contains("\"seed\""));
        table.again(seat).expect("there is another game");
        assert_ne!(table.game().map(Game::deck), Some(replay.deck()));
    }
}

#[test]
fn players_without_chance_play_as_in_any_game_of_the_seed() {
    // The person does what a standard player does there, so it is the game of these four.
    let mut table = solo(Seat::B, ["net", "useful", "standard"], 3);
    while !table.is_over() {
        let action = choice(&mut Standard, &table, Seat::B);
        act(&mut table, Seat::B, action);
    }
    let mut players =
        BySeat::new([PlayerName::Net, PlayerName::Standard, PlayerName::Useful, PlayerName::Standard])
            .map(|name| name.player());
    let replay = Replay::played(table.game().expect("a game").deck(), &mut players, table.setup.id());
    assert_eq!(table.log().ok(), Some(replay.log().to_string()));
}

#[test]
fn a_table_of_people_goes_on_from_its_record() {
    let mut person = RandomPlayer::new(4);
    let mut table = table(&[Seat::B, Seat::C], 5);
    while let Next::Person(seat) = table.next() {
        let mut other = again(&table).expect("these moves are legal");
        for viewer in [Viewer::Seat(Seat::B), Viewer::Spectator] {
            assert_eq!(json_of(&table, viewer), json_of(&other, viewer));
        }
        let action = choice(&mut person, &table, seat);
        for table in [&mut table, &mut other] {
            act(table, seat, action);
        }
        assert_eq!(table.decisions(), other.decisions(), "the players decide the same");
    }
    assert!(table.finished().is_some());
}

#[test]
fn a_record_that_contradicts_itself_is_no_table() {
    let mut table = table(&[Seat::B], 3);
    let action = choice(&mut Standard, &table, Seat::B);
    act(&mut table, Seat::B, action);
    let record = serde_json::to_value(table.record("name")).expect("JSON");
    let restored = |record: Value| {
        serde_json::from_value::<Record>(record).ok().and_then(|record| Table::restored(&record))
    };
    assert!(restored(record.clone()).is_some());
    for (field, wrong) in [
        ("/setup/version", json!(3)),
        ("/setup/version", json!(0)),
        ("/setup/chairs/0", json!({ "player": { "player": "nobody" } })),
        ("/setup/seed", json!("x")),
        ("/setup/start", json!({ "deck": "1M", "actions": [] })),
        ("/moves", json!([47])),
        ("/moves", json!([200])),
        ("/moves", json!("x")),
    ] {
        let mut record = record.clone();
        match record.pointer_mut(field) {
            Some(place) => *place = wrong,
            None => record["setup"]["start"] = wrong,
        }
        assert!(restored(record.clone()).is_none(), "{record}");
    }
}

#[test]
fn what_the_first_version_has_stored_is_read() {
    let person = json!({ "person": { "secret": "s", "name": "Ann", "away": false } });
    let player = json!({ "player": { "player": "useful" } });
    let setup = json!({
        "version": 1, "chairs": [person, player, person, player], "watch": "w",
        "clock": 30, "seed": 7, "begun": true, "games": ["x"],
    });
    let moves: Vec<u8> =
        table(&[Seat::A, Seat::C], 7).decisions().iter().map(|(_, action)| action.id()).collect();
    let record = Record {
        id: "name".to_owned(),
        setup: serde_json::from_value(setup).map(Arc::new).expect("a setup"),
        moves,
    };
    let table = Table::restored(&record).expect("it can be read");
    assert_eq!(table.game().map(Game::deck), Some(&Deck::seeded(7, 0)));
    assert_eq!((table.setup.number(), table.viewer("w")), (2, Some(Viewer::Spectator)));
    // It is written as the version that it has by now only if it changes.
    assert_eq!(table.record("name").setup.version, 1);
}

#[test]
fn undos_and_hints_are_for_one_person() {
    let mut table = table(&[Seat::A, Seat::B], 1);
    let Next::Person(seat) = table.next() else { panic!("a person decides first") };
    let action = choice(&mut Standard, &table, seat);
    act(&mut table, seat, action);
    assert!(matches!(table.undo(seat), Err(TableError::NotSolo)));
    assert_eq!(
        table.hint(seat, None, Language::English).err().map(|refusal| refusal.status()),
        Some(Status::Conflict)
    );
    assert!(!table.can_undo(seat));
}

#[test]
fn a_declined_claim_is_a_secret() {
    // No other seat is sent a message when a seat declines and another is asked.
    let mut declined = 0;
    for seed in 0..20 {
        let mut table = table(&Seat::ALL, seed);
        let presence = Presence::default();
        let viewers = Seat::ALL.map(Viewer::Seat).into_iter().chain([Viewer::Spectator]);
        let mut all: Vec<ViewerFeed> =
            viewers.map(|viewer| ViewerFeed::new(viewer, Language::English)).collect();
        for feed in &mut all {
            assert!(feed.next(&table, &presence).is_some());
        }
        while let Next::Person(seat) = table.next() {
            let turn = table.game().and_then(Game::turn);
            let decline = matches!(turn, Some(Turn::Answer { .. }));
            let action = if decline { Action::Decline } else { choice(&mut Standard, &table, seat) };
            let events = table.events().len();
            act(&mut table, seat, action);
            let sent: Vec<bool> = all.iter_mut().map(|feed| feed.next(&table, &presence).is_some()).collect();
            if decline && table.events().len() == events {
                let asked = table.game().and_then(Game::turn).map(Turn::seat);
                for (other, sent) in Seat::ALL.into_iter().map(Some).chain([None]).zip(sent) {
                    assert_eq!(sent, other == Some(seat) || other == asked && asked.is_some());
                }
                declined += 1;
            }
        }
    }
    assert!(declined > 3, "{declined}");
}

#[test]
fn a_player_that_panics_ends_its_game() {
    let mut table = table(&[Seat::A], 1);
    table.take(None);
    assert!(table.is_over() && table.is_broken());
    assert_eq!(table.next(), Next::None);
    assert!(json_of(&table, Viewer::Spectator).contains("\"kind\":\"broken\""));
    assert!(matches!(table.act(Seat::A, Action::Decline, 0), Err(TableError::Over)));
    assert!(matches!(table.undo(Seat::A), Err(TableError::Over)));
    table.again(Seat::A).expect("there is another game");
    assert_eq!((table.is_over(), table.setup.number()), (false, 2));
}
