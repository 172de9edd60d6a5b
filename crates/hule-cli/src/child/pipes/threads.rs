//! Pipes that can only be waited for one at a time, each with a thread that reads or writes.

use super::{CHUNK, MOST};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The pipes to and from a program.
pub struct Pipes {
    /// `None` if everything is said.
    input: Option<Teller>,
    output: Option<Listener>,
    errors: Option<Listener>,
    bell: Bell,
}

impl Pipes {
    pub fn new(
        input: Option<impl Write + Send + 'static>,
        output: Option<impl Read + Send + 'static>,
        errors: Option<impl Read + Send + 'static>,
    ) -> io::Result<Pipes> {
        let bell = Bell::default();
        Ok(Pipes {
            input: input.map(|pipe| Teller::new(pipe, &bell)).transpose()?,
            output: output.map(|pipe| Listener::new(pipe, &bell)).transpose()?,
            errors: errors.map(|pipe| Listener::new(pipe, &bell)).transpose()?,
            bell,
        })
    }

    /// Says this, now or when the program listens.
    pub fn say(&mut self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            input.say(bytes);
        }
    }

    /// Closes the input when everything is said.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Whether everything is written, or the other end is closed.
    pub fn is_said(&self) -> bool {
        self.input.as_ref().is_none_or(Teller::is_done)
    }

    /// Appends what the program has printed to a buffer. Returns whether more can come.
    pub fn take_output(&mut self, buffer: &mut Vec<u8>) -> bool {
        self.output.as_ref().is_some_and(|pipe| pipe.take(buffer))
    }

    /// How much it has printed that was not taken.
    #[cfg(test)]
    pub fn heard(&self) -> usize {
        self.output.as_ref().map_or(0, |pipe| lock(&pipe.0.state).bytes.len())
    }

    /// The same for what it has complained about.
    pub fn take_errors(&mut self, buffer: &mut Vec<u8>) -> bool {
        self.errors.as_ref().is_some_and(|pipe| pipe.take(buffer))
    }

    /// Waits until something was read or written, but not longer than `patience`.
    pub fn wait(&mut self, patience: Duration) {
        self.bell.wait(patience);
    }
}

/// Rings when something has happened at one of the pipes that share it.
#[derive(Clone, Default)]
struct Bell(Arc<(Mutex<bool>, Condvar)>);

impl Bell {
    fn ring(&self) {
        *lock(&self.0.0) = true;
        self.0.1.notify_all();
    }

    /// Waits until it rings or has rung since the last time, but not longer than `patience`.
    fn wait(&self, patience: Duration) {
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
    /// Whether the other end is closed.
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
struct Listener(Arc<Shared>);

impl Listener {
    /// Reads from a pipe until its end.
    fn new(pipe: impl Read + Send + 'static, bell: &Bell) -> io::Result<Listener> {
        let shared = Shared::new(bell);
        let theirs = Arc::clone(&shared);
        thread("hule-listener", move || {
            listen(pipe, &theirs);
            theirs.close();
        })?;
        Ok(Listener(shared))
    }

    /// Appends what was read to a buffer. Returns whether more can come.
    fn take(&self, buffer: &mut Vec<u8>) -> bool {
        let mut state = lock(&self.0.state);
        buffer.append(&mut state.bytes);
        self.0.changed.notify_all();
        !state.is_closed
    }
}

fn listen(mut pipe: impl Read, shared: &Shared) {
    let mut buffer = [0; CHUNK];
    loop {
        let read = match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut state = shared.wait_while(|state| state.bytes.len() >= MOST && !state.is_dropped);
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
struct Teller(Arc<Shared>);

impl Teller {
    /// Writes to a pipe, which is closed when this is dropped and everything is written.
    fn new(pipe: impl Write + Send + 'static, bell: &Bell) -> io::Result<Teller> {
        let shared = Shared::new(bell);
        let theirs = Arc::clone(&shared);
        thread("hule-teller", move || {
            tell(pipe, &theirs);
            theirs.close();
        })?;
        Ok(Teller(shared))
    }

    /// Says this, now or when the program listens.
    fn say(&self, bytes: &[u8]) {
        lock(&self.0.state).bytes.extend_from_slice(bytes);
        self.0.changed.notify_all();
    }

    /// Whether everything is written, or the other end is closed.
    fn is_done(&self) -> bool {
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

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).stack_size(1 << 18).spawn(work).map(drop)
}
