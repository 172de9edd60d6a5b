//! What changes tables for people: people, players that think, and clocks. A change is stored before anybody is told.

use crate::api::App;
use crate::clocks::{Clocks, Ticks};
use crate::metrics::add;
use crate::room::{Next, Room, RoomError};
use crate::rooms::{LiveRoom, Sitting};
use crate::store::{Change, NotStored};
use crate::task::{finish, spawn};
use crate::thinkers::NoThought;
use hule::Action;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// How long a player waits when its decision could not be stored.
const AGAIN: Duration = Duration::from_secs(1);

/// Why a change is not made.
#[derive(Debug)]
pub enum ChangeError {
    /// The table does not allow it.
    Room(RoomError),
    /// It could not be stored.
    NotStored,
}

impl From<NotStored> for ChangeError {
    fn from(_: NotStored) -> ChangeError {
        ChangeError::NotStored
    }
}

/// What is done to a table.
pub type How = Box<dyn FnOnce(&mut Room) -> Result<(), RoomError> + Send>;

/// Changes a table, lets the players play on, stores it, and tells everybody. A client that disconnects meanwhile does not
/// interrupt this.
pub async fn change(app: &Arc<App>, live: &Arc<LiveRoom>, how: How) -> Result<(), ChangeError> {
    let (app, live) = (Arc::clone(app), Arc::clone(live));
    let changed = finish(async move {
        let mut sitting = live.sitting.lock().await;
        apply(&app, &live, &mut sitting, how).await
    });
    changed.await.unwrap_or(Err(ChangeError::NotStored))
}

async fn apply(
    app: &Arc<App>,
    live: &Arc<LiveRoom>,
    sitting: &mut Sitting,
    how: How,
) -> Result<(), ChangeError> {
    let room = &mut sitting.room;
    let setup = Arc::clone(room.setup());
    let moves = app.rooms.store.as_ref().map(|_| room.moves().to_vec());
    how(room).map_err(ChangeError::Room)?;
    room.go_on();
    if let (Some(store), Some(moves)) = (&app.rooms.store, moves) {
        let renewed = !Arc::ptr_eq(&setup, room.setup());
        let change = Change {
            id: live.id.clone(),
            setup: renewed.then(|| Arc::clone(room.setup())),
            moves: room.moves().to_vec(),
        };
        if let Err(error) = store.write(change).await {
            room.rewind(setup, &moves);
            return Err(error.into());
        }
    }
    live.changed.send_replace(());
    arrange(app, live, sitting);
    Ok(())
}

/// Stores a new table.
pub async fn keep(app: &Arc<App>, live: &Arc<LiveRoom>) -> Result<(), ChangeError> {
    let Some(store) = &app.rooms.store else { return Ok(()) };
    let setup = Some(Arc::clone(live.sitting.lock().await.room.setup()));
    let stored = store.write(Change { id: live.id.clone(), setup, moves: Vec::new() }).await;
    if stored.is_err() {
        app.rooms.remove(&live.id);
    }
    stored.map_err(ChangeError::from)
}

/// Goes on at a table that was read from the store.
pub async fn resume(app: &Arc<App>, live: &Arc<LiveRoom>) {
    arrange(app, live, &mut *live.sitting.lock().await);
}

/// Sets the clock of the person who has to decide, or lets the player think who has to.
fn arrange(app: &Arc<App>, live: &Arc<LiveRoom>, sitting: &mut Sitting) {
    let room = &sitting.room;
    let decision = decision(room);
    let next = room.next();
    let clock = room.clock().filter(|_| matches!(next, Next::Person(_)));
    if clock.is_none() {
        (sitting.deadline, sitting.timed) = (None, None);
    }
    if let Some(time) = clock
        && sitting.timed != Some(decision)
    {
        let end = app.options.clock.now() + time;
        (sitting.deadline, sitting.timed) = (Some(end), Some(decision));
        if !std::mem::replace(&mut sitting.alarm, true) {
            app.rooms.clocks.add(end, Arc::clone(live));
        }
    }
    // People may sit down and leave while a player thinks.
    if let Next::Slow(seat, player) = next
        && sitting.thinking != Some(decision)
    {
        sitting.thinking = Some(decision);
        spawn(think(Arc::clone(app), Arc::clone(live), decision, room.thought(seat, player)));
    }
}

/// Tells a decision from all others of a table: the number of its game, and its own.
fn decision(room: &Room) -> (usize, usize) {
    (room.setup().number(), room.moves().len())
}

/// Lets a player think about a decision, and makes it.
async fn think(
    app: Arc<App>,
    live: Arc<LiveRoom>,
    about: (usize, usize),
    thought: impl FnOnce(Option<Duration>) -> Action + Send + 'static,
) {
    let action = match app.thinkers.think(thought).await {
        Ok((action, _)) => Some(action),
        Err(NoThought::Panicked | NoThought::Full) => {
            add(&app.metrics.panics);
            log::error!("a player has panicked; its game is over");
            None
        }
    };
    let mut sitting = live.sitting.lock().await;
    if sitting.thinking != Some(about) || decision(&sitting.room) != about {
        return;
    }
    sitting.thinking = None;
    let taken = move |room: &mut Room| {
        room.take(action);
        Ok(())
    };
    if apply(&app, &live, &mut sitting, Box::new(taken)).await.is_err() {
        // It could not be stored. Perhaps it can be later.
        drop(sitting);
        sleep(AGAIN).await;
        resume(&app, &live).await;
    }
}

/// Looks at the clocks until the server ends.
pub async fn watch_clocks(app: Arc<App>) {
    let mut ticks = Ticks::new(&app.options.clock, Clocks::EVERY);
    loop {
        ticks.tick().await;
        for live in app.rooms.clocks.due(app.options.clock.now()) {
            spawn(ring(Arc::clone(&app), live));
        }
    }
}

/// The time of a decision has ended, or that of an earlier one.
async fn ring(app: Arc<App>, live: Arc<LiveRoom>) {
    let mut sitting = live.sitting.lock().await;
    sitting.alarm = false;
    let Some(end) = sitting.deadline else { return };
    if end > app.options.clock.now() {
        sitting.alarm = true;
        app.rooms.clocks.add(end, Arc::clone(&live));
        return;
    }
    (sitting.deadline, sitting.timed) = (None, None);
    let late = |room: &mut Room| {
        room.decide_late();
        Ok(())
    };
    // What cannot be stored is tried again when the time has ended once more.
    if apply(&app, &live, &mut sitting, Box::new(late)).await.is_err() {
        arrange(&app, &live, &mut sitting);
    }
}
