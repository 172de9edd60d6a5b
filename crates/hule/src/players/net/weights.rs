//! Files of weights.

use crate::players::observation::{self, Observation};
use crate::words::{Language, Localized, localized_errors, say};

/// The first bytes of a file of weights.
pub(crate) const MAGIC: &[u8; 8] = b"hule-net";

/// The version of the file.
const FORMAT: u32 = 1;

/// Why a file of weights cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// It is not a file of weights.
    Other,
    /// It has another format.
    Format {
        /// The version of its format.
        found: u32,
    },
    /// It has the wrong length or checksum, or impossible numbers.
    Damaged,
    /// It is for other observations.
    Observation {
        /// Their version.
        version: u32,
        /// How many numbers they have.
        len: u32,
    },
}

impl Localized for WeightsError {
    fn text(&self, language: Language) -> String {
        let (expected, numbers) = (observation::VERSION, Observation::Deep.len());
        match *self {
            WeightsError::Other => {
                say!(language, "this is not a file of weights of hule", "这不是 hule 的权重文件")
            }
            WeightsError::Format { found } => say!(
                language,
                "the weights have format {found}; this version of hule reads format {FORMAT}",
                "权重文件的格式为 {found}；此版本的 hule 只读取格式 {FORMAT}"
            ),
            WeightsError::Damaged => {
                say!(language, "the file of weights is damaged", "权重文件已损坏")
            }
            WeightsError::Observation { version, len } => say!(
                language,
                "the weights are for observations of version {version} with {len} numbers; expected version {expected} with {numbers}",
                "权重对应的观测为版本 {version}、{len} 个数；应为版本 {expected}、{numbers} 个数"
            ),
        }
    }
}

localized_errors!(WeightsError);

/// Reads a file whose checksum is right.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn open(file: &'a [u8]) -> Result<Reader<'a>, WeightsError> {
        let rest = file.strip_prefix(MAGIC).ok_or(WeightsError::Other)?;
        let found = Reader { rest }.word()?;
        if found != FORMAT {
            return Err(WeightsError::Format { found });
        }
        let (content, checksum) = file.split_last_chunk().ok_or(WeightsError::Damaged)?;
        if crc32(content) != u32::from_le_bytes(*checksum) {
            return Err(WeightsError::Damaged);
        }
        Ok(Reader { rest: content.get(MAGIC.len() + 4..).ok_or(WeightsError::Damaged)? })
    }

    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], WeightsError> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(WeightsError::Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, WeightsError> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn word(&mut self) -> Result<u32, WeightsError> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes")))
    }

    pub(super) fn number(&mut self) -> Result<i32, WeightsError> {
        self.word().map(u32::cast_signed)
    }

    /// Inputs, outputs and shift of a layer.
    pub(super) fn shape(&mut self) -> Result<[usize; 3], WeightsError> {
        let shape = [self.word()?, self.word()?, self.word()?];
        // Larger than any, and small enough to be multiplied.
        if shape.iter().any(|&number| number > 1 << 15) {
            Err(WeightsError::Damaged)
        } else {
            Ok(shape.map(|number| number as usize))
        }
    }

    pub(super) fn short_numbers(&mut self, count: usize) -> Result<Vec<i16>, WeightsError> {
        let (pairs, _) = self.take(2 * count)?.as_chunks();
        Ok(pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    }

    pub(super) fn end(&self) -> Result<(), WeightsError> {
        if self.rest.is_empty() { Ok(()) } else { Err(WeightsError::Damaged) }
    }
}

/// The checksum of zip files and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < table.len() {
            let mut rest = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                rest = if rest & 1 == 1 { 0xedb8_8320 ^ rest >> 1 } else { rest >> 1 };
                bit += 1;
            }
            table[byte] = rest;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, &byte| TABLE[usize::from(sum as u8 ^ byte)] ^ sum >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_zip_files() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
