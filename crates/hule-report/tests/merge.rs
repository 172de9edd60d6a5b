//! Reports of parts are merged in any order.

use hule::stats::Stats;
use hule_report::{BatchReport, Report, ReportMerger};

/// The report of these games, and its name.
fn part(first: u64, end: u64) -> (Report, String) {
    let report = BatchReport { seed: 1, first, stats: Stats::of(1, first..end) };
    (Report::Batch(Box::new(report)), format!("{first}-{end}"))
}

#[test]
fn parts_come_in_any_order() {
    let cuts: [u64; 6] = [3, 5, 6, 10, 11, 20];
    let whole = part(3, 20).0.json();
    let mut random = hule::Random::new(4);
    for _ in 0..100 {
        let mut parts: Vec<(u64, u64)> = cuts.windows(2).map(|cut| (cut[0], cut[1])).collect();
        for place in (1..parts.len()).rev() {
            let other = random.below(place as u64 + 1);
            parts.swap(place, usize::try_from(other).expect("small"));
        }
        let mut merger = ReportMerger::default();
        for (place, &(first, end)) in parts.iter().enumerate() {
            let (report, name) = part(first, end);
            merger.add(report, name).expect("it fits");
            for &(first, end) in &parts[..=place] {
                let (report, name) = part(first, end);
                assert!(merger.add(report, name).is_err(), "it is there: {parts:?}");
            }
        }
        assert_eq!(merger.whole().expect("there are no gaps").json(), whole, "{parts:?}");
    }
}

#[test]
fn what_does_not_fit_is_said() {
    // Only the number of games matters.
    let part = |&(first, end): &(u64, u64)| {
        let mut report = BatchReport { first, ..BatchReport::default() };
        report.stats.games = end - first;
        (Report::Batch(Box::new(report)), format!("{first}-{end}"))
    };
    let merged = |parts: &[(u64, u64)]| {
        let mut merger = ReportMerger::default();
        let mut parts = parts.iter().map(part);
        parts.try_for_each(|(report, name)| merger.add(report, name).map(drop))?;
        merger.whole().map(drop)
    };
    let wrong = |parts: &[(u64, u64)]| merged(parts).expect_err("it does not fit").to_string();
    assert_eq!(wrong(&[(0, 5), (4, 6)]), "0-5 and 4-6 both have game 4");
    assert_eq!(wrong(&[(4, 6), (0, 5)]), "0-5 and 4-6 both have game 4");
    assert_eq!(wrong(&[(4, 6), (0, 9)]), "0-9 and 4-6 both have game 4");
    assert_eq!(wrong(&[(0, 9), (4, 6)]), "0-9 and 4-6 both have game 4");
    assert_eq!(wrong(&[(5, 6), (0, 4)]), "game 4 is missing between 0-4 and 5-6");
    assert_eq!(wrong(&[(0, 4), (7, 8)]), "games 4 to 6 are missing between 0-4 and 7-8");
    let most = Stats::MOST_GAMES;
    let end = most + 1;
    assert_eq!(wrong(&[(0, 50), (50, end)]), format!("50-{end}: it has no games, or too many"));
    assert_eq!(merged(&[(50, most), (0, 50)]), Ok(()));
}
