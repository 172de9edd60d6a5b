//! A seat of a table, and who sits there.

use hule::players::PlayerName;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Who may sit at a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chair {
    /// The person who has the secret.
    Person {
        /// The second part of the seat's link.
        secret: String,
        /// The name of the person; `None` until one has sat down.
        name: Option<String>,
        /// Whether the person has left the table.
        away: bool,
    },
    /// A player of the library.
    Player {
        /// Which.
        #[serde(serialize_with = "write", deserialize_with = "read")]
        player: PlayerName,
    },
}

fn write<S: Serializer>(player: &PlayerName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(player)
}

fn read<'a, D: Deserializer<'a>>(deserializer: D) -> Result<PlayerName, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(|_| serde::de::Error::custom("no such player"))
}

impl Chair {
    /// How many characters a name may have.
    pub const LONGEST_NAME: usize = 20;

    /// A seat for a person, who is told this secret.
    pub fn person(secret: String) -> Chair {
        Chair::Person { secret, name: None, away: false }
    }

    /// Whether a player or a person has sat down here.
    pub fn is_taken(&self) -> bool {
        !matches!(self, Chair::Person { name: None, .. })
    }

    /// Whether a player or a person has sat down here and not left.
    pub fn is_present(&self) -> bool {
        self.is_taken() && !matches!(self, Chair::Person { away: true, .. })
    }

    /// A name without the spaces around it, if it can be shown.
    pub fn read_name(name: &str) -> Option<String> {
        // A joiner at the end is what is left of an emoji that was cut.
        let name = name.trim().trim_end_matches(['\u{200c}', '\u{200d}']);
        let fits = (1..=Chair::LONGEST_NAME).contains(&name.chars().count());
        let shown = name.chars().any(|letter| !only_joins(letter));
        (fits && shown && !name.chars().any(is_invisible)).then(|| name.to_owned())
    }
}

/// Control characters, and those that change the direction of the text around them or show nothing.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Accents, joiners and variation selectors, which belong to the letter or the emoji before them.
fn only_joins(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200c}' | '\u{200d}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_visible() {
        assert_eq!(Chair::read_name(" 小明 ").as_deref(), Some("小明"));
        assert_eq!(Chair::read_name("Ann \u{1f469}\u{200d}").as_deref(), Some("Ann \u{1f469}"));
        assert_eq!(Chair::read_name(&"x".repeat(20)).map(|name| name.len()), Some(20));
        // A family, and a red heart, are several characters each.
        for right in
            ["\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{2764}\u{fe0f}", "e\u{301}va", "نام‌خانوادگی"]
        {
            assert_eq!(Chair::read_name(right).as_deref(), Some(right));
        }
        let hidden = [
            "\u{ad}",
            "\u{3164}",
            "\u{2800}",
            "\u{115f}",
            "\u{180e}",
            "\u{34f}",
            "\u{fe0f}",
            "\u{e0041}",
            "\u{200d}",
        ];
        for wrong in hidden {
            assert_eq!(Chair::read_name(wrong), None, "{wrong:?}");
        }
        let accents = "\u{301}".repeat(20);
        for wrong in
            ["", "  ", "a\nb", "\u{202e}a", "\u{61c}a", "a\u{ad}", "\u{200b}", &accents, &"x".repeat(21)]
        {
            assert_eq!(Chair::read_name(wrong), None, "{wrong:?}");
        }
    }
}
