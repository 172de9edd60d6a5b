//! The commands, one file each.

mod arena;
mod batch;
mod bot;
pub mod check;
mod completions;
mod deck;
mod hand;
mod judge;
mod man;
mod merge;
#[cfg(feature = "server")]
mod replay;
mod review;
mod rules;
mod run;
#[cfg(feature = "server")]
mod serve;
mod stress;

use crate::failure::Failure;
use crate::status::Status;
use clap::{ArgMatches, Args, Subcommand};
use std::ffi::OsString;

/// The commands of `hule`.
#[derive(Subcommand)]
pub enum Command {
    Run(run::RunCommand),
    Check(check::CheckCommand),
    Stress(stress::StressCommand),
    Judge(judge::JudgeCommand),
    Arena(arena::ArenaCommand),
    Batch(batch::BatchCommand),
    Merge(merge::MergeCommand),
    Deck(deck::DeckCommand),
    Hand(hand::HandCommand),
    Review(review::ReviewCommand),
    Rules(rules::RulesCommand),
    Bot(bot::BotCommand),
    #[cfg(feature = "server")]
    Replay(replay::ReplayCommand),
    #[cfg(feature = "server")]
    Serve(serve::ServeCommand),
    Completions(completions::CompletionsCommand),
    Man(man::ManCommand),
}

impl Command {
    /// Returns the command that the arguments ask for, and its matches. Only the arguments of this command are declared: to
    /// declare those of all takes longer than a game. Returns `None` if the arguments ask for help or are invalid.
    pub fn parse_one(arguments: &[OsString]) -> Option<(Command, ArgMatches)> {
        fn parsed<T: Args>(
            arguments: &[OsString],
            command: fn(T) -> Command,
        ) -> Option<(Command, ArgMatches)> {
            let declared = T::augment_args(clap::Command::new("hule"));
            let matches = declared.try_get_matches_from(arguments).ok()?;
            Some((command(T::from_arg_matches(&matches).ok()?), matches))
        }
        let arguments = arguments.get(1..)?;
        match arguments.first()?.to_str()? {
            "run" => parsed(arguments, Command::Run),
            "check" => parsed(arguments, Command::Check),
            "stress" => parsed(arguments, Command::Stress),
            "judge" => parsed(arguments, Command::Judge),
            "arena" => parsed(arguments, Command::Arena),
            "batch" => parsed(arguments, Command::Batch),
            "merge" => parsed(arguments, Command::Merge),
            "deck" => parsed(arguments, Command::Deck),
            "hand" => parsed(arguments, Command::Hand),
            "review" => parsed(arguments, Command::Review),
            "rules" => parsed(arguments, Command::Rules),
            "bot" => parsed(arguments, Command::Bot),
            #[cfg(feature = "server")]
            "replay" => parsed(arguments, Command::Replay),
            #[cfg(feature = "server")]
            "serve" => parsed(arguments, Command::Serve),
            "completions" => parsed(arguments, Command::Completions),
            "man" => parsed(arguments, Command::Man),
            _ => None,
        }
    }

    /// Runs the command.
    pub fn run(self) -> Result<Status, Failure> {
        let done = match self {
            Command::Run(run) => run.run(),
            Command::Check(check) => return check.run(),
            Command::Stress(stress) => return stress.run(),
            Command::Judge(judge) => return judge.run(),
            Command::Arena(arena) => return arena.run(),
            Command::Batch(batch) => batch.run(),
            Command::Merge(merge) => merge.run(),
            Command::Deck(deck) => deck.run(),
            Command::Hand(hand) => hand.run(),
            Command::Review(review) => review.run(),
            Command::Rules(rules) => rules.run(),
            Command::Bot(bot) => bot.run(),
            #[cfg(feature = "server")]
            Command::Replay(replay) => replay.run(),
            #[cfg(feature = "server")]
            Command::Serve(serve) => serve.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        };
        done.map(|()| Status::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// What was given for each argument. Only the whole tree has `--lang`, which is settled before.
    fn given(matches: &ArgMatches) -> Vec<(String, Option<Vec<OsString>>)> {
        let raw = |id: &str| Some(matches.get_raw(id)?.map(ToOwned::to_owned).collect());
        let mut given: Vec<_> = matches.ids().map(|id| (id.to_string(), raw(id.as_str()))).collect();
        if let Some((name, matches)) = matches.subcommand() {
            given.push((name.to_owned(), None));
            given.extend(self::given(matches));
        }
        given
    }

    #[test]
    fn a_command_alone_understands_what_all_together_do() {
        let mut names = BTreeSet::new();
        for line in [
            "run",
            "run --explain --format json --players useful,standard --seed=7 -- a.deck",
            "check --strict a.deck b.out",
            "stress -n 5 -k --decks a b -- ./mine --help",
            "stress ./mine --unknown -x",
            "judge ./mine tests 7.in --limit 0.5",
            "arena useful standard -n 10k --sprt",
            "batch -j2 --games=1M --json -",
            "merge a.json b.json",
            "deck new --seed 3 --with tie-order",
            "deck list --all",
            "deck check a b",
            "deck tags a",
            "deck package out",
            "hand 1M2M",
            "review a.log --samples 5",
            "rules R9",
            "bot useful",
            #[cfg(feature = "server")]
            "replay a.deck --html a.html",
            #[cfg(feature = "server")]
            "serve --port 0",
            "completions bash",
            "man dir",
        ] {
            let arguments: Vec<OsString> = format!("hule {line}").split(' ').map(OsString::from).collect();
            let (_, alone) = Command::parse_one(&arguments).expect(line);
            let whole = Arguments::command().try_get_matches_from(&arguments).expect(line);
            let (name, whole) = whole.subcommand().expect("a command");
            assert_eq!(given(&alone), given(whole), "{line}");
            names.insert(name.to_owned());
        }
        let all: BTreeSet<String> =
            Arguments::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
        assert_eq!(names, all);
    }

    #[test]
    fn help_and_errors_are_left_to_all_commands_together() {
        for line in ["", "--help", "help run", "run -h", "run --unknown", "--lang xx run", "deck help", "rnu"]
        {
            let arguments: Vec<OsString> = format!("hule {line}").split(' ').map(OsString::from).collect();
            assert!(Command::parse_one(&arguments).is_none(), "{line}");
        }
    }
}
