//! What nobody can guess.

/// Bytes that nobody can guess.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random bytes");
    bytes
}

/// 128 random bits in 22 characters that may stand in an address.
pub fn secret_name() -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let bits = u128::from_ne_bytes(random());
    (0..22).map(|place| char::from(ALPHABET[(bits >> (6 * place) & 63) as usize])).collect()
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
