//! Charts are HTML, whatever the names of players are.

use hule::arena::Sprt;
use hule::{Language, Standard};
use hule_report::{Arena, ArenaOptions, Caveat, Entrant};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

#[derive(PartialEq)]
struct Program(&'static str);

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Entrant for Program {
    fn caveat(&self) -> Option<Caveat> {
        Some(Caveat::Program)
    }
}

#[test]
fn names_of_players_are_text_and_not_markup() {
    let players = vec![Program("bot:<b>&"), Program("\"><script>")];
    let options =
        ArenaOptions { games: Some(12), seed: 1, sprt: Some(Sprt::default()), ..Default::default() };
    let mut arena = Arena::new(players, options).expect("two players");
    let stop = AtomicBool::new(false);
    let played = arena.play(NonZeroUsize::MIN, &stop, |_| Ok::<_, ()>(Standard), |_| {});
    assert_eq!(played, Ok(2));
    let page = arena.report().html(Language::English);
    assert!(page.contains("bot:&lt;b&gt;&amp;") && page.contains("&quot;&gt;&lt;script&gt;"));
    assert!(!page.contains("<b>&") && !page.contains("<script"));
}
