//! Text in UTF-16, as PowerShell writes it by `>`.

use std::io::{self, BufRead, BufReader, Cursor, Read};

/// The text of a reader in UTF-8 if it begins with a byte-order mark of UTF-16; otherwise as it is.
pub enum Decoded<R> {
    /// Nothing is read yet.
    Fresh(BufReader<R>),
    /// There is nothing to decode.
    Plain(BufReader<R>),
    /// It was UTF-16.
    Text(Cursor<Vec<u8>>),
}

impl<R: Read> Decoded<R> {
    pub fn new(reader: R) -> Decoded<R> {
        Decoded::Fresh(BufReader::with_capacity(1 << 16, reader))
    }

    /// What can be had without reading.
    pub fn buffer(&self) -> &[u8] {
        match self {
            Decoded::Fresh(_) => &[],
            Decoded::Plain(reader) => reader.buffer(),
            Decoded::Text(text) => &text.get_ref()[text.position() as usize..],
        }
    }
}

impl<R: Read> BufRead for Decoded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if let Decoded::Fresh(reader) = self {
            let unit: Option<fn([u8; 2]) -> u16> = match reader.fill_buf()? {
                [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
                [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
                _ => None,
            };
            let bytes = if unit.is_some() { read_all(reader)? } else { Vec::new() };
            let Decoded::Fresh(reader) = std::mem::replace(self, Decoded::Text(Cursor::default())) else {
                unreachable!("it is fresh")
            };
            *self = unit.map_or_else(|| Decoded::Plain(reader), |unit| Decoded::Text(decoded(&bytes, unit)));
        }
        match self {
            Decoded::Fresh(reader) | Decoded::Plain(reader) => reader.fill_buf(),
            Decoded::Text(text) => text.fill_buf(),
        }
    }

    fn consume(&mut self, used: usize) {
        match self {
            Decoded::Fresh(reader) | Decoded::Plain(reader) => reader.consume(used),
            Decoded::Text(text) => text.consume(used),
        }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

fn read_all(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text behind the mark. What is not UTF-16 in it becomes `U+FFFD`.
fn decoded(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cursor<Vec<u8>> {
    let (units, half) = bytes.as_chunks();
    let text = char::decode_utf16(units.iter().skip(1).map(|&bytes| unit(bytes)))
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .chain(half.iter().map(|_| char::REPLACEMENT_CHARACTER));
    Cursor::new(text.collect::<String>().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<u8> {
        read_all(&mut Decoded::new(bytes)).expect("bytes can be read")
    }

    #[test]
    fn only_what_is_marked_is_decoded() {
        let text = "8M 中\r\n🀄";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(&[b"\xff\xfe", &*little].concat()), text.as_bytes());
        assert_eq!(read(&[b"\xfe\xff", &*big].concat()), text.as_bytes());
        assert_eq!(read(&little), little);
        for plain in [&b""[..], b"\xff", b"8M", b"\xef\xbb\xbf8M", b"\xff\xff"] {
            assert_eq!(read(plain), plain);
        }
        assert_eq!(read(b"\xff\xfe8\0\0\xd8M"), "8\u{fffd}\u{fffd}".as_bytes());
    }
}
