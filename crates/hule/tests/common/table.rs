//! A game with hands laid out by name, played by lines of text.

use std::cmp::Reverse;

use hule::{Action, ActionSet, Deck, Direction, Event, Game, Seat, Tile, Turn};

pub struct Table {
    pub game: Game,
    pub events: Vec<Event>,
}

impl Table {
    /// Deals these tiles to `A B C D` and lays these on top of the wall. Hands that are not complete are
    /// filled with tiles that make no groups among themselves.
    pub fn new(hands: [&str; 4], wall: &str) -> Table {
        let parse = |names: &str| -> Vec<Tile> {
            names.split_whitespace().map(|name| name.parse().expect(name)).collect()
        };
        let mut hands = hands.map(parse);
        let mut wall = parse(wall);
        let mut rest: Vec<Tile> = Deck::sorted().tiles().to_vec();
        for tile in hands.iter().flatten().chain(&wall) {
            let place = rest.iter().position(|other| other == tile).expect("at most four of a kind");
            rest.remove(place);
        }
        // Different kinds, three numbers apart; special tiles last, so that they do not turn up by themselves.
        let place = |(index, tile): (usize, &Tile)| {
            let copy = rest[..index].iter().filter(|&other| other == tile).count();
            (tile.is_special(), copy, tile.number().map_or(0, |number| (9 - number) % 3), Reverse(*tile))
        };
        let mut rest: Vec<_> =
            rest.iter().enumerate().map(|(index, tile)| (place((index, tile)), *tile)).collect();
        rest.sort_unstable();
        let rest: Vec<Tile> = rest.into_iter().map(|(_, tile)| tile).collect();
        let mut rest = rest.into_iter();
        for hand in &mut hands {
            hand.extend(rest.by_ref().take(13 - hand.len()));
        }
        wall.extend(rest);
        let dealt = (0..52).map(|place| hands[place % 4][place / 4]);
        let tiles: Vec<Tile> = dealt.chain(wall).collect();
        let deck = Deck::try_from(<[Tile; 148]>::try_from(tiles).expect("148 tiles")).expect("four of each");
        let (game, events) = super::begin(&deck);
        Table { game, events }
    }

    /// Plays a line such as `A OUT 1M` or `B DECLINE`; the player must be the one who decides.
    pub fn play(&mut self, line: &str) -> &mut Table {
        let (seat, action) = line.split_once(' ').expect("a player and an action");
        let turn = self.game.turn().expect("the game goes on");
        assert_eq!(turn.seat().name(), seat, "{line}: {turn:?}");
        let action: Action = action.parse().expect(line);
        self.game.play_into(action, &mut |event, _| self.events.push(event)).expect(line);
        self
    }

    /// Declines every claim until a seat has to discard, or the game is over.
    pub fn decline_all(&mut self) -> &mut Table {
        while let Some(Turn::Answer { .. }) = self.game.turn() {
            self.game
                .play_into(Action::Decline, &mut |event, _| self.events.push(event))
                .expect("it is legal");
        }
        self
    }

    /// Plays a discard that no seat takes.
    pub fn pass_over(&mut self, line: &str) -> &mut Table {
        self.play(line).decline_all()
    }

    /// Who decides.
    pub fn seat(&self) -> Seat {
        self.game.turn().expect("the game goes on").seat()
    }

    pub fn legal(&self) -> ActionSet {
        self.game.legal_actions()
    }

    pub fn may(&self, action: &str) -> bool {
        self.legal().contains(action.parse().expect(action))
    }

    /// The last event.
    pub fn last(&self) -> String {
        self.events.last().expect("there is one").to_string()
    }

    pub fn direction(&self) -> Direction {
        self.game.direction()
    }
}
