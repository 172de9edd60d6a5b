//! Pipes to and from a program, each with a thread that reads or writes, so that nobody else has to wait for them.

use std::io::{ErrorKind, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Rings when something has happened at one of the pipes that share it.
#[derive(Clone, Default)]
pub struct Bell(Arc<(Mutex<bool>, Condvar)>);

impl Bell {
    fn ring(&self) {
        *lock(&self.0.0) = true;
        self.0.1.notify_all();
    }

    /// Waits until it rings or has rung since the last time, but not longer than `patience`.
    pub fn wait(&self, patience: Duration) {
        let rung = lock(&self.0.0);
        let waited = self.0.1.wait_timeout_while(rung, patience, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread and the owner of a pipe share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    bell: Bell,
}

#[derive(Default)]
struct State {
    /// What was read and not taken, or is still to be written.
    bytes: Vec<u8>,
    /// Whether the thread is writing what is no longer in `bytes`.
    is_busy: bool,
    /// Whether there is no more to come.
    is_closed: bool,
    /// Whether nobody is interested any more.
    is_dropped: bool,
}

impl Shared {
    fn new(bell: &Bell) -> Arc<Shared> {
        Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), bell: bell.clone() })
    }

    /// Waits until the condition no longer holds.
    fn wait_while(&self, condition: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        self.changed.wait_while(lock(&self.state), condition).unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        state.is_busy = false;
        drop(state);
        self.bell.ring();
    }
}

/// What a program prints.
pub struct Listener(Arc<Shared>);

impl Listener {
    /// How much is read before somebody takes it; then the program has to wait.
    const MOST: usize = 1 << 16;

    /// Reads from a pipe until its end.
    pub fn new(pipe: impl Read + Send + 'static, bell: &Bell) -> std::io::Result<Listener> {
        let shared = Shared::new(bell);
        let theirs = Arc::clone(&shared);
        thread("hule-listener", move || {
            listen(pipe, &theirs);
            theirs.close();
        })?;
        Ok(Listener(shared))
    }

    /// Appends what was read to a buffer. Returns whether more can come.
    pub fn take(&self, buffer: &mut Vec<u8>) -> bool {
        let mut state = lock(&self.0.state);
        buffer.append(&mut state.bytes);
        self.0.changed.notify_all();
        !state.is_closed
    }
}

fn listen(mut pipe: impl Read, shared: &Shared) {
    let mut buffer = [0; 1 << 14];
    loop {
        let read = match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut state = shared.wait_while(|state| state.bytes.len() >= Listener::MOST && !state.is_dropped);
        if state.is_dropped {
            return;
        }
        state.bytes.extend_from_slice(&buffer[..read]);
        drop(state);
        shared.bell.ring();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        give_up(&self.0);
    }
}

/// What is said to a program.
pub struct Teller(Arc<Shared>);

impl Teller {
    /// Writes to a pipe, which is closed when this is dropped and everything is written.
    pub fn new(pipe: impl Write + Send + 'static, bell: &Bell) -> std::io::Result<Teller> {
        let shared = Shared::new(bell);
        let theirs = Arc::clone(&shared);
        thread("hule-teller", move || {
            tell(pipe, &theirs);
            theirs.close();
        })?;
        Ok(Teller(shared))
    }

    /// Says this, now or when the program listens.
    pub fn say(&self, bytes: &[u8]) {
        lock(&self.0.state).bytes.extend_from_slice(bytes);
        self.0.changed.notify_all();
    }

    /// Whether everything is written, or nobody listens any more.
    pub fn is_done(&self) -> bool {
        let state = lock(&self.0.state);
        state.is_closed || (state.bytes.is_empty() && !state.is_busy)
    }
}

fn tell(mut pipe: impl Write, shared: &Shared) {
    loop {
        let mut state = shared.wait_while(|state| state.bytes.is_empty() && !state.is_dropped);
        if state.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut state.bytes);
        state.is_busy = true;
        drop(state);
        if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
            return;
        }
        lock(&shared.state).is_busy = false;
        shared.bell.ring();
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        give_up(&self.0);
    }
}

fn give_up(shared: &Shared) {
    lock(&shared.state).is_dropped = true;
    shared.changed.notify_all();
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).stack_size(1 << 18).spawn(work).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_mins(1);

    fn all(listener: &Listener, bell: &Bell) -> Vec<u8> {
        let mut heard = Vec::new();
        while listener.take(&mut heard) {
            bell.wait(PATIENCE);
        }
        listener.take(&mut heard);
        heard
    }

    #[test]
    fn everything_arrives_in_order_however_much_it_is() {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        let bell = Bell::default();
        let listener = Listener::new(reader, &bell).expect("there are threads");
        let teller = Teller::new(writer, &bell).expect("there are threads");
        let mut expected = Vec::new();
        for number in 0..10_000 {
            let line = format!("line {number} of what is said\n");
            teller.say(line.as_bytes());
            expected.extend_from_slice(line.as_bytes());
        }
        drop(teller);
        assert!(all(&listener, &bell) == expected);
    }

    #[test]
    fn whoever_does_not_listen_keeps_nobody_waiting() {
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        let bell = Bell::default();
        let teller = Teller::new(writer, &bell).expect("there are threads");
        assert!(teller.is_done());
        teller.say(&vec![0; 1 << 20]);
        bell.wait(Duration::from_millis(20));
        assert!(!teller.is_done());
        drop(reader);
        while !teller.is_done() {
            bell.wait(PATIENCE);
        }
    }
}
