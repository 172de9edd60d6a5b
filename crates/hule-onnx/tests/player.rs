//! Players with networks from ONNX files: they choose what the network says, and wrong files are refused.

use crate::onnx_file::{BOOL, DOUBLE, Dim, FLOAT, FLOAT16, INT32, INT64, OnnxFile, UINT8};
use hule::observation::{Observation, VERSION};
use hule::play::GameId;
use hule::players::GreedyPlayer;
use hule::{
    Action, ActionSet, BySeat, Deck, Game, Language, Localized, Player, Random, Seat, Tile, View, play,
};
use hule_onnx::{OnnxError, OnnxPlayer};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

const ONE: Dim = Dim::Size(1);
const BATCH: Dim = Dim::Name("batch");
const BASIC: Dim = Dim::Size(Observation::Basic.len());
const FULL: Dim = Dim::Size(Observation::Full.len());

/// A file that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(bytes: &[u8]) -> Temporary {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("hule-{}-{number}.onnx", std::process::id()));
        fs::write(&path, bytes).expect("the folder for temporary files is writable");
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn open(bytes: &[u8]) -> Result<OnnxPlayer, OnnxError> {
    OnnxPlayer::open(&Temporary::new(bytes).0)
}

fn player(file: &OnnxFile) -> OnnxPlayer {
    open(&file.bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares each choice of a network with that of its twin, which plays on.
struct Compared<T> {
    network: OnnxPlayer,
    twin: T,
    decisions: u32,
}

impl<T: Player> Player for Compared<T> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let choice = self.network.choose(view, legal);
        assert_eq!(choice, self.twin.choose(view, legal), "{:?} {legal:?}", view.turn());
        assert_eq!(self.network.comment(), None);
        self.decisions += 1;
        choice
    }
}

/// Lets four networks play whole games beside their twin. Returns the number of decisions.
fn compare(network: &OnnxPlayer, twin: &(impl Player + Clone), games: u64) -> u32 {
    let compared = || Compared { network: network.clone(), twin: twin.clone(), decisions: 0 };
    let mut players = BySeat::from_fn(|_| compared());
    for number in 0..games {
        play(&Deck::seeded(31, number), &mut players, GameId::new(31, number), &mut ());
    }
    players.iter().map(|(_, player)| player.decisions).sum()
}

#[test]
fn a_network_that_copies_a_choice_plays_like_the_player_who_made_it() {
    let shapes = [vec![FULL], vec![ONE, FULL], vec![BATCH, FULL]];
    for shape in &shapes {
        let network = player(&OnnxFile::useful(UINT8, shape).of(Observation::Full));
        assert_eq!(network.observation(), Observation::Full);
        assert!(compare(&network, &GreedyPlayer, 12) > 500);
    }
    for element in [INT32, INT64, FLOAT16, FLOAT, DOUBLE] {
        assert!(compare(&player(&OnnxFile::useful(element, &shapes[2])), &GreedyPlayer, 2) > 50);
    }
}

/// Wins if it can, never claims, and discards the first kind that leaves the least distance.
#[derive(Clone)]
struct Nearest;

impl Player for Nearest {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        for action in [Action::SelfDrawn, Action::Ron, Action::Decline] {
            if legal.contains(action) {
                return action;
            }
        }
        let nearest = view.hand().discards().map(|(_, distance)| distance).min();
        let mut tiles = Tile::ALL.into_iter().filter(|&tile| legal.contains(Action::Discard(tile)));
        let found = tiles.find(|&tile| Some(view.hand().distance_without(tile)) == nearest.map(Some));
        // Otherwise only a PASS is one: the network gives the same to all that is left.
        let first = || legal.iter().min_by_key(|&action| view.viewpoint().id(action)).expect("there is one");
        found.map_or_else(first, Action::Discard)
    }
}

/// The weights of [`Nearest`].
fn nearest() -> OnnxFile {
    let row = Observation::Basic.feature("nearest").expect("there is one").offset;
    let bias = |action: usize| match Action::from_id(action as u8) {
        Some(Action::SelfDrawn | Action::Ron) => 3.0,
        Some(Action::Decline) => 2.0,
        _ => 0.0,
    };
    let weight = move |number, action| action < Tile::COUNT && number == row + action;
    OnnxFile::linear(move |number, action| f32::from(u8::from(weight(number, action))), bias)
}

#[test]
fn a_linear_network_plays_by_its_weights() {
    let network = player(&nearest().of(Observation::Basic));
    assert_eq!(network.observation(), Observation::Basic);
    assert!(compare(&network, &Nearest, 40) > 2000);
}

#[test]
fn a_network_may_decline_a_win() {
    let refuses = OnnxFile::linear(|_, _| 0.0, |action| if action >= 45 { -1.0 } else { 0.0 });
    let network = player(&refuses);
    let mut players = BySeat::splat(network);
    for number in 0..20 {
        let outcome = play(&Deck::seeded(4, number), &mut players, GameId::default(), &mut ());
        assert_eq!(outcome.winner(), None);
    }
}

/// Calls `check` at every decision of some games of the player `useful`.
fn at_decisions(mut check: impl FnMut(&View<'_>, ActionSet)) {
    for number in 0..4 {
        let mut game = Game::new(&Deck::seeded(8, number));
        while let Some(turn) = game.turn() {
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            check(&view, legal);
            let action = GreedyPlayer.choose(&view, legal);
            game.play(action).expect("it is legal");
        }
    }
}

#[test]
fn thoughts_are_chances_of_all_legal_actions() {
    let mut network = player(&OnnxFile::useful(UINT8, &[BATCH, FULL]));
    let mut wins = 0;
    at_decisions(|view, legal| {
        let evaluations = network.evaluations(view, legal);
        assert_eq!(evaluations.iter().map(|evaluation| evaluation.action).collect::<ActionSet>(), legal);
        assert_eq!(evaluations[0].action, network.choose(view, legal));
        let chances: Vec<f64> =
            evaluations.iter().map(|evaluation| evaluation.chance.expect("it has one")).collect();
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(chances.is_sorted_by(|one, other| one >= other));
        // The logit is minus how far the number is from that of the choice.
        let number = |action| f64::from(view.viewpoint().id(action));
        let odds = |action| -(number(action) - number(evaluations[0].action)).abs();
        for (evaluation, chance) in evaluations.iter().zip(&chances) {
            assert!((chance / chances[0] - odds(evaluation.action).exp()).abs() < 1e-6);
            wins += u32::from(matches!(evaluation.action, Action::Ron | Action::SelfDrawn));
        }
    });
    assert!(wins > 0);
    let game = Game::new(&Deck::seeded(8, 0));
    let first = &network.evaluations(&game.view(Seat::A), game.legal_actions())[0];
    let percent = 100.0 * first.chance.expect("it has one");
    assert!(first.text(Language::English).ends_with(&format!("; chosen with {percent:.1} %")));
    assert!(first.text(Language::Chinese).ends_with(&format!("；选择概率 {percent:.1} %")));
}

#[test]
fn nan_is_the_least_number_and_never_an_illegal_action() {
    let distance = Observation::Basic.feature("distance").expect("there is one").offset;
    let wall = Observation::Basic.feature("wall").expect("there is one").offset;
    // The square root of what is negative: of the actions with odd numbers always but at the beginning of a game.
    let odd = |number, action: usize| if number == wall && action % 2 == 1 { 1.0 } else { 0.0 };
    let mut some = player(&OnnxFile::linear(odd, |action| if action % 2 == 1 { -95.0 } else { 1.0 }).node(
        "Sqrt",
        &[],
        &[],
    ));
    let mut all =
        player(&OnnxFile::linear(move |number, _| if number == wall { 1.0 } else { 0.0 }, |_| -95.0).node(
            "Sqrt",
            &[],
            &[],
        ));
    let (mut even_left, mut commented) = (0, 0);
    at_decisions(|view, legal| {
        if view.wall_len() >= 95 {
            return;
        }
        let choice = some.choose(view, legal);
        let even = legal.iter().filter(|&action| view.viewpoint().id(action) % 2 == 0);
        match even.min_by_key(|&action| view.viewpoint().id(action)) {
            Some(first) => {
                assert_eq!(choice, first);
                even_left += 1;
            }
            None => assert!(legal.contains(choice)),
        }
        assert!(legal.contains(all.choose(view, legal)));
        assert_eq!(all.comment(), Some("the network returned only NaN"));
        commented += 1;
        let chances = all.evaluations(view, legal);
        assert!(chances.iter().all(|evaluation| evaluation.chance.is_some_and(f64::is_finite)));
    });
    assert!(even_left > 50 && commented > 100, "{even_left} {commented}");
    // A network that begins with NaN is not played at all.
    let never = OnnxFile::linear(move |number, _| if number == distance { -1.0 } else { 0.0 }, |_| 0.0).node(
        "Sqrt",
        &[],
        &[],
    );
    assert!(matches!(open(&never.bytes()), Err(OnnxError::NotANumber)));
}

#[test]
fn clones_in_threads_choose_the_same() {
    let network = player(&nearest());
    let log = |mut network: OnnxPlayer| {
        let mut choices = Vec::new();
        at_decisions(|view, legal| choices.push(network.choose(view, legal)));
        choices
    };
    let expected = log(network.clone());
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let network = network.clone();
            std::thread::spawn(move || log(network))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), expected);
    }
}

/// Files that are refused, with the sentences.
#[allow(clippy::too_many_lines)] // It is a table.
fn refused() -> Vec<(Vec<u8>, String, String)> {
    let useful = |shape: &[Dim]| OnnxFile::useful(UINT8, shape);
    let fine = useful(&[BATCH, FULL]);
    let with = |change: fn(&mut OnnxFile)| {
        let mut changed = fine.clone();
        change(&mut changed);
        changed.bytes()
    };
    let full = Observation::Full.len();
    let expected = Observation::ALL.map(|kind| format!("{} ({kind})", kind.len()));
    let (or, or_chinese) = (expected.join(" or "), expected.join(" 或 "));
    let shape = |found: &str| {
        [
            format!("its input has the shape {found}; expected [N], [1, N] or [batch, N]"),
            format!("输入的形状为 {found}；应为 [N]、[1, N] 或 [batch, N]"),
        ]
    };
    let metadata = |found: &str| {
        [
            format!(
                "its metadata hule.observation is `{found}`; expected a kind of observation and its version, such as `full {VERSION}`"
            ),
            format!("元数据 hule.observation 为 `{found}`；应为观测的种类和版本，例如 `full {VERSION}`"),
        ]
    };
    let named = |metadata: &str| fine.clone().with_metadata(metadata).bytes();
    let said = |english: &str, chinese: &str| [english.to_owned(), chinese.to_owned()];
    let not_onnx = said("it is not an ONNX file, or its end is missing", "它不是 ONNX 文件，或文件不完整");
    let bytes = fine.bytes();
    let next = VERSION + 1;
    let files = vec![
        (Vec::new(), said("the file is empty", "文件为空")),
        (b"not a network\n".to_vec(), not_onnx.clone()),
        (vec![0; 1000], not_onnx.clone()),
        (bytes[..bytes.len() / 2].to_vec(), not_onnx.clone()),
        (bytes[..8].to_vec(), not_onnx),
        (
            with(|file| file.inputs.clear()),
            said(
                "the network has 0 inputs; expected one, the observation",
                "网络有 0 个输入；应为一个，即观测",
            ),
        ),
        (
            with(|file| file.inputs.push(("mask", BOOL, vec![BATCH, Dim::Size(48)]))),
            said(
                "the network has 2 inputs; expected one, the observation",
                "网络有 2 个输入；应为一个，即观测",
            ),
        ),
        (
            with(|file| file.outputs.push("ids")),
            said(
                "the network has 2 outputs; expected one, with a number for each of 48 actions",
                "网络有 2 个输出；应为一个，为 48 个动作各给出一个数",
            ),
        ),
        (
            with(|file| file.outputs.clear()),
            said(
                "the network has 0 outputs; expected one, with a number for each of 48 actions",
                "网络有 0 个输出；应为一个，为 48 个动作各给出一个数",
            ),
        ),
        (useful(&[]).bytes(), shape("[]")),
        (useful(&[Dim::Size(64), FULL]).bytes(), shape(&format!("[64, {full}]"))),
        (useful(&[BATCH, Dim::Size(33), Dim::Size(37)]).bytes(), shape("[batch, 33, 37]")),
        (useful(&[BATCH, Dim::Name("length")]).bytes(), shape("[batch, length]")),
        (
            useful(&[BATCH, Dim::Size(186)]).bytes(),
            [
                format!("its input has 186 numbers; expected {or}"),
                format!("输入有 186 个数；应为 {or_chinese}"),
            ],
        ),
        (
            OnnxFile::useful(BOOL, &[BATCH, FULL]).bytes(),
            said(
                "its input has elements of type bool; expected uint8, int32, int64, float16, float or double",
                "输入的元素类型为 bool；应为 uint8、int32、int64、float16、float 或 double",
            ),
        ),
        (
            OnnxFile::new(UINT8, &[BATCH, BASIC]).bytes(),
            said(
                "its output has elements of type uint8; expected float16, float or double",
                "输出的元素类型为 uint8；应为 float16、float 或 double",
            ),
        ),
        (
            OnnxFile::new(FLOAT, &[BATCH, BASIC]).bytes(),
            said(
                "its output has the shape [1, 185]; expected 48 numbers, one for each action",
                "输出的形状为 [1, 185]；应为 48 个数，每个动作一个",
            ),
        ),
        (named("full"), metadata("full")),
        (named("full one"), metadata("full one")),
        (named(&format!("everything {VERSION}")), metadata(&format!("everything {VERSION}"))),
        (
            named(&format!("full {next}")),
            [
                format!("it was made for version {next} of the observations; this is version {VERSION}"),
                format!("它是为第 {next} 版观测制作的；这里是第 {VERSION} 版"),
            ],
        ),
        (
            named(&format!("basic {VERSION}")),
            [
                format!(
                    "its metadata hule.observation says basic (185 numbers), but its input has {full} (full)"
                ),
                format!("元数据 hule.observation 为 basic（185 个数），但输入有 {full} 个数（full）"),
            ],
        ),
        (
            fine.clone().node("Divine", &[], &[]).bytes(),
            said("it has the operator Divine, which is not supported", "它含有不支持的算子 Divine"),
        ),
        (
            fine.clone().node("RandomUniformLike", &[], &[]).bytes(),
            said(
                "it has the operator RandomUniformLike, which is random; expected a network that always makes the same choice",
                "它含有随机算子 RandomUniformLike；网络的选择应总是相同",
            ),
        ),
    ];
    files.into_iter().map(|(bytes, [english, chinese])| (bytes, english, chinese)).collect()
}

#[test]
fn wrong_files_are_refused_with_a_sentence() {
    for (bytes, english, chinese) in refused() {
        let error = open(&bytes).expect_err(&english);
        assert_eq!(error.text(Language::English), english);
        assert_eq!(error.text(Language::Chinese), chinese);
    }
    let missing = OnnxFile::useful(UINT8, &[BATCH, FULL]).node("Add", &["missing"], &[]);
    let error = open(&missing.bytes()).expect_err("there is no such value");
    assert!(error.text(Language::English).starts_with("the network cannot be run: "), "{error}");
    assert!(
        error.text(Language::Chinese).starts_with("网络无法运行：") && error.to_string().contains("missing")
    );
    for path in ["/no/such/file.onnx", env!("CARGO_MANIFEST_DIR")] {
        assert!(matches!(OnnxPlayer::open(path), Err(OnnxError::Io(_))), "{path}");
    }
}

#[test]
fn damaged_files_are_refused_or_play() {
    let bytes = nearest().bytes();
    let small = OnnxFile::useful(UINT8, &[BATCH, FULL]).of(Observation::Full).bytes();
    let mut random = Random::new(12);
    let (mut refused, mut played) = (0, 0);
    for round in 0..600 {
        let mut damaged = if round % 4 == 0 { bytes.clone() } else { small.clone() };
        for _ in 0..=random.below(2) {
            let place = random.below(damaged.len() as u64) as usize;
            damaged[place] = random.word() as u8;
        }
        match open(&damaged) {
            Err(_) => refused += 1,
            Ok(mut network) => {
                let game = Game::new(&Deck::seeded(1, 0));
                let legal = game.legal_actions();
                assert!(legal.contains(network.choose(&game.view(Seat::A), legal)));
                played += 1;
            }
        }
    }
    assert!(refused > 100 && played > 100, "{refused} {played}");
}

#[test]
fn the_example_is_the_network_that_copies_useful() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/useful.onnx");
    let made = OnnxFile::useful(UINT8, &[BATCH, FULL]).of(Observation::Full).bytes();
    if fs::read(&path).is_ok_and(|bytes| bytes == made) {
        return;
    }
    let new = std::env::temp_dir().join("useful.onnx");
    fs::write(&new, made).expect("the folder for temporary files is writable");
    panic!("examples/useful.onnx is not what the observation says; {} is", new.display());
}
