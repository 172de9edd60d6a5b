//! Bits as bytes.

/// Writes one byte, 0 or 1, for each of the lowest bits.
#[inline]
pub(crate) fn write_bits<const N: usize>(bits: u64, bytes: &mut [u8; N]) {
    let (chunks, rest) = bytes.as_chunks_mut::<8>();
    let len = chunks.len();
    for (index, chunk) in chunks.iter_mut().enumerate() {
        *chunk = eight(bits >> (8 * index));
    }
    if !rest.is_empty() {
        rest.copy_from_slice(&eight(bits >> (8 * len))[..rest.len()]);
    }
}

/// The eight lowest bits.
#[inline]
const fn eight(bits: u64) -> [u8; 8] {
    // Every byte gets all bits, then keeps its own, then becomes 1 if it has it.
    let own = (bits & 0xff).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_a_byte() {
        let mut bytes = [7; 37];
        for bits in [0, 1, 1 << 36, u64::MAX, 0x1234_5678_9abc_def0, 0xaaaa_5555_aaaa_5555] {
            write_bits(bits, &mut bytes);
            for (index, byte) in bytes.into_iter().enumerate() {
                assert_eq!(u64::from(byte), bits >> index & 1);
            }
        }
    }
}
