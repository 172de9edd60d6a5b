//! What changes tables: people, players that think, and clocks. A change is stored before any client is told.

use crate::api::App;
use crate::clocks::Timer;
use crate::limits::Use;
use crate::metrics::add;
use crate::rate_limit::Client;
use crate::registry::{LiveTable, LockedTable};
use crate::server::stop_wanted;
use crate::store::Update;
use crate::task::{finish, spawn};
use hule::Action;
use hule_api::{Change, DecisionId, Next, Table, TableError, Viewer, split_token};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;

/// How long a player waits when its decision could not be stored.
const AGAIN: Duration = Duration::from_secs(1);

/// The table of a link, and who its holder is. A table that is read from the store goes on.
pub async fn find(app: &Arc<App>, token: &str) -> Result<(Arc<LiveTable>, Viewer), TableError> {
    let (id, secret) = split_token(token).ok_or(TableError::Missing)?;
    let live = match app.registry.get(id) {
        Some(live) => live,
        None => read(app, id).await?,
    };
    let viewer = live.locked.lock().await.table.viewer(secret).ok_or(TableError::Missing)?;
    Ok((live, viewer))
}

/// Reads a table. A client that disconnects meanwhile does not interrupt this.
async fn read(app: &Arc<App>, id: &str) -> Result<Arc<LiveTable>, TableError> {
    let (app, id) = (Arc::clone(app), id.to_owned());
    let done = finish(async move {
        let (live, is_new) = app.registry.read(&id).await?;
        if is_new {
            arrange(&app, &live, &mut *live.locked.lock().await);
        }
        Ok(live)
    });
    done.await.unwrap_or(Err(TableError::Unreadable))
}

/// Gives a new table a name and stores it.
pub async fn set_up(app: &Arc<App>, table: Table, client: Client) -> Result<Arc<LiveTable>, TableError> {
    let live = app.registry.add(table)?;
    let begun = change(app, &live, client, Box::new(|_| Ok(()))).await;
    if begun.is_err() {
        app.registry.remove(&live.id);
    }
    begun.map(|()| live)
}

/// Changes a table, lets the players play on, stores it, and tells all connections. A client that disconnects meanwhile does
/// not interrupt this.
pub async fn change(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    client: Client,
    how: Change,
) -> Result<(), TableError> {
    let (app, live) = (Arc::clone(app), Arc::clone(live));
    let changed = finish(async move {
        let mut locked = live.locked.lock().await;
        locked.client = Some(client);
        apply(&app, &live, &mut locked, how).await
    });
    changed.await.unwrap_or(Err(TableError::NotStored))
}

/// Makes a change. If it cannot be stored, the table is as it was.
async fn apply(
    app: &Arc<App>,
    live: &Arc<LiveTable>,
    locked: &mut LockedTable,
    how: Change,
) -> Result<(), TableError> {
    let before = app.registry.store.as_ref().map(|store| (store, locked.table.clone()));
    let was_broken = locked.table.is_broken();
    how(&mut locked.table)?;
    locked.table.go_on();
    if locked.table.is_broken() && !was_broken {
        add(&app.metrics.panics);
        log::error!("a player has panicked; its game is over");
    }
    if let Some((store, before)) = before {
        let record = locked.table.record(&live.id);
        let setup = Arc::clone(&record.setup);
        let renewed = locked.stored.as_ref().is_none_or(|stored| !Arc::ptr_eq(stored, &setup));
        if let Err(error) = store.write(Update { record, renewed }).await {
            locked.table = before;
            return Err(error);
        }
        locked.stored = Some(setup);
    }
    live.changed.send_replace(());
    arrange(app, live, locked);
    Ok(())
}

/// Sets the clock of the person who has to decide, or lets the player think who has to.
fn arrange(app: &Arc<App>, live: &Arc<LiveTable>, locked: &mut LockedTable) {
    let (decision, next) = (locked.table.decision(), locked.table.next());
    let time = locked.table.clock().filter(|_| matches!(next, Next::Person(_)));
    locked.timer.take_if(|timer| time.is_none() || timer.decision != decision);
    if let Some(time) = time {
        let late = || decide_late(Arc::clone(app), Arc::clone(live), decision);
        locked.timer.get_or_insert_with(|| Timer::start(&app.options.clock, decision, time, late()));
    }
    // People may sit down and leave while a player thinks.
    if let Next::Slow(seat, player) = next
        && !locked.is_thinking()
    {
        locked.thinking = Some(decision);
        let choose = locked.table.chooser(seat, player);
        spawn(think(Arc::clone(app), Arc::clone(live), decision, choose));
    }
}

/// Lets a player think about a decision, and makes it.
async fn think(
    app: Arc<App>,
    live: Arc<LiveTable>,
    about: DecisionId,
    choose: impl FnOnce(Option<Duration>) -> Action + Send + 'static,
) {
    let chosen = app.scheduler.run(choose).await;
    let mut locked = live.locked.lock().await;
    if let (Ok((_, took)), Some(Client(address))) = (&chosen, locked.client) {
        app.usage.count(address, Use::Thinking(*took));
    }
    if locked.thinking != Some(about) {
        return;
    }
    locked.thinking = None;
    if locked.table.decision() != about {
        return arrange(&app, &live, &mut locked);
    }
    let take = move |table: &mut Table| {
        table.take(chosen.ok().map(|(action, _)| action));
        Ok(())
    };
    if apply(&app, &live, &mut locked, Box::new(take)).await.is_err() {
        // It could not be stored. Perhaps it can be later.
        drop(locked);
        live.changed.send_replace(());
        sleep(AGAIN).await;
        arrange(&app, &live, &mut *live.locked.lock().await);
    }
}

/// Waits until the players of a table of one person have played. At other tables, and if the server ends, it does not wait.
pub async fn wait_for_players(app: &App, live: &LiveTable) {
    let mut changed = live.changed.subscribe();
    let mut stopped = app.stopped.clone();
    loop {
        changed.mark_unchanged();
        let locked = live.locked.lock().await;
        if !locked.is_thinking() || !locked.table.setup().is_solo() {
            return;
        }
        drop(locked);
        tokio::select! {
            _ = changed.changed() => {}
            () = stop_wanted(&mut stopped) => return,
        }
    }
}

/// The time of a decision has ended.
async fn decide_late(app: Arc<App>, live: Arc<LiveTable>, decision: DecisionId) {
    let mut locked = live.locked.lock().await;
    if locked.timer.take_if(|timer| timer.decision == decision).is_none() {
        return;
    }
    let late = |table: &mut Table| {
        table.decide_late();
        Ok(())
    };
    // What cannot be stored is tried again when the time has ended once more.
    if apply(&app, &live, &mut locked, Box::new(late)).await.is_err() {
        arrange(&app, &live, &mut locked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Options;
    use crate::store::disk::Disk;
    use hule::{Language, Seat};
    use hule_api::{CommandKind, State, TableCommand, TableRequest};
    use std::net::IpAddr;
    use std::sync::atomic::Ordering;
    use tokio::sync::watch;

    const CLIENT: Client = Client(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

    fn app(disk: &Disk) -> Arc<App> {
        let (_, stopped) = watch::channel(false);
        Arc::new(App::new(Options::default(), Some(disk.store()), stopped))
    }

    /// A new table of one person, and the token of the person.
    async fn table(app: &Arc<App>) -> (Arc<LiveTable>, String) {
        let asked: TableRequest =
            serde_json::from_str(r#"{ "people": ["A"], "name": "x" }"#).expect("a request");
        let table = asked.table(Language::English).expect("a table");
        let live = set_up(app, table, CLIENT).await.expect("there is room");
        let locked = live.locked.lock().await;
        let state = State::of_new(&locked.table, &live.id, "", &live.presence(&locked), Language::English);
        drop(locked);
        let state = serde_json::to_value(state).expect("JSON");
        (live, state["links"]["seats"]["A"]["token"].as_str().expect("a token").to_owned())
    }

    fn sit(name: &str) -> Change {
        let body = serde_json::json!({ "name": name }).to_string();
        let command = TableCommand::read(CommandKind::Sit, body.as_bytes(), Language::English);
        let change = command.and_then(|command| command.change(Seat::A, Language::English));
        change.expect("a command").expect("a change")
    }

    #[tokio::test]
    async fn a_table_that_is_read_slowly_delays_no_other() {
        let disk = Disk::default();
        let app = app(&disk);
        let ((stored, slow), (_, quick)) = (table(&app).await, table(&app).await);
        app.registry.remove(&stored.id);
        drop(stored);
        disk.asked.store(false, Ordering::Relaxed);
        disk.slow.store(true, Ordering::Relaxed);
        let reading = {
            let app = Arc::clone(&app);
            tokio::spawn(async move { find(&app, &slow).await.map(|(_, viewer)| viewer) })
        };
        while !disk.asked.load(Ordering::Relaxed) {
            tokio::task::yield_now().await;
        }
        // There is one thread for all tasks, and it is free.
        let (_, viewer) = find(&app, &quick).await.expect("it is in memory");
        assert_eq!(viewer, Viewer::Seat(Seat::A));
        assert!(!reading.is_finished());
        disk.slow.store(false, Ordering::Relaxed);
        assert_eq!(reading.await.expect("no panic").ok(), Some(Viewer::Seat(Seat::A)));
        assert_eq!(app.registry.len(), 2);
    }

    #[tokio::test]
    async fn a_change_that_cannot_be_stored_leaves_the_table_as_it_was() {
        let disk = Disk::default();
        let app = app(&disk);
        let (live, token) = table(&app).await;
        // A player has panicked.
        live.locked.lock().await.table.take(None);
        disk.full.store(true, Ordering::Relaxed);
        let refused = change(&app, &live, CLIENT, sit("y")).await;
        assert!(matches!(refused, Err(TableError::NotStored)));
        assert!(live.locked.lock().await.table.is_broken(), "nothing has mended the game");
        disk.full.store(false, Ordering::Relaxed);
        change(&app, &live, CLIENT, sit("z")).await.expect("there is room again");
        assert!(live.locked.lock().await.table.is_broken());
        app.registry.remove(&live.id);
        let (read, _) = find(&app, &token).await.expect("it was stored");
        let record = read.locked.lock().await.table.record("");
        assert!(serde_json::to_string(&record).expect("JSON").contains(r#""name":"z""#));
    }
}
