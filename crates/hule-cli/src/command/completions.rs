//! `hule completions`: what a shell needs to complete commands and options.

use crate::export;
use crate::failure::Failure;
use crate::language::in_language;
use crate::{Arguments, EXIT_STATUS};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  hule completions bash > ~/.local/share/bash-completion/completions/hule
  hule completions fish > ~/.config/fish/completions/hule.fish
  hule completions zsh > ~/.zfunc/_hule        if ~/.zfunc is in $fpath";

/// Print a completion script for a shell
///
/// Where to put the script depends on the shell, which reads it when it starts.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

impl CompletionsCommand {
    pub fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut in_language(Arguments::command()), "hule", &mut script);
        export::print(str::from_utf8(&script).expect("names and help are text"))
    }
}
