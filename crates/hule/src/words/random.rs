//! The one source of randomness: a small generator that is specified to the bit.

/// `SplitMix64`: a stream of 64-bit words from a 64-bit state.
///
/// The stream is part of the protocol (docs/PROTOCOL.md), so that a seed means the same deck in every
/// version and in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

/// The step of the state between two words: the odd number nearest to 2⁶⁴ divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Sets other streams apart from those of decks.
const NOT_A_DECK: u64 = u64::from_be_bytes(*b"no deck!");

/// How far apart the streams of two neighbouring games are, in words. A deck takes 21 words.
const WORDS_A_GAME: u64 = 64;

impl Random {
    /// A stream for anything but decks: it has nothing to do with the decks of the same seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { state: mix(seed ^ NOT_A_DECK) }
    }

    /// The stream of the deck of game `game` of a seed, as docs/PROTOCOL.md has it: 64 words a game.
    #[must_use]
    pub const fn of_game(seed: u64, game: u64) -> Random {
        let skipped = game.wrapping_mul(WORDS_A_GAME).wrapping_mul(STEP);
        Random { state: mix(seed).wrapping_add(skipped) }
    }

    /// The next word.
    pub const fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below each of the bounds, all of them uniform and independent, out of one word.
    ///
    /// The word is taken as a fraction of 2⁶⁴: times the first bound, the whole part is the first number
    /// and the rest is the fraction for the next. A word that would favour some outcome is thrown away.
    /// (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024.)
    ///
    /// The product of the bounds must fit in 64 bits and not be zero.
    #[inline]
    pub fn below_each<const N: usize>(&mut self, bounds: [u64; N]) -> [u64; N] {
        let product: u64 = bounds.iter().product();
        loop {
            let mut fraction = self.word();
            let numbers = bounds.map(|bound| {
                let scaled = u128::from(fraction) * u128::from(bound);
                fraction = scaled as u64;
                (scaled >> 64) as u64
            });
            // 2⁶⁴ modulo the product is less than the product: most words need no division.
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                return numbers;
            }
        }
    }

    /// A number below the bound, which must not be zero.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        let [number] = self.below_each([bound]);
        number
    }

    /// Puts things in any order, each as likely as the others.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The output function of `SplitMix64`: a bijection that leaves no trace of the order of its inputs.
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

    #[test]
    fn games_start_64_words_apart() {
        let mut stream = Random::of_game(9, 0);
        for _ in 0..3 * 64 {
            stream.word();
        }
        assert_eq!(stream, Random::of_game(9, 3));
    }

    #[test]
    fn other_streams_are_not_those_of_decks() {
        // The first number below 148 of a deck's stream tells where the last tile comes from.
        let equal =
            (0..2000).filter(|&seed| Random::new(seed).below(148) == Random::of_game(seed, 0).below(148));
        assert!(equal.count() < 50);
    }

    #[test]
    fn numbers_stay_below_their_bounds_and_reach_all_of_them() {
        let mut random = Random::new(1);
        let mut seen = [[false; 7]; 3];
        for _ in 0..1000 {
            let numbers = random.below_each([7, 2, 5]);
            for ((seen, number), bound) in seen.iter_mut().zip(numbers).zip([7, 2, 5]) {
                assert!(number < bound);
                seen[number as usize] = true;
            }
        }
        assert_eq!(seen.map(|row| row.into_iter().filter(|&seen| seen).count()), [7, 2, 5]);
    }

    #[test]
    fn words_that_would_favour_an_outcome_are_thrown_away() {
        // With the bound 2⁶³ + 1 almost every second word must go; kept words map one to one.
        let bound = (1 << 63) + 1;
        let mut thrown = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            assert!(random.below(bound) < bound);
            let mut one_word = Random::new(seed);
            one_word.word();
            thrown += usize::from(random != one_word);
        }
        assert!((70..130).contains(&thrown), "{thrown} of 200");
    }
}
