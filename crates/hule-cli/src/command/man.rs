//! `hule man`: the manual, from the same words as `--help`.

use crate::export::{self, Target};
use crate::failure::Failure;
use crate::language::in_language;
use crate::{Arguments, EXIT_STATUS};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  hule man | man -l -                       read the page of hule
  hule man ~/.local/share/man/man1          write all pages, for `man hule-run`";

/// Print the manual page of hule, or write one for each command
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct ManCommand {
    /// Write hule.1, hule-run.1 and so on to this directory, which is created if necessary
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl ManCommand {
    pub fn run(self) -> Result<(), Failure> {
        // `hule help` needs no page.
        let mut hule = in_language(Arguments::command().disable_help_subcommand(true));
        hule.build();
        let Some(directory) = self.directory else { return export::print(&page(&hule)) };
        fs::create_dir_all(&directory).map_err(|error| Failure::io(&Target(directory.clone()), &error))?;
        let mut commands = vec![&hule];
        while let Some(command) = commands.pop() {
            let name = Page::new(command.clone()).get_filename();
            Target(directory.join(name)).create()?.write(page(command))?;
            commands.extend(command.get_subcommands());
        }
        Ok(())
    }
}

fn page(command: &Command) -> String {
    let mut text = Vec::new();
    write_page(command, &mut text).expect("memory takes all");
    String::from_utf8(text).expect("names and help are text")
}

/// Writes a page whose last sections are the examples and exit statuses of the help, line by line.
fn write_page(command: &Command, out: &mut Vec<u8>) -> io::Result<()> {
    let page = Page::new(command.clone()).source(format!("hule {}", env!("CARGO_PKG_VERSION")));
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    page.render_options_section(out)?;
    if command.has_subcommands() {
        page.render_subcommands_section(out)?;
    }
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for section in help.split("\n\n") {
        let (title, lines) = section
            .split_once(":\n")
            .or_else(|| section.split_once("：\n"))
            .expect("a section of the help has a title");
        let mut roff = Roff::new();
        roff.control("SH", [title.to_uppercase().as_str()]).control("nf", []);
        lines.lines().for_each(|line| _ = roff.text([roman(line.trim_start())]));
        roff.control("fi", []).to_writer(out)?;
    }
    Ok(())
}
