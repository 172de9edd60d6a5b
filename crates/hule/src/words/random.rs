//! A random number generator with a specified output.

/// `SplitMix64`: a stream of 64-bit words from a 64-bit state.
///
/// The output is part of the protocol (docs/PROTOCOL.md), so a seed gives the same deck in every version and
/// programming language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

/// The increment of the state: the odd number nearest to 2⁶⁴ divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Separates other streams from those of decks.
const NOT_A_DECK: u64 = u64::from_be_bytes(*b"no deck!");

/// The distance between the streams of two neighbouring games, in words. A deck takes 21 words.
const WORDS_A_GAME: u64 = 64;

impl Random {
    /// Creates a stream for anything but decks, independent of the decks of the same seed.
    pub const fn new(seed: u64) -> Random {
        Random { state: mix(seed ^ NOT_A_DECK) }
    }

    /// Creates the stream of the deck of game `game` of a seed (docs/PROTOCOL.md): 64 words per game.
    pub const fn of_game(seed: u64, game: u64) -> Random {
        let skipped = game.wrapping_mul(WORDS_A_GAME).wrapping_mul(STEP);
        Random { state: mix(seed).wrapping_add(skipped) }
    }

    /// Returns the next word.
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// Returns a number below each of the bounds, uniform and independent, from one word.
    ///
    /// The word is a fraction of 2⁶⁴: multiplied by the first bound, its integer part is the first number and its
    /// fractional part is used for the next. Words that would bias the result are rejected. (Brackett-Rozinsky and
    /// Lemire, "Batched Ranged Random Integer Generation", 2024.)
    ///
    /// The product of the bounds must not be zero and must fit in 64 bits.
    ///
    /// # Panics
    /// Panics in debug builds if the product overflows.
    #[inline]
    pub fn below_each<const N: usize>(&mut self, bounds: [u64; N]) -> [u64; N] {
        self.below_each_with(bounds, bounds.iter().product())
    }

    /// [`below_each`](Random::below_each) with the product of the bounds, which the caller knows.
    #[inline]
    pub(crate) fn below_each_with<const N: usize>(&mut self, bounds: [u64; N], product: u64) -> [u64; N] {
        loop {
            let mut fraction = self.word();
            let numbers = bounds.map(|bound| {
                let scaled = u128::from(fraction) * u128::from(bound);
                fraction = scaled as u64;
                (scaled >> 64) as u64
            });
            // 2⁶⁴ modulo the product is less than the product, so most words need no division.
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                return numbers;
            }
        }
    }

    /// Returns a number below the bound, which must not be zero.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        let [number] = self.below_each([bound]);
        number
    }

    /// Shuffles a slice uniformly.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The output function of `SplitMix64`, a bijection.
const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_splitmix64() {
        // The published first outputs for state 1234567.
        let mut random = Random { state: 1_234_567 };
        let words = [random.word(), random.word(), random.word()];
        assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
