//! `hule batch`: statistics of many games.

use crate::EXIT_STATUS;
use crate::export::{self, Export, Target};
use crate::failure::Failure;
use crate::jobs;
use crate::language::say;
use crate::progress::{Progress, text};
use clap::Args;
use hule::batch::{self, Chunk, Keep};
use hule::simulate::Parallel;
use hule::stats::Stats;
#[cfg(feature = "parquet")]
use hule_report::ParquetWriter;
use hule_report::{BatchReport, Report};
use serde_json::{Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  hule batch -n 1M                              a million games of seed 0, and a report
  hule batch -n 100k --seed 7 --json a.json     games 0 to 99,999 of seed 7, the figures also as JSON
  hule batch -n 100k --html games.html          the figures as charts, for a browser
  hule batch -n 100k --first 100k --seed 7 --json b.json && hule merge a.json b.json
  hule batch -n 1M --parquet games.parquet      one row per game, for DuckDB, Polars or pandas";

/// Play many seeded games with four standard players and report statistics
///
/// Shares and means have 95 % confidence intervals. The games are determined by the seed and their numbers
/// (docs/PROTOCOL.md), so the results do not depend on the number of threads. Ctrl-C stops and reports the games that
/// are finished.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct BatchCommand {
    /// The number of games; 10k is 10,000 and 2M is 2,000,000
    #[arg(short = 'n', long = "games", value_name = "GAMES", value_parser = jobs::count, default_value = "10k")]
    games: u64,

    /// The seed of the decks
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The number of the first game
    #[arg(long, value_parser = jobs::count, default_value = "0")]
    first: u64,

    /// The number of threads [default: one per processor]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,

    /// Write the totals and figures as JSON, for `hule merge` too; `-` is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the figures as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a report with charts as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write one row per game as Parquet
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,

    /// Write the logs as text, separated by blank lines
    #[arg(long, value_name = "FILE")]
    logs: Option<PathBuf>,
}

impl BatchCommand {
    /// One past the number of the last game.
    fn end(&self) -> Result<u64, Failure> {
        self.first.checked_add(self.games).filter(|_| self.games > 0).ok_or_else(|| {
            Failure::Input(say!(
                "expected at least one game, and numbers of games below 2^64",
                "至少要有一局，且局的编号小于 2^64"
            ))
        })
    }

    fn check_features(&self) -> Result<(), Failure> {
        if self.parquet.is_some() && !cfg!(feature = "parquet") {
            return Err(Failure::without("parquet"));
        }
        Ok(())
    }

    /// What it would do, if it can begin.
    pub fn plan(&self) -> Result<Value, Failure> {
        self.end()?;
        self.check_features()?;
        let exports = [&self.json, &self.csv, &self.html, &self.parquet, &self.logs];
        let targets = exports.map(|path| path.clone().map(Target));
        export::are_apart(&targets.each_ref())?;
        targets.iter().flatten().try_for_each(Target::check)?;
        let [json, csv, html, parquet, logs] =
            exports.map(|path| path.as_ref().map(|path| path.to_string_lossy().into_owned()));
        Ok(json!({
            "command": "batch", "games": self.games, "seed": self.seed, "first": self.first,
            "json": json, "csv": csv, "html": html, "parquet": parquet, "logs": logs,
        }))
    }

    pub fn run(self) -> Result<(), Failure> {
        let end = self.end()?;
        self.check_features()?;
        let target = |path: &Option<PathBuf>| path.clone().map(Target);
        let (json, csv, html) = (target(&self.json), target(&self.csv), target(&self.html));
        let (parquet, logs) = (target(&self.parquet), target(&self.logs));
        let stdout_is_taken = export::are_apart(&[&json, &csv, &html, &parquet, &logs])?;
        // Before the work, not after it, is the time to say that a file cannot be written.
        let json = json.as_ref().map(Target::create).transpose()?;
        let csv = csv.as_ref().map(Target::create).transpose()?;
        let html = html.as_ref().map(Target::create).transpose()?;

        let mut outputs = Outputs {
            stats: Stats::default(),
            #[cfg(feature = "parquet")]
            rows: match parquet {
                Some(target) => {
                    let rows = ParquetWriter::new(target.create()?, self.seed);
                    Some((target.clone(), rows.map_err(|error| target.failure(&error))?))
                }
                None => None,
            },
            logs: logs.as_ref().map(Target::create).transpose()?,
            failure: None,
        };
        let stop = jobs::stop_flag()?;
        let started = Instant::now();
        let threads = jobs::threads(self.threads);
        let played = self.play(end, threads, &stop, &mut outputs);
        let seconds = started.elapsed().as_secs_f64();
        if played == 0 && outputs.failure.is_none() {
            let sentence = say!("stopped before the first games were played", "完成第一局之前被中断");
            eprintln!("hule: {sentence}");
            return Ok(());
        }
        let stats = outputs.finish()?;

        let report = BatchReport { seed: self.seed, first: self.first, stats };
        export::publish(&Report::Batch(Box::new(report)), [json, csv, html], stdout_is_taken)?;
        let rate = jobs::rate(played, seconds);
        let asked =
            if played < self.games { say!(" of {}", "（共 {} 局）", self.games) } else { String::new() };
        let plural = if threads.get() == 1 { "" } else { "s" };
        let sentence = say!(
            "{played}{asked} games in {seconds:.2} s with {threads} thread{plural}: {rate} games per second",
            "{played} 局{asked}，{threads} 个线程用时 {seconds:.2} 秒：每秒 {rate} 局"
        );
        eprintln!("{sentence}");
        Ok(())
    }

    fn play(&self, end: u64, threads: NonZeroUsize, stop: &AtomicBool, outputs: &mut Outputs) -> u64 {
        let progress = Progress::new(Some(self.games), text::games);
        let chunk = NonZeroUsize::new(if outputs.logs.is_some() { 512 } else { 4096 }).expect("not zero");
        let how = Parallel { threads, chunk, stop };
        let games = self.first..end;
        let keep = Keep { rows: self.parquet.is_some(), logs: outputs.logs.is_some() };
        let played = batch::play(self.seed, games, how, keep, &mut |chunk| {
            outputs.take(&chunk, &progress, stop);
        });
        progress.clear();
        played
    }
}

/// Where the games are written, in their order.
struct Outputs {
    stats: Stats,
    #[cfg(feature = "parquet")]
    rows: Option<(Target, ParquetWriter<Export>)>,
    logs: Option<Export>,
    failure: Option<Failure>,
}

impl Outputs {
    /// Takes the results of a chunk. If they cannot be written, there is no use in playing on.
    fn take(&mut self, chunk: &Chunk, progress: &Progress<'_>, stop: &AtomicBool) {
        let first = self.stats.games == 0;
        self.stats += &chunk.stats;
        progress.add(chunk.stats.games);
        if self.failure.is_some() {
            return;
        }
        if let Err(failure) = self.write(chunk, first) {
            self.failure = Some(failure);
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn write(&mut self, chunk: &Chunk, first: bool) -> Result<(), Failure> {
        #[cfg(feature = "parquet")]
        if let Some((target, rows)) = &mut self.rows {
            rows.extend(&chunk.rows).map_err(|error| target.failure(&error))?;
        }
        if let Some(export) = &mut self.logs {
            // Each log has a blank line behind it; it belongs between two.
            let between = if first { "" } else { "\n" };
            let logs = chunk.logs.strip_suffix('\n').unwrap_or(&chunk.logs);
            let written =
                export.write_all(between.as_bytes()).and_then(|()| export.write_all(logs.as_bytes()));
            written.map_err(|error| export.failure(&error))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<Stats, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        #[cfg(feature = "parquet")]
        if let Some((target, rows)) = self.rows {
            rows.finish().map_err(|error| target.failure(&error))?.finish()?;
        }
        if let Some(export) = self.logs {
            export.finish()?;
        }
        Ok(self.stats)
    }
}
