//! The player that has learnt, against a slow twin, and files of weights that are damaged.

use hule::observation::{Observation, VERSION};
use hule::players::{
    GreedyPlayer, Net, Network, PlayerName, Standard, WeightsError, install_network, network_is_installed,
};
use hule::{Action, Deck, Game, Language, Localized, Player, Random, Seat};
use std::sync::Arc;

const BUILT_IN: &[u8] = include_bytes!("../data/net.bin");
const LEN: usize = Observation::Deep.len();

// ------------------------------------------------------------------ the slow twin

/// A file of weights, with the numbers as they stand there.
#[derive(Clone, Debug)]
struct File {
    format: u32,
    version: u32,
    len: u32,
    thresholds: Vec<Vec<u8>>,
    unit: f32,
    bonus: i32,
    layers: Vec<Layer>,
}

/// The weights of an input are together in the first layer, those of an output in the others.
#[derive(Clone, Debug)]
struct Layer {
    inputs: u32,
    outputs: u32,
    shift: u32,
    weights: Vec<i16>,
    bias: Vec<i32>,
}

impl File {
    fn read(mut rest: &[u8]) -> File {
        fn take<'a>(rest: &mut &'a [u8], len: usize) -> &'a [u8] {
            let (taken, left) = rest.split_at(len);
            *rest = left;
            taken
        }
        fn word(rest: &mut &[u8]) -> u32 {
            u32::from_le_bytes(take(rest, 4).try_into().expect("four bytes"))
        }
        assert_eq!(take(&mut rest, 8), b"hule-net");
        let [format, version, len, layers] = [(); 4].map(|()| word(&mut rest));
        let thresholds = (0..len)
            .map(|_| {
                let count = take(&mut rest, 1)[0];
                take(&mut rest, count.into()).to_vec()
            })
            .collect();
        let unit = f32::from_bits(word(&mut rest));
        let bonus = word(&mut rest).cast_signed();
        let layers = (0..layers)
            .map(|layer| {
                let [inputs, outputs, shift] = [(); 3].map(|()| word(&mut rest));
                let weights = (0..inputs * outputs)
                    .map(|_| match layer {
                        0 => take(&mut rest, 1)[0].cast_signed().into(),
                        _ => i16::from_le_bytes(take(&mut rest, 2).try_into().expect("two bytes")),
                    })
                    .collect();
                let bias = (0..outputs).map(|_| word(&mut rest).cast_signed()).collect();
                Layer { inputs, outputs, shift, weights, bias }
            })
            .collect();
        assert_eq!(rest.len(), 4, "the checksum");
        File { format, version, len, thresholds, unit, bonus, layers }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"hule-net".to_vec();
        let mut words = |words: &[u32]| bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        words(&[self.format, self.version, self.len, self.layers.len() as u32]);
        for thresholds in &self.thresholds {
            bytes.push(thresholds.len() as u8);
            bytes.extend(thresholds);
        }
        bytes.extend(self.unit.to_le_bytes());
        bytes.extend(self.bonus.to_le_bytes());
        for (place, layer) in self.layers.iter().enumerate() {
            for word in [layer.inputs, layer.outputs, layer.shift] {
                bytes.extend(word.to_le_bytes());
            }
            for weight in &layer.weights {
                bytes.extend(&weight.to_le_bytes()[..if place == 0 { 1 } else { 2 }]);
            }
            bytes.extend(layer.bias.iter().flat_map(|bias| bias.to_le_bytes()));
        }
        checked(bytes)
    }

    /// The results for an observation: one for each action, and that of a win.
    fn results(&self, numbers: &[u8]) -> Vec<i64> {
        let bits = self.thresholds.iter().zip(numbers);
        let bits = bits.flat_map(|(thresholds, number)| thresholds.iter().map(move |least| number >= least));
        let mut values: Vec<i64> = bits.map(i64::from).collect();
        for (place, layer) in self.layers.iter().enumerate() {
            let outputs = layer.outputs as usize;
            let weight = |input: usize, output: usize| match place {
                0 => layer.weights[input * outputs + output],
                _ => layer.weights[output * values.len() + input],
            };
            let sum = |output: usize| -> i64 {
                let active = values.iter().enumerate().filter(|&(_, &value)| value != 0);
                let products = active.map(|(input, value)| value * i64::from(weight(input, output)));
                i64::from(layer.bias[output]) + products.sum::<i64>()
            };
            let sums: Vec<i64> = (0..outputs).map(sum).collect();
            let last = place + 1 == self.layers.len();
            let cut = |sum: i64| if last { sum } else { (sum >> layer.shift).clamp(0, i16::MAX.into()) };
            values = sums.into_iter().map(cut).collect();
        }
        let choice = Observation::Deep.feature("useful_choice").expect("it is there").offset;
        if let Some(choice) = numbers[choice].checked_sub(1) {
            values[usize::from(choice)] += i64::from(self.bonus);
        }
        values
    }

    /// A network of random weights.
    fn random(widths: &[u32], random: &mut Random) -> File {
        let mut number = |most: u32| {
            i32::try_from(random.word() % (2 * u64::from(most) + 1)).expect("small") - most.cast_signed()
        };
        let features = Observation::Deep.features().iter();
        let thresholds: Vec<Vec<u8>> = features
            .flat_map(|feature| {
                vec![(1..=feature.most.min(6)).step_by(1 + feature.len % 2).collect(); feature.len]
            })
            .collect();
        let mut inputs = thresholds.iter().map(Vec::len).sum::<usize>() as u32;
        let layers = widths.iter().chain(&[49]).enumerate().map(|(place, &outputs)| {
            let most = if place == 0 { 20 } else { 300 };
            let weights = (0..inputs * outputs).map(|_| number(most) as i16).collect();
            let bias = (0..outputs).map(|_| number(1000)).collect();
            let layer = Layer { inputs, outputs, shift: if place == 0 { 0 } else { 4 }, weights, bias };
            inputs = outputs;
            layer
        });
        let layers = layers.collect();
        File { format: 1, version: VERSION, len: LEN as u32, thresholds, unit: 1e-4, bonus: 5000, layers }
    }
}

/// With the checksum of zip files behind it.
fn checked(mut content: Vec<u8>) -> Vec<u8> {
    let mut sum = !0_u32;
    for &byte in &content {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    content.extend((!sum).to_le_bytes());
    content
}

/// Compares what a network does in whole games with its slow twin. Returns how many decisions it compared.
fn compare(file: &File, games: u64) -> usize {
    let network = Network::read(&file.bytes()).expect("a file of weights");
    let mut net = Net::new(Arc::new(network));
    let mut decisions = 0;
    for number in 0..games {
        let mut game = Game::new(&Deck::seeded(61, number));
        while let Some(turn) = game.turn() {
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            let results = file.results(&Observation::Deep.of(&view));
            let result = |action: Action| results[usize::from(view.viewpoint().id(action))];
            // Of equal results, that of the lowest number.
            let best = legal
                .iter()
                .max_by_key(|&action| (result(action), std::cmp::Reverse(view.viewpoint().id(action))));
            let best = legal.win().or(best).expect("there are actions");
            assert_eq!(net.choose(&view, legal), best, "{turn:?} of game {number}");
            let worth =
                |result: i64| f64::from(i32::try_from(result).expect("32 bits")) * f64::from(file.unit);
            let expected = 1.0 / (1.0 + (-worth(results[Action::COUNT])).exp());
            assert!((net.win_chance(&view) - expected).abs() < 1e-12);
            if legal.win().is_none() {
                let evaluations = net.evaluations(&view, legal);
                assert_eq!(evaluations.len(), legal.len());
                assert_eq!(evaluations[0].action, best);
                let sum: f64 = legal.iter().map(|action| worth(result(action) - result(best)).exp()).sum();
                for evaluation in &evaluations {
                    let expected = worth(result(evaluation.action) - result(best)).exp() / sum;
                    assert!(
                        evaluation.chance.is_some_and(|chance| (chance - expected).abs() < 1e-12),
                        "{evaluation}"
                    );
                }
                let all: f64 = evaluations.iter().filter_map(|evaluation| evaluation.chance).sum();
                assert!((all - 1.0).abs() < 1e-9, "{all}");
            }
            decisions += 1;
            let action = if number % 2 == 0 { best } else { GreedyPlayer.choose(&view, legal) };
            game.play(action).expect("legal");
        }
    }
    decisions
}

#[test]
fn the_built_in_network_calculates_as_its_file_says() {
    let file = File::read(BUILT_IN);
    assert!(file.bytes() == BUILT_IN);
    let decisions = compare(&file, 8);
    assert!(decisions > 300, "{decisions}");
}

#[test]
fn networks_of_other_shapes_calculate_alike() {
    let mut random = Random::new(5);
    for widths in [&[1][..], &[64, 7], &[65, 64, 3], &[130, 2, 2, 2]] {
        let decisions = compare(&File::random(widths, &mut random), 4);
        assert!(decisions > 100, "{decisions} of {widths:?}");
    }
}

#[test]
fn it_always_takes_a_win() {
    let mut wins = 0;
    for number in 0..60 {
        let mut game = Game::new(&Deck::seeded(62, number));
        while let Some(turn) = game.turn() {
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            if let Some(win) = legal.win() {
                assert_eq!(Net::built_in().choose(&view, legal), win);
                wins += 1;
            }
            game.play(Standard.choose(&view, legal)).expect("legal");
        }
    }
    assert!(wins > 30, "{wins}");
}

/// The test has the feature `weights`, so another network changes nothing.
#[test]
fn the_first_network_stays() {
    assert!(network_is_installed());
    let game = Game::new(&Deck::seeded(3, 0));
    let view = game.view(Seat::A);
    let chances = || Net::built_in().evaluations(&view, game.legal_actions());
    let before = chances();
    assert_eq!(install_network(&small().bytes()), Ok(()));
    assert_eq!(chances(), before);
    assert_eq!(install_network(b"hule"), Err(WeightsError::Other));
    let needing = PlayerName::ALL.map(|name| name.parse::<PlayerName>().expect("a player").needs_network());
    assert_eq!(needing, [false, false, false, true, true]);
}

// ------------------------------------------------------------------ damaged files

fn error(file: &[u8]) -> WeightsError {
    Network::read(file).map(drop).expect_err("it is damaged")
}

/// A small file, so that many can be tried.
fn small() -> File {
    File::random(&[2, 3], &mut Random::new(1))
}

#[test]
fn a_file_that_ends_too_early_is_refused() {
    let file = small().bytes();
    Network::read(&file).expect("whole");
    for len in 0..file.len() {
        let expected = if len < 8 { WeightsError::Other } else { WeightsError::Damaged };
        assert_eq!(error(&file[..len]), expected, "{len}");
    }
    // So is one whose checksum is right.
    let content = &file[..file.len() - 4];
    for len in (12..content.len()).step_by(7) {
        assert_eq!(error(&checked(content[..len].to_vec())), WeightsError::Damaged, "{len}");
    }
    assert_eq!(error(&checked([content, &[0]].concat())), WeightsError::Damaged);
    assert_eq!(error(&[file.as_slice(), &[0]].concat()), WeightsError::Damaged);
}

#[test]
fn a_changed_bit_is_noticed() {
    let file = small().bytes();
    for place in (0..file.len()).step_by(3).chain(0..16) {
        let mut changed = file.clone();
        changed[place] ^= 1 << (place % 8);
        let found = error(&changed);
        match place {
            0..8 => assert_eq!(found, WeightsError::Other),
            8..12 => assert!(matches!(found, WeightsError::Format { .. }), "{found}"),
            _ => assert_eq!(found, WeightsError::Damaged),
        }
    }
}

#[test]
fn files_of_other_versions_are_told_apart() {
    let format = File { format: 2, ..small() };
    assert_eq!(error(&format.bytes()), WeightsError::Format { found: 2 });
    let version = File { version: VERSION + 1, ..small() };
    assert_eq!(error(&version.bytes()), WeightsError::Observation { version: VERSION + 1, len: LEN as u32 });
    let len = File { len: 1221, ..small() };
    let found = error(&len.bytes());
    assert_eq!(found, WeightsError::Observation { version: VERSION, len: 1221 });
    assert!(found.to_string().ends_with("with 1221 numbers; expected version 1 with 1443"), "{found}");
    assert!(found.text(Language::Chinese).ends_with("应为版本 1、1443 个数"));
}

#[test]
fn impossible_numbers_are_refused() {
    type Change = fn(&mut File);
    let changes: &[Change] = &[
        |file| file.thresholds[0] = vec![0, 1, 2, 3],
        |file| file.thresholds[0] = vec![1, 2, 2, 3],
        |file| file.thresholds[0] = vec![4, 3, 2, 1],
        |file| file.thresholds[0] = vec![1],
        |file| file.unit = 0.0,
        |file| file.unit = -1.0,
        |file| file.unit = f32::NAN,
        |file| file.unit = f32::INFINITY,
        |file| file.layers[0].inputs += 1,
        |file| file.layers[0].outputs = 0,
        |file| file.layers[0].outputs = 1025,
        |file| file.layers[0].outputs = u32::MAX,
        |file| file.layers[0].bias[0] = 32_768,
        |file| file.layers[1].inputs = 3,
        |file| file.layers[1].outputs = u32::MAX,
        |file| file.layers[1].shift = 31,
        |file| file.layers[1].shift = u32::MAX,
        |file| file.layers[1].weights.fill(i16::MIN),
        |file| file.layers[1].bias[0] = i32::MIN,
        |file| file.layers[2].outputs = 48,
        |file| file.layers[2].weights[..3].fill(i16::MAX),
        |file| file.layers[2].bias[0] = i32::MAX,
        |file| file.layers.truncate(1),
        |file| file.layers.clear(),
        |file| file.layers = vec![file.layers[0].clone(); 9],
    ];
    for (place, change) in changes.iter().enumerate() {
        let mut file = small();
        change(&mut file);
        assert_eq!(error(&file.bytes()), WeightsError::Damaged, "change {place}");
    }
}

#[test]
fn no_file_makes_it_panic() {
    let mut random = Random::new(7);
    let whole = small().bytes();
    let content = &whole[..whole.len() - 4];
    let game = Game::new(&Deck::seeded(1, 0));
    let view = game.view(Seat::A);
    let mut read = 0;
    for round in 0..3000 {
        let mut changed = content.to_vec();
        for _ in 0..=round % 4 {
            // The numbers behind the thresholds are few, so they are changed more often.
            let len = changed.len() as u64;
            let back = if round % 2 == 0 { len } else { len.min(600) };
            let place = (len - 1 - random.word() % back) as usize;
            changed[place] = if round % 3 == 0 { u8::MAX } else { random.word() as u8 };
        }
        if let Ok(network) = Network::read(&checked(changed)) {
            let mut net = Net::new(Arc::new(network));
            let legal = game.legal_actions();
            assert!(legal.contains(net.choose(&view, legal)));
            assert!((0.0..=1.0).contains(&net.win_chance(&view)));
            let all: f64 =
                net.evaluations(&view, legal).iter().filter_map(|evaluation| evaluation.chance).sum();
            assert!((all - 1.0).abs() < 1e-6, "{all}");
            read += 1;
        }
    }
    assert!(read > 300, "{read}");
}
