//! A table as text, to keep it and to go on from it.

use super::{Checkpoint, Table, built_in};
use crate::seed::{Number, Seeded};
use hule::play::{GameId, Match};
use hule::players::PlayerName;
use hule::{Action, Game, Log, Player, Seat, Turn};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// All of a table that its future follows from.
///
/// Players that leave something to chance begin it anew when a table is restored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    version: u32,
    /// The name of the table.
    pub table: String,
    seat: Seat,
    players: BTreeMap<Seat, String>,
    /// The seed and the number of the game, if the deck comes from a seed.
    seeded: Option<[String; 2]>,
    chance: String,
    game: Game,
    /// How many decisions had been made before each one of the person.
    turns: Vec<usize>,
}

impl Record {
    /// The version of the format.
    const VERSION: u32 = 1;

    /// What there is to keep of a table of this name.
    pub fn of(table: &Table, name: &str) -> Record {
        Record {
            version: Record::VERSION,
            table: name.to_owned(),
            seat: table.seat,
            players: table.players.iter().map(|(&seat, player)| (seat, player.to_string())).collect(),
            seeded: table.seeded.map(|Seeded { seed, game }| [seed.0.to_string(), game.0.to_string()]),
            chance: table.chance.to_string(),
            game: table.game.game().clone(),
            turns: table.checkpoints.iter().map(|checkpoint| checkpoint.decisions).collect(),
        }
    }

    /// The table; `None` if the record contradicts itself.
    pub fn restore(&self) -> Option<Table> {
        if self.version != Record::VERSION || self.players.contains_key(&self.seat) {
            return None;
        }
        let read = |(&seat, name): (&Seat, &String)| Some((seat, name.parse().ok()?));
        let players: BTreeMap<Seat, PlayerName> = self.players.iter().map(read).collect::<Option<_>>()?;
        let chance = self.chance.parse().ok()?;
        let seeded = match &self.seeded {
            None => None,
            Some([seed, game]) => {
                Some(Seeded { seed: Number(seed.parse().ok()?), game: Number(game.parse().ok()?) })
            }
        };
        let id = seeded.map_or(GameId::new(chance, 0), Seeded::id);
        let mut others = built_in(&players);
        for (other, player) in others.iter_mut() {
            player.begin(other, id.player_seed(other));
        }
        let actions = self.game.actions().ok()?;
        let checkpoint = |&decisions: &usize| Checkpoint { decisions, players: others.clone() };
        let checkpoints = self.are_turns(&actions).then(|| self.turns.iter().map(checkpoint).collect())?;
        let game = Match::resume(self.game.deck(), others, id, &actions, Log::default()).ok()?;
        let decisions = actions.len();
        Some(Table { seat: self.seat, players, seeded, id, game, decisions, checkpoints, chance })
    }

    /// Whether the turns are decisions of the person, in their order.
    fn are_turns(&self, actions: &[Action]) -> bool {
        let mut game = Game::new(self.game.deck());
        let mut turns = self.turns.iter().peekable();
        for (number, &action) in actions.iter().enumerate() {
            if turns.next_if_eq(&&number).is_some() && game.turn().map(Turn::seat) != Some(self.seat) {
                return false;
            }
            game.play(action).expect("the game was played");
        }
        turns.next().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::State;
    use hule::{Language, Random, Standard};

    fn json<T: Serialize>(value: &T) -> String {
        serde_json::to_string(value).expect("JSON")
    }

    fn again(table: &Table) -> Option<Table> {
        serde_json::from_str::<Record>(&json(&Record::of(table, "name"))).expect("a record").restore()
    }

    fn state(table: &Table) -> State {
        table.state("name", Language::English)
    }

    #[test]
    fn a_table_goes_on_from_its_record() {
        let players =
            [(Seat::A, PlayerName::Useful), (Seat::C, PlayerName::Standard), (Seat::D, PlayerName::Useful)];
        let seeded = Seeded { seed: Number(3), game: Number(u64::MAX) };
        let mut table = Table::new(Seat::B, players.into(), seeded, u64::MAX);
        let mut random = Random::new(1);
        let mut undone = 0;
        while table.go_on(None) {}
        while !table.is_over() {
            let mut other = again(&table).expect("the record is whole");
            assert_eq!(json(&state(&table)), json(&state(&other)));
            if random.below(4) == 0 && table.undo().is_ok() {
                assert!(other.undo().is_ok());
                undone += 1;
            }
            let game = table.game.game();
            let action = Standard.choose(&game.view(Seat::B), game.legal_actions());
            for table in [&mut table, &mut other] {
                assert!(table.act(action, table.checkpoints.len()).is_ok());
                while table.go_on(None) {}
            }
            assert_eq!(json(&state(&table)), json(&state(&other)));
        }
        assert!(undone > 0);
        assert_eq!(json(&state(&table)), json(&state(&again(&table).expect("a finished game is kept too"))));
    }

    #[test]
    fn a_record_that_contradicts_itself_is_no_table() {
        let seeded = Seeded { seed: Number(3), game: Number(0) };
        let mut table = Table::new(Seat::B, BTreeMap::new(), seeded, 5);
        while table.go_on(None) {}
        let action = table.game.game().legal_actions().iter().next().expect("B decides");
        assert!(table.act(action, 0).is_ok());
        while table.go_on(None) {}
        let record = serde_json::to_value(Record::of(&table, "name")).expect("JSON");
        let restored = |record: serde_json::Value| {
            serde_json::from_value::<Record>(record).ok().and_then(|record| record.restore())
        };
        assert!(restored(record.clone()).is_some());
        for (field, wrong) in [
            ("version", 2.into()),
            ("players", serde_json::json!({ "B": "useful" })),
            ("players", serde_json::json!({ "A": "nobody" })),
            ("seeded", serde_json::json!(["1", "x"])),
            ("chance", "".into()),
            ("turns", serde_json::json!([0, 0])),
            ("turns", serde_json::json!([1000])),
            ("seat", "E".into()),
            ("game", serde_json::json!({ "deck": "1M", "actions": [] })),
            ("more", 1.into()),
        ] {
            let mut record = record.clone();
            record[field] = wrong;
            assert!(restored(record.clone()).is_none(), "{record}");
        }
    }
}
