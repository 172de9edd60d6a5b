//! Random numbers and names that cannot be guessed.

use crate::seed::GREATEST;

/// Bytes that cannot be guessed.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// Random characters that may stand in an address, with six bits each.
pub fn letters<const N: usize>() -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    random::<N>().iter().map(|byte| char::from(ALPHABET[usize::from(byte & 63)])).collect()
}

/// 132 random bits in 22 characters that may stand in an address.
pub fn secret_name() -> String {
    letters::<22>()
}

/// A seed that cannot be guessed, and that JavaScript can keep.
pub fn new_seed() -> u64 {
    u64::from_ne_bytes(random()) & GREATEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_alike() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| secret_name()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| name.len() == 22));
    }
}
