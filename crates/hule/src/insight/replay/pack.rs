//! Games in a few characters that may stand in an address.

use super::{ActionsError, Replay};
use crate::words::action::Action;
use crate::words::deck::{Deck, FiveOfAKind};
use crate::words::language::{Language, Localized, print_in_english, say};
use crate::words::tile::Tile;

/// The characters of base64 that need no quoting in an address; a number is the place of its character.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What separates the tiles from the actions.
const DOT: char = '.';

fn number(letter: char) -> Option<usize> {
    ALPHABET.iter().position(|&other| char::from(other) == letter)
}

impl Replay {
    /// The game in a few characters (docs/PROTOCOL.md): those of its deck and, unless four standard players play it so,
    /// those of its actions.
    ///
    /// ```
    /// use hule::play::GameId;
    /// use hule::players::RandomPlayer;
    /// use hule::{BySeat, Deck, Replay};
    /// let replay = Replay::standard(&Deck::seeded(1, 0));
    /// assert_eq!(replay.pack().len(), 148);
    /// let mut players = BySeat::splat(RandomPlayer::new(1));
    /// let free = Replay::played(&Deck::seeded(1, 0), &mut players, GameId::default());
    /// assert_eq!(Replay::unpack(&free.pack())?, free);
    /// # Ok::<(), hule::replay::UnpackError>(())
    /// ```
    #[must_use]
    pub fn pack(&self) -> String {
        let letter = |number: usize| char::from(ALPHABET[number]);
        let mut packed: String = self.deck().tiles().iter().map(|tile| letter(tile.index())).collect();
        if *self != Replay::standard(self.deck()) {
            packed.push(DOT);
            packed.extend(self.actions().iter().map(|action| letter(usize::from(action.id()))));
        }
        packed
    }

    /// The game that was packed.
    pub fn unpack(packed: &str) -> Result<Replay, UnpackError> {
        let (tiles, actions) =
            packed.split_once(DOT).map_or((packed, None), |(tiles, actions)| (tiles, Some(actions)));
        let tile = |(place, letter)| {
            number(letter)
                .and_then(Tile::from_index)
                .ok_or(UnpackError::Character { place: place + 1, found: letter })
        };
        // No more than are needed to see that there are too many.
        let tiles = tiles.chars().take(Deck::LEN + 1).enumerate().map(tile).collect::<Result<Vec<_>, _>>()?;
        let tiles: [Tile; Deck::LEN] =
            tiles.try_into().map_err(|tiles: Vec<Tile>| UnpackError::Tiles { found: tiles.len() })?;
        let deck = Deck::try_from(tiles).map_err(UnpackError::FiveOfAKind)?;
        let Some(actions) = actions else { return Ok(Replay::standard(&deck)) };
        let action = |(place, letter)| {
            number(letter)
                .and_then(|number| Action::from_id(number as u8))
                .ok_or(UnpackError::Character { place: Deck::LEN + 2 + place, found: letter })
        };
        let actions = actions.chars().enumerate().map(action).collect::<Result<_, _>>()?;
        Replay::of_actions(&deck, actions).map_err(UnpackError::Actions)
    }
}

/// What is wrong with a packed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// A character that stands for nothing there.
    Character {
        /// Its place, counted from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// There are not 148 tiles.
    Tiles {
        /// How many there are; no more than one too many is counted.
        found: usize,
    },
    /// A kind occurs more than four times.
    FiveOfAKind(FiveOfAKind),
    /// The actions are not those of a whole game with this deck.
    Actions(ActionsError),
}

print_in_english!(UnpackError);

impl Localized for UnpackError {
    fn text(&self, language: Language) -> String {
        match self {
            UnpackError::Character { place, found } => say!(
                language,
                "a packed game has no character {found:?}, as at place {place}",
                "打包的对局不含字符 {found:?}（位置 {place}）"
            ),
            UnpackError::Tiles { found } if *found > Deck::LEN => say!(
                language,
                "a packed game begins with {} tiles; there are more",
                "打包的对局以 {} 张牌开头；这里更多",
                Deck::LEN
            ),
            UnpackError::Tiles { found } => say!(
                language,
                "a packed game begins with {} tiles; there are {found}",
                "打包的对局以 {} 张牌开头；这里有 {found} 张",
                Deck::LEN
            ),
            UnpackError::FiveOfAKind(error) => error.text(language),
            UnpackError::Actions(_) => say!(
                language,
                "the packed actions are not those of a whole game",
                "打包的动作不构成一局完整的游戏"
            ),
        }
    }
}

impl std::error::Error for UnpackError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            UnpackError::FiveOfAKind(error) => Some(error),
            UnpackError::Actions(error) => Some(error),
            UnpackError::Character { .. } | UnpackError::Tiles { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::GameId;
    use crate::players::RandomPlayer;
    use crate::words::seat::BySeat;

    #[test]
    fn games_unpack_as_they_were() {
        for number in 0..50 {
            let deck = Deck::seeded(3, number);
            let standard = Replay::standard(&deck);
            assert_eq!(standard.pack().len(), Deck::LEN);
            assert_eq!(Replay::unpack(&standard.pack()), Ok(standard));
            let mut players = BySeat::splat(RandomPlayer::new(0));
            let free = Replay::played(&deck, &mut players, GameId::new(3, number));
            assert!(free.pack().len() > Deck::LEN);
            assert_eq!(Replay::unpack(&free.pack()), Ok(free));
        }
    }

    #[test]
    fn what_was_not_packed_is_refused() {
        let sorted: String =
            Tile::ALL.iter().flat_map(|tile| [ALPHABET[tile.index()]; 4]).map(char::from).collect();
        assert!(Replay::unpack(&sorted).is_ok());
        let error = |packed: &str| Replay::unpack(packed).expect_err(packed).to_string();
        assert_eq!(error(""), "a packed game begins with 148 tiles; there are 0");
        assert_eq!(error(&"A".repeat(1 << 20)), "a packed game begins with 148 tiles; there are more");
        assert_eq!(error("AA<script>"), "a packed game has no character '<', as at place 3");
        assert_eq!(error("l"), "a packed game has no character 'l', as at place 1");
        assert_eq!(error(&format!("{sorted}.é")), "a packed game has no character 'é', as at place 150");
        assert_eq!(error(&format!("{sorted}.")), "the packed actions are not those of a whole game");
        assert_eq!(error(&format!("{sorted}.______")), "a packed game has no character '_', as at place 150");
        assert!(error(&sorted.replacen('B', "A", 1)).starts_with("five tiles 1M"));
    }
}
