//! A contestant's program that breaks one rule, for the tests of `hule stress`: the slow twin with a mutation.
//!
//! `mutant` plays by the rules, `mutant NAME` with that mutation, and `mutant --list` prints their names, each with
//! the rule that it breaks.

#[path = "../../../hule/tests/twin/mod.rs"]
mod twin;

use std::io::{self, Read, Write};
use twin::Mutation;

fn main() -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let name = std::env::args().nth(1);
    if name.as_deref() == Some("--list") {
        return Mutation::ALL.iter().try_for_each(|(mutation, rule)| writeln!(stdout, "{mutation:?} {rule}"));
    }
    let mutation = name.map(|name| {
        let all = Mutation::ALL.into_iter().map(|(mutation, _)| mutation);
        all.into_iter().find(|mutation| format!("{mutation:?}") == name).expect("the name of a mutation")
    });
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let deck: Vec<usize> = text.split_whitespace().map(twin::kind).collect();
    stdout.write_all(twin::mutant_log(&deck, mutation).as_bytes())
}
