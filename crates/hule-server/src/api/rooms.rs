//! `/api/v1/rooms`: tables for one to four people.

use crate::api::{App, Named};
use crate::drive::{ChangeError, How, change, keep, resume};
use crate::language::Wanted;
use crate::limits::Use;
use crate::meter::Client;
use crate::onlooker::{Eyes, Onlooker, RoomState};
use crate::request::{Answer, Asked, Refused};
use crate::room::{Chair, Room, RoomError, Setup};
use crate::rooms::{LiveRoom, NotFound};
use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap};
use axum::response::IntoResponse;
use hule::{BySeat, Language, Localized, Replay, Seat, say};
use hule_api::{
    Act, GREATEST, Refusal, SeatMap, Status, Unchecked, bounded, random, read_player, secret_name,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

/// A table for people, to be set up.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct RoomRequest {
    /// The seats for people, one to four of them.
    people: Vec<Seat>,
    /// The players at the other seats, by seat, as for `/api/v1/tables`; `standard` where none is named.
    #[serde(default)]
    players: BTreeMap<Seat, String>,
    /// The seconds for a decision, 10 or 30, after which a standard player decides; without it, there is no limit.
    #[serde(default)]
    #[cfg_attr(test, schema(value_type = Option<u8>))]
    clock: Option<Unchecked>,
}

/// The links of a table. Whoever has one may use it.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RoomMade {
    /// One for each seat of a person.
    #[cfg_attr(test, schema(value_type = BTreeMap<Seat, RoomLink>))]
    seats: SeatMap<RoomLink>,
    /// The one for spectators.
    watch: RoomLink,
}

/// A link to a seat, or to watch.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RoomLink {
    /// What stands for `{token}` in the paths below.
    token: String,
    /// The address of the page.
    link: String,
}

/// A name to sit down with.
#[derive(Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Sit {
    /// 1 to 20 characters.
    pub name: String,
}

/// The games of a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RoomGames {
    /// Those that are over, packed, the first first. One that a failing player ended is empty.
    games: Vec<String>,
}

/// Sets up a table for people. The game begins when all have sat down.
pub async fn create(
    Shared(app): Shared<Arc<App>>,
    headers: HeaderMap,
    client: Client,
    Asked(language, asked): Asked<RoomRequest>,
) -> Result<impl IntoResponse, Refused> {
    let setup = asked.setup(language)?;
    app.count(client, Use::Table, language)?;
    let live = app.rooms.add(Room::new(Arc::new(setup))).ok_or_else(|| no_place(language))?;
    keep(&app, &live).await.map_err(|error| refuse(&error, language))?;
    let base = app.base(&headers);
    let link = |secret: &str| {
        let token = format!("{}{secret}", live.id);
        RoomLink { link: format!("{base}/#/table?seat={token}"), token }
    };
    let sitting = live.sitting.lock().await;
    let setup = sitting.room.setup();
    let mut seats = SeatMap::default();
    for (seat, chair) in setup.chairs.iter() {
        if let Chair::Person { secret, .. } = chair {
            seats.insert(seat, link(secret));
        }
    }
    Ok((StatusCode::CREATED, Answer(RoomMade { seats, watch: link(&setup.watch) })))
}

impl RoomRequest {
    fn setup(&self, language: Language) -> Result<Setup, Refusal> {
        if self.people.is_empty() {
            let sentence = say!(language, "a table needs at least one person", "一张牌桌至少要有一个人");
            return Err(Refusal::wrong(sentence));
        }
        let twice = |seat: &&Seat| self.people.iter().filter(|other| other == seat).count() > 1;
        if let Some(seat) = self.people.iter().find(twice) {
            let sentence = say!(language, "`people` has {seat} twice", "`people` 中 {seat} 出现了两次");
            return Err(Refusal::wrong(sentence));
        }
        let clock = match &self.clock {
            None => None,
            Some(clock) => {
                Some(clock.count("clock").ok().filter(|clock| [10, 30].contains(clock)).ok_or_else(|| {
                    Refusal::wrong(say!(language, "`clock` must be 10 or 30", "`clock` 应为 10 或 30"))
                })? as u8)
            }
        };
        let mut chairs = BySeat::from_fn(|_| Chair::person(secret_name()));
        for seat in Seat::ALL {
            let named = self.players.get(&seat);
            match (self.people.contains(&seat), named) {
                (true, None) => {}
                (true, Some(name)) => {
                    return Err(Refusal::wrong(say!(
                        language,
                        "`{name}` cannot sit at {seat}, which is a seat for a person",
                        "`{name}` 不能坐在 {seat}，那是留给人的座位"
                    )));
                }
                (false, named) => {
                    let name = named.map_or("standard", String::as_str);
                    let player = bounded(read_player(name, language)?, language)?;
                    chairs[seat] = Chair::Player { player };
                }
            }
        }
        Ok(Setup {
            version: Setup::VERSION,
            chairs,
            watch: secret_name(),
            clock,
            seed: new_seed(),
            begun: false,
            games: Vec::new(),
        })
    }
}

/// A seed that nobody can guess and JavaScript can keep.
fn new_seed() -> u64 {
    u64::from_ne_bytes(random()) & GREATEST
}

impl App {
    /// How the addresses of the page begin.
    fn base(&self, headers: &HeaderMap) -> String {
        if let Some(public) = &self.options.public {
            return public.to_string();
        }
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        // Whoever makes a table on this computer has a page whose address leads nobody else here.
        let (name, port) =
            host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).unwrap_or((host, "80"));
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_local = name == "localhost" || number.is_ok_and(|number| number.is_loopback());
        match self.options.reached {
            Some(IpAddr::V6(reached)) if is_local => format!("http://[{reached}]:{port}"),
            Some(reached) if is_local => format!("http://{reached}:{port}"),
            _ => format!("http://{host}"),
        }
    }
}

/// All that the holder of the link may know.
pub async fn state(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
) -> Result<Answer<RoomState>, Refused> {
    let (live, eyes) = find(&app, &token, language).await?;
    Ok(whole(&live, eyes, language).await)
}

/// Sits down, comes back, or takes another name.
pub async fn sit(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Asked(language, Sit { name }): Asked<Sit>,
) -> Result<Answer<RoomState>, Refused> {
    wish(&app, &token, Wish::Sit { name }, language).await
}

/// Leaves the table. A standard player decides until the person sits down again.
pub async fn leave(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
) -> Result<Answer<RoomState>, Refused> {
    wish(&app, &token, Wish::Leave {}, language).await
}

/// Begins although not all have sat down. A standard player decides for them until they do.
pub async fn start(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
) -> Result<Answer<RoomState>, Refused> {
    wish(&app, &token, Wish::Start {}, language).await
}

/// Makes a move.
pub async fn act(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Asked(language, Act { action, turn }): Asked<Act>,
) -> Result<Answer<RoomState>, Refused> {
    wish(&app, &token, Wish::Act { action, turn }, language).await
}

/// Deals again after a game.
pub async fn again(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
) -> Result<Answer<RoomState>, Refused> {
    wish(&app, &token, Wish::Again {}, language).await
}

/// The log of a game that is over.
pub async fn log(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
) -> Result<impl IntoResponse, Refused> {
    let (live, _) = find(&app, &token, language).await?;
    let sitting = live.sitting.lock().await;
    let game = sitting.room.game().filter(|game| game.outcome().is_some());
    let game = game.ok_or_else(|| refuse(&ChangeError::Room(RoomError::NotOver), language))?;
    let log = Replay::of_game(game).expect("the game was played to its end").log().to_string();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")], log))
}

/// The games of this table that are over.
pub async fn games(
    Shared(app): Shared<Arc<App>>,
    Named(token): Named,
    Wanted(language): Wanted,
) -> Result<Answer<RoomGames>, Refused> {
    let (live, _) = find(&app, &token, language).await?;
    let room = &live.sitting.lock().await.room;
    let games = room.setup().games.iter().cloned().chain(room.finished()).collect();
    Ok(Answer(RoomGames { games }))
}

/// The table of a link, and whose eyes its holder has.
pub async fn find(app: &Arc<App>, token: &str, language: Language) -> Result<(Arc<LiveRoom>, Eyes), Refusal> {
    let found = app.rooms.find(token).await.map_err(|error| match error {
        NotFound::Missing => {
            let sentence =
                say!(language, "there is no such table (any more)", "没有这张牌桌，或者它已被清理");
            Refusal::new(Status::NotFound, sentence)
        }
        NotFound::Unreadable => {
            let sentence = say!(
                language,
                "the table cannot be read; please try again later",
                "无法读取牌桌；请稍后再试"
            );
            Refusal::new(Status::ServiceUnavailable, sentence)
        }
        NotFound::NoPlace => no_place(language),
    });
    let (live, eyes, fresh) = found?;
    if fresh {
        resume(app, &live).await;
    }
    Ok((live, eyes))
}

fn no_place(language: Language) -> Refusal {
    let sentence =
        say!(language, "all tables are in use; please try again later", "所有牌桌都在使用；请稍后再试");
    Refusal::new(Status::ServiceUnavailable, sentence)
}

async fn whole(live: &LiveRoom, eyes: Eyes, language: Language) -> Answer<RoomState> {
    let sitting = live.sitting.lock().await;
    let state = Onlooker::new(eyes, language).look(&sitting.room, &live.around(&sitting));
    Answer(state.expect("nothing was sent before"))
}

async fn wish(
    app: &Arc<App>,
    token: &str,
    wish: Wish,
    language: Language,
) -> Result<Answer<RoomState>, Refused> {
    let (live, eyes) = find(app, token, language).await?;
    grant(app, &live, eyes, wish, language).await?;
    Ok(whole(&live, eyes, language).await)
}

/// What a person at a table may ask for, also over a `WebSocket`.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields, expecting = "an object with `type`")]
pub enum Wish {
    Sit { name: String },
    // With braces, serde refuses unknown fields of these too.
    Leave {},
    Start {},
    Act { action: String, turn: Unchecked },
    Again {},
}

/// Does what a person asks for.
pub async fn grant(
    app: &Arc<App>,
    live: &Arc<LiveRoom>,
    eyes: Eyes,
    wish: Wish,
    language: Language,
) -> Result<(), Refusal> {
    let seat = eyes.seat().ok_or_else(|| {
        let sentence = say!(language, "spectators can only watch", "观众只能观看");
        Refusal::new(Status::Forbidden, sentence)
    })?;
    let how: How = match wish {
        Wish::Sit { name } => Box::new(move |room| room.sit(seat, &name)),
        Wish::Leave {} => Box::new(move |room| room.leave(seat)),
        Wish::Start {} => Box::new(move |room| room.start(seat)),
        Wish::Again {} => Box::new(move |room| room.again(seat, new_seed())),
        Wish::Act { action, turn } => {
            let (action, turn) = Act { action, turn }.read(language)?;
            Box::new(move |room| room.act(seat, action, turn))
        }
    };
    change(app, live, how).await.map_err(|error| refuse(&error, language))
}

fn refuse(error: &ChangeError, language: Language) -> Refusal {
    match error {
        ChangeError::Room(error @ (RoomError::Illegal(_) | RoomError::Name)) => {
            Refusal::wrong(error.text(language))
        }
        ChangeError::Room(error) => Refusal::new(Status::Conflict, error.text(language)),
        ChangeError::NotStored => {
            let sentence = say!(
                language,
                "this could not be stored and was not done; please try again later",
                "无法保存，操作未执行；请稍后再试"
            );
            Refusal::new(Status::ServiceUnavailable, sentence)
        }
    }
}
