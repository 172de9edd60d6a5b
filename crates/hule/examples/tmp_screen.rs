use hule::play::GameId;
use hule::players::PlayerName;
use hule::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let name: PlayerName = args.next().unwrap().parse().unwrap();
    let decks: u64 = args.next().unwrap().parse().unwrap();
    let seed: u64 = args.next().unwrap_or("7".into()).parse().unwrap();
    let (mut sum, mut sq, mut own, mut base) = (0.0, 0.0, 0.0, 0.0);
    let t = std::time::Instant::now();
    for d in 0..decks {
        let mut diff = 0.0;
        for seat in Seat::ALL {
            let won = |who: PlayerName| {
                let mut players =
                    BySeat::from_fn(|s| if s == seat { who } else { PlayerName::Standard }.player());
                f64::from(
                    play(&Deck::seeded(seed, d), &mut players, GameId::new(seed, d), &mut ()).winner()
                        == Some(seat),
                ) / 4.0
            };
            let (a, b) = (won(name), won(PlayerName::Net));
            own += a;
            base += b;
            diff += a - b;
        }
        sum += diff;
        sq += diff * diff;
    }
    let n = decks as f64;
    let mean = sum / n;
    println!(
        "{name}: {:.2} against {:.2}: {:+.2} ± {:.2} ({} games, {:.2} ms a decision)",
        100.0 * own / n,
        100.0 * base / n,
        100.0 * mean,
        196.0 * ((sq / n - mean * mean) / n).sqrt(),
        4 * decks,
        t.elapsed().as_secs_f64() * 1e3 / (4.0 * n * 14.6)
    );
}
