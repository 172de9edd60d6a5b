//! A network of whole numbers.

use super::weights::{Reader, WeightsError};
use crate::players::observation::{self, Observation};
use crate::words::Action;

/// A network that weighs actions, read from a file of weights. docs/TRAINING.md describes the file and how one is made.
///
/// It calculates with whole numbers only, so its results are the same on every machine.
#[derive(Debug)]
pub struct Network {
    /// For each number of an observation: its first row, and which of the scales it has.
    inputs: Vec<Input>,
    /// For each value of a number, how many thresholds it has reached.
    scales: Vec<[u8; 256]>,
    /// For each threshold, what a number adds to the first layer if it has reached this threshold and no further one.
    rows: Vec<i16>,
    first_bias: Vec<i16>,
    layers: Vec<Layer>,
    /// What 1 is worth in the result.
    unit: f32,
    /// What is added to the choice of [`GreedyPlayer`](crate::players::GreedyPlayer).
    bonus: i32,
}

#[derive(Clone, Copy, Debug)]
struct Input {
    row: u32,
    scale: u32,
}

#[derive(Debug)]
struct Layer {
    /// One row for each output.
    weights: Vec<i16>,
    bias: Vec<i32>,
    inputs: usize,
    /// By how many bits the results are divided.
    shift: u32,
}

/// The greatest number of neurons in a layer.
const WIDEST: usize = 1024;

/// So many neurons are added up at once: they fit into the registers.
const BLOCK: usize = 64;

type Neurons = [i16; WIDEST];

const LEN: usize = Observation::Deep.len();
const CHOICE: usize = observation::USEFUL_CHOICE;

impl Network {
    /// Reads a file of weights.
    ///
    /// # Errors
    /// Returns an error if it is no such file, is damaged, or is for another version of the observations.
    pub fn read(file: &[u8]) -> Result<Network, WeightsError> {
        let mut reader = Reader::open(file)?;
        let [version, len, layers] = [reader.word()?, reader.word()?, reader.word()?];
        if version != observation::VERSION || len as usize != LEN {
            return Err(WeightsError::Observation { version, len });
        }
        let mut scales = Vec::new();
        let mut inputs = Vec::new();
        // The number of thresholds of each number.
        let mut counts = Vec::new();
        let mut row = 0;
        for _ in 0..LEN {
            let count = usize::from(reader.byte()?);
            let thresholds = reader.take(count)?;
            // 0 must not reach any: numbers that are 0 are left out.
            if thresholds.first() == Some(&0) || !thresholds.is_sorted_by(|one, other| one < other) {
                return Err(WeightsError::Damaged);
            }
            let scale: [u8; 256] = std::array::from_fn(|value| {
                thresholds.partition_point(|&least| usize::from(least) <= value) as u8
            });
            let place = scales.iter().position(|other| *other == scale).unwrap_or_else(|| {
                scales.push(scale);
                scales.len() - 1
            });
            inputs.push(Input { row: row as u32, scale: place as u32 });
            counts.push(count);
            row += count;
        }
        let unit = f32::from_bits(reader.word()?);
        let bonus = reader.number()?;
        let [first_inputs, width, _] = reader.shape()?;
        let possible = (2..=8).contains(&layers) && (1..=WIDEST).contains(&width) && first_inputs == row;
        if !(possible && unit > 0.0 && unit.is_finite()) {
            return Err(WeightsError::Damaged);
        }
        let small = reader.take(row * width)?;
        let rows = added_up(small, width, &counts);
        let narrow = |number: i32| i16::try_from(number).map_err(|_| WeightsError::Damaged);
        let first_bias = (0..width).map(|_| narrow(reader.number()?)).collect::<Result<_, _>>()?;
        let mut network = Network { inputs, scales, rows, first_bias, layers: Vec::new(), unit, bonus };
        let mut expected = width;
        for layer in 1..layers {
            let last = layer + 1 == layers;
            let [inputs, outputs, shift] = reader.shape()?;
            let fits = if last { outputs == Network::OUTPUTS } else { (1..=WIDEST).contains(&outputs) };
            if inputs != expected || !fits || shift >= 31 {
                return Err(WeightsError::Damaged);
            }
            let weights = reader.short_numbers(inputs * outputs)?;
            let bias = (0..outputs).map(|_| reader.number()).collect::<Result<_, _>>()?;
            let layer = Layer { weights, bias, inputs, shift: shift as u32 };
            if !layer.stays_within_32_bits() {
                return Err(WeightsError::Damaged);
            }
            network.layers.push(layer);
            expected = outputs;
        }
        reader.end()?;
        Ok(network)
    }

    /// One result for each action, and one for the chance to win.
    const OUTPUTS: usize = Action::COUNT + 1;

    /// Weighs these actions; the greater, the better. They are bits, by their numbers from the viewpoint.
    pub(super) fn weigh(&self, numbers: &[u8; LEN], actions: u64) -> [i32; Action::COUNT] {
        let mut results = [i32::MIN; Action::COUNT];
        let neurons = self.neurons(numbers);
        let last = self.layers.last().expect("there are at least two");
        let mut left = actions;
        while left != 0 {
            let id = left.trailing_zeros() as usize;
            left &= left - 1;
            results[id] = last.result(&neurons, id);
        }
        let choice = usize::from(numbers[CHOICE]);
        if choice > 0 && actions >> (choice - 1) & 1 == 1 {
            results[choice - 1] = results[choice - 1].saturating_add(self.bonus);
        }
        results
    }

    /// The logit of the chance to win.
    pub(super) fn value(&self, numbers: &[u8; LEN]) -> f64 {
        let last = self.layers.last().expect("there are at least two");
        self.worth(last.result(&self.neurons(numbers), Action::COUNT))
    }

    /// What a result is worth.
    pub(super) fn worth(&self, result: i32) -> f64 {
        f64::from(result) * f64::from(self.unit)
    }

    /// The neurons of the last layer but one.
    fn neurons(&self, numbers: &[u8; LEN]) -> Neurons {
        let mut neurons = self.first_layer(numbers);
        for layer in &self.layers[..self.layers.len() - 1] {
            let mut next = [0; WIDEST];
            for (output, neuron) in next[..layer.bias.len()].iter_mut().enumerate() {
                let result = layer.result(&neurons, output) >> layer.shift;
                *neuron = result.clamp(0, i16::MAX.into()) as i16;
            }
            neurons = next;
        }
        neurons
    }

    fn first_layer(&self, numbers: &[u8; LEN]) -> Neurons {
        let width = self.first_bias.len();
        let mut active = [0_u32; LEN];
        let mut len = 0;
        for (block, numbers) in numbers.chunks(8).enumerate() {
            let mut bytes = [0; 8];
            bytes[..numbers.len()].copy_from_slice(numbers);
            let mut left = u64::from_le_bytes(bytes);
            // Most numbers are 0.
            while left != 0 {
                let place = left.trailing_zeros() / 8;
                let input = self.inputs[block * 8 + place as usize];
                let reached = self.scales[input.scale as usize][usize::from((left >> (8 * place)) as u8)];
                left &= !(0xff << (8 * place));
                active[len] = (input.row + u32::from(reached)).wrapping_sub(1);
                len += usize::from(reached > 0);
            }
        }
        let mut neurons = [0; WIDEST];
        neurons[..width].copy_from_slice(&self.first_bias);
        for (block, sums) in neurons[..width].chunks_mut(BLOCK).enumerate() {
            let start = block * BLOCK;
            match <&mut [i16; BLOCK]>::try_from(&mut *sums) {
                Ok(sums) => {
                    let mut added = *sums;
                    for &row in &active[..len] {
                        let weights = &self.rows[row as usize * width + start..][..BLOCK];
                        for (sum, weight) in added.iter_mut().zip(weights) {
                            *sum = sum.saturating_add(*weight);
                        }
                    }
                    *sums = added;
                }
                Err(_) => {
                    for &row in &active[..len] {
                        let weights = &self.rows[row as usize * width + start..];
                        sums.iter_mut()
                            .zip(weights)
                            .for_each(|(sum, weight)| *sum = sum.saturating_add(*weight));
                    }
                }
            }
            for sum in sums {
                *sum = (*sum).max(0);
            }
        }
        neurons
    }
}

/// For each threshold of a number, the sum of its row and those of the lesser thresholds. The numbers have so many.
fn added_up(small: &[u8], width: usize, counts: &[usize]) -> Vec<i16> {
    let mut rows: Vec<i16> = small.iter().map(|&weight| i16::from(weight.cast_signed())).collect();
    let mut rest = &mut rows[..];
    for count in counts {
        let of_number;
        (of_number, rest) = rest.split_at_mut(count * width);
        for place in width..of_number.len() {
            of_number[place] = of_number[place].saturating_add(of_number[place - width]);
        }
    }
    rows
}

impl Layer {
    #[inline]
    fn result(&self, neurons: &Neurons, output: usize) -> i32 {
        let weights = &self.weights[output * self.inputs..][..self.inputs];
        let products = neurons[..self.inputs].iter().zip(weights);
        let sum: i32 = products.map(|(&neuron, &weight)| i32::from(neuron) * i32::from(weight)).sum();
        sum + self.bias[output]
    }

    /// Whether no result can exceed an `i32`, whatever the neurons are.
    fn stays_within_32_bits(&self) -> bool {
        let most = i64::from(i16::MAX);
        self.weights.chunks(self.inputs.max(1)).zip(&self.bias).all(|(weights, &bias)| {
            let sum: i64 = weights.iter().map(|&weight| most * i64::from(weight).abs()).sum();
            sum + i64::from(bias).abs() <= i64::from(i32::MAX) - i64::from(i32::MAX >> 3)
        })
    }
}
