//! Packs games into short strings for URLs.

use super::{ActionsError, Replay};
use crate::words::{Action, Deck, FiveOfAKind, Language, Localized, Tile, localized_errors, say};

/// The characters of URL-safe base64; each stands for its index.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Separates the tiles from the actions.
const DOT: char = '.';

fn number(letter: char) -> Option<usize> {
    ALPHABET.iter().position(|&other| char::from(other) == letter)
}

impl Replay {
    /// Returns the game as a short string (docs/PROTOCOL.md): the deck and, unless the game is that of four standard
    /// players, the actions.
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
    pub fn pack(&self) -> String {
        let letter = |number: usize| char::from(ALPHABET[number]);
        let mut packed: String = self.deck().tiles().iter().map(|tile| letter(tile.index())).collect();
        if *self != Replay::standard(self.deck()) {
            packed.push(DOT);
            packed.extend(self.actions().iter().map(|action| letter(usize::from(action.id()))));
        }
        packed
    }

    /// Unpacks a game.
    ///
    /// # Errors
    /// Returns an error if `packed` is not the string of a whole game.
    pub fn unpack(packed: &str) -> Result<Replay, UnpackError> {
        let (tiles, actions) =
            packed.split_once(DOT).map_or((packed, None), |(tiles, actions)| (tiles, Some(actions)));
        let tile = |(place, letter)| {
            number(letter)
                .and_then(Tile::from_index)
                .ok_or(UnpackError::Character { place: place + 1, found: letter })
        };
        // One more tile is enough to detect a deck that is too long.
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

/// An invalid packed game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// A character that is not allowed there.
    Character {
        /// Its position, counted from 1.
        place: usize,
        /// The character.
        found: char,
    },
    /// The number of tiles is not 148.
    Tiles {
        /// The number of tiles; 149 if there are more.
        found: usize,
    },
    /// A kind occurs more than four times.
    FiveOfAKind(FiveOfAKind),
    /// The actions do not form a whole game with this deck.
    Actions(ActionsError),
}

impl Localized for UnpackError {
    fn text(&self, language: Language) -> String {
        match self {
            UnpackError::Character { place, found } => say!(
                language,
                "a packed game cannot contain the character {found:?} at place {place}",
                "打包的对局不能含有字符 {found:?}（位置 {place}）"
            ),
            UnpackError::Tiles { found } if *found > Deck::LEN => say!(
                language,
                "a packed game begins with {} tiles; found more",
                "打包的对局以 {} 张牌开头；这里更多",
                Deck::LEN
            ),
            UnpackError::Tiles { found } => say!(
                language,
                "a packed game begins with {} tiles; found {found}",
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

localized_errors!(UnpackError {
    UnpackError::FiveOfAKind(error) => error,
    UnpackError::Actions(error) => error,
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_packed_is_refused() {
        let sorted: String =
            Tile::ALL.iter().flat_map(|tile| [ALPHABET[tile.index()]; 4]).map(char::from).collect();
        assert!(Replay::unpack(&sorted).is_ok());
        let error = |packed: &str| Replay::unpack(packed).expect_err(packed).to_string();
        assert_eq!(error(""), "a packed game begins with 148 tiles; found 0");
        assert_eq!(error(&"A".repeat(1 << 20)), "a packed game begins with 148 tiles; found more");
        assert_eq!(error("AA<script>"), "a packed game cannot contain the character '<' at place 3");
        assert_eq!(error("l"), "a packed game cannot contain the character 'l' at place 1");
        assert_eq!(
            error(&format!("{sorted}.é")),
            "a packed game cannot contain the character 'é' at place 150"
        );
        assert_eq!(error(&format!("{sorted}.")), "the packed actions are not those of a whole game");
        assert_eq!(
            error(&format!("{sorted}.______")),
            "a packed game cannot contain the character '_' at place 150"
        );
        assert!(error(&sorted.replacen('B', "A", 1)).starts_with("five tiles 1M"));
    }
}
