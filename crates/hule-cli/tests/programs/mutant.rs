//! A contestant's program that breaks one rule, for the tests of `hule stress`: the slow twin with a mutation.
//!
//! `mutant` plays by the rules, `mutant NAME` with that mutation, and `mutant --list` prints the names of all, each with
//! the rules that it breaks.

#[path = "../../../hule/tests/twin/mod.rs"]
mod twin;

use std::io::{self, Read, Write};
use twin::Mutation;

fn main() -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let name = std::env::args().nth(1);
    let mut all = Mutation::all().into_iter();
    if name.as_deref() == Some("--list") {
        return all.try_for_each(|(mutation, rules)| writeln!(stdout, "{mutation} {}", rules.join("|")));
    }
    let mutation = name.map(|name| {
        let named = all.find(|(mutation, _)| mutation.to_string() == name);
        named.expect("the name of a mutation").0
    });
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let deck: Vec<usize> = text.split_whitespace().map(twin::kind).collect();
    stdout.write_all(twin::mutant_log(&deck, mutation).as_bytes())
}
