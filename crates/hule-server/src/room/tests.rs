use super::*;
use crate::onlooker::{Around, Eyes, Onlooker};
use hule::Tile;
use hule::players::RandomPlayer;
use hule_api::secret_name;

/// A table where these seats are for people, who have all sat down.
fn room(people: &[Seat], seed: u64) -> Room {
    let chair = |seat| {
        if people.contains(&seat) {
            Chair::Person { secret: secret_name(), name: Some(seat.to_string()), away: false }
        } else {
            Chair::Player { player: PlayerName::Useful }
        }
    };
    let chairs = BySeat::from_fn(chair);
    let setup =
        Setup { version: 1, chairs, watch: secret_name(), clock: None, seed, begun: true, games: Vec::new() };
    let mut room = Room::restored(Arc::new(setup), &[]).expect("there are no moves");
    room.go_on();
    room
}

fn json(room: &Room, eyes: Eyes) -> String {
    let state = Onlooker::new(eyes, Language::English).look(room, &Around::default());
    serde_json::to_string(&state).expect("JSON")
}

#[test]
fn what_is_sent_depends_on_nothing_that_is_hidden() {
    let mut random = Random::new(3);
    let mut person = RandomPlayer::new(4);
    let mut moments = 0;
    for seed in 0..4 {
        let mut room = room(&Seat::ALL, seed);
        while let Next::Person(seat) = room.next() {
            let deal = room.deal.as_ref().expect("it has begun");
            // A game that the person cannot tell from this one: all that is hidden is different.
            let imagined = deal.game.view(seat).imagine(&mut random).expect("the person has to decide");
            let hide = |&event: &Event| match event {
                Event::Draw { seat: other, .. } if other != seat => {
                    Event::Draw { seat: other, tile: Tile::Pass }
                }
                event => event,
            };
            let other = Deal {
                game: imagined,
                events: deal.events.iter().map(hide).collect(),
                moves: Vec::new(),
                turns: deal.turns,
                broken: false,
            };
            let other = Room { setup: Arc::clone(&room.setup), deal: Some(other) };
            assert_eq!(json(&room, Eyes::Seat(seat)), json(&other, Eyes::Seat(seat)));
            assert_eq!(json(&room, Eyes::Spectator), json(&other, Eyes::Spectator));
            moments += 1;
            let game = &deal.game;
            let action = person.choose(&game.view(seat), game.legal_actions());
            room.act(seat, action, room.turn(seat)).expect("it is legal");
        }
    }
    assert!(moments > 200, "{moments}");
}

#[test]
fn a_table_goes_on_from_its_setup_and_moves() {
    let mut person = RandomPlayer::new(4);
    let mut room = room(&[Seat::B, Seat::C], 5);
    while let Next::Person(seat) = room.next() {
        let setup: Setup =
            serde_json::from_slice(&serde_json::to_vec(&**room.setup()).expect("JSON")).expect("the same");
        let mut again = Room::restored(Arc::new(setup), room.moves()).expect("these moves are legal");
        for eyes in [Eyes::Seat(Seat::B), Eyes::Spectator] {
            assert_eq!(json(&room, eyes), json(&again, eyes));
        }
        let game = room.game().expect("it has begun");
        let action = person.choose(&game.view(seat), game.legal_actions());
        for room in [&mut room, &mut again] {
            room.act(seat, action, room.turn(seat)).expect("it is legal");
            room.go_on();
        }
        assert_eq!(room.moves(), again.moves(), "the players decide the same");
    }
    assert!(room.finished().is_some());
    assert!(Room::restored(Arc::clone(room.setup()), &[47]).is_none());
    assert!(Room::restored(Arc::clone(room.setup()), &[200]).is_none());
}

#[test]
fn a_declined_claim_is_a_secret() {
    // Nobody is sent anything when somebody declines and another is asked.
    let mut declined = 0;
    for seed in 0..20 {
        let mut room = room(&Seat::ALL, seed);
        let around = Around::default();
        let eyes = Seat::ALL.map(Eyes::Seat).into_iter().chain([Eyes::Spectator]);
        let mut all: Vec<Onlooker> = eyes.map(|eyes| Onlooker::new(eyes, Language::English)).collect();
        for onlooker in &mut all {
            assert!(onlooker.look(&room, &around).is_some());
        }
        while let Next::Person(seat) = room.next() {
            let game = room.game().expect("it has begun");
            let decline = matches!(game.turn(), Some(Turn::Answer { .. }));
            let action = if decline {
                Action::Decline
            } else {
                Standard.choose(&game.view(seat), game.legal_actions())
            };
            let events = room.events().len();
            room.act(seat, action, room.turn(seat)).expect("it is legal");
            let sent: Vec<bool> =
                all.iter_mut().map(|onlooker| onlooker.look(&room, &around).is_some()).collect();
            if decline && room.events().len() == events {
                let asked = room.game().and_then(Game::turn).map(Turn::seat);
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
    let mut room = room(&[Seat::A], 1);
    room.take(None);
    assert!(room.is_over() && room.is_broken());
    assert_eq!(room.next(), Next::Nobody);
    assert!(json(&room, Eyes::Spectator).contains("\"kind\":\"broken\""));
    assert!(matches!(room.act(Seat::A, Action::Decline, 0), Err(RoomError::Over)));
    room.again(Seat::A, 2).expect("there is another game");
    assert_eq!((room.is_over(), room.setup().number()), (false, 2));
}
