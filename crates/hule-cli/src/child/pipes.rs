//! The pipes to and from a program, without waiting for a program that does not read or write.

#[cfg(unix)]
mod poll;
#[cfg(unix)]
pub use poll::Pipes;

#[cfg(any(test, not(unix)))]
mod threads;
#[cfg(not(unix))]
pub use threads::Pipes;

/// How much is read ahead; then the program has to wait.
const MOST: usize = 1 << 16;

/// How much is read at once.
const CHUNK: usize = 1 << 14;

#[cfg(test)]
mod tests {
    use super::MOST;
    use std::io::{PipeReader, Write, pipe};
    use std::time::Duration;

    /// Only a machine that hangs takes as long.
    const PATIENCE: Duration = Duration::from_mins(2);
    const NO_PIPE: Option<PipeReader> = None;

    /// The tests of one kind of pipes.
    macro_rules! tests_of {
        ($Pipes:path) => {
            use super::*;
            use $Pipes;

            #[test]
            fn everything_arrives_in_order_however_much_it_is() {
                let (reader, writer) = pipe().expect("there are pipes");
                let mut pipes = Pipes::new(Some(writer), Some(reader), NO_PIPE).expect("there are threads");
                let (mut heard, mut expected) = (Vec::new(), Vec::new());
                for number in 0..20_000 {
                    let line = format!("line {number} of what is said\n");
                    pipes.say(line.as_bytes());
                    expected.extend_from_slice(line.as_bytes());
                }
                pipes.end_input();
                while pipes.take_output(&mut heard) {
                    pipes.wait(PATIENCE);
                }
                assert!(heard == expected);
            }

            #[test]
            fn whoever_does_not_listen_keeps_nobody_waiting() {
                let (reader, writer) = pipe().expect("there are pipes");
                let mut pipes = Pipes::new(Some(writer), NO_PIPE, NO_PIPE).expect("there are threads");
                assert!(pipes.is_said());
                pipes.say(&vec![0; 1 << 20]);
                pipes.wait(Duration::ZERO);
                assert!(!pipes.is_said());
                drop(reader);
                while !pipes.is_said() {
                    pipes.wait(PATIENCE);
                }
            }

            #[test]
            fn complaints_are_heard_apart() {
                let ((reader, writer), (complaints, mut complainer)) =
                    (pipe().expect("a pipe"), pipe().expect("a pipe"));
                let mut pipes =
                    Pipes::new(Some(writer), Some(reader), Some(complaints)).expect("there are threads");
                pipes.say(b"good");
                pipes.end_input();
                complainer.write_all(b"bad").expect("the other end is open");
                drop(complainer);
                let (mut good, mut bad) = (Vec::new(), Vec::new());
                while pipes.take_output(&mut good) | pipes.take_errors(&mut bad) {
                    pipes.wait(PATIENCE);
                }
                assert_eq!((&*good, &*bad), (&b"good"[..], &b"bad"[..]));
            }

            #[test]
            fn whoever_says_too_much_has_to_wait() {
                let (reader, writer) = pipe().expect("there are pipes");
                let mut pipes = Pipes::new(Some(writer), Some(reader), NO_PIPE).expect("there are threads");
                pipes.say(&vec![0; 1 << 20]);
                for _ in 0..8 {
                    while pipes.heard() < MOST {
                        pipes.wait(PATIENCE);
                    }
                    // There is more, and it is not read, however often one looks.
                    (0..100).for_each(|_| pipes.wait(Duration::ZERO));
                    let mut heard = Vec::new();
                    assert!(pipes.take_output(&mut heard));
                    assert!((MOST..2 * MOST).contains(&heard.len()), "{}", heard.len());
                }
            }
        };
    }

    #[cfg(unix)]
    mod poll {
        tests_of!(crate::child::pipes::poll::Pipes);
    }

    mod threads {
        tests_of!(crate::child::pipes::threads::Pipes);
    }
}
