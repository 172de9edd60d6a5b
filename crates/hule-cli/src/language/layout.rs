//! The help in Chinese, laid out as clap does in English. clap has no setting for the words that it puts into every help,
//! so they are in a template that is built from the definition of the command.

use clap::builder::{StyledStr, Styles};
use clap::{Arg, ArgAction, Command};
use std::fmt::Write;

/// The title of the usage.
const USAGE: &str = "用法：";

/// The template of the help of a command, which must be built.
pub fn template(command: &Command) -> StyledStr {
    let header = command.get_styles().get_header();
    let lists = [
        ("命令：", "{subcommands}", command.has_subcommands()),
        ("参数：", "{positionals}", command.get_positionals().next().is_some()),
        ("选项：", "{options}", command.get_arguments().any(|argument| !argument.is_positional())),
    ];
    let mut template = format!("{{before-help}}{{about-with-newline}}\n{}", titled_usage(command));
    for (title, list, is_there) in lists {
        if is_there {
            write!(template, "\n\n{header}{title}{header:#}\n{list}").expect("memory takes all");
        }
    }
    (template + "{after-help}").into()
}

/// The usage of a command, which must be built, with its title.
pub fn titled_usage(command: &Command) -> String {
    let style = command.get_styles().get_usage();
    format!("{style}{USAGE}{style:#}{}", usage(command))
}

fn usage(command: &Command) -> String {
    let styles = command.get_styles();
    let (literal, placeholder) = (styles.get_literal(), styles.get_placeholder());
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let mut words = vec![format!("{literal}{name}{literal:#}")];
    let mut options = command.get_arguments().filter(|argument| !argument.is_positional());
    if options.any(is_optional) {
        words.push(format!("{placeholder}[选项]{placeholder:#}"));
    }
    let options = command.get_arguments().filter(|argument| !argument.is_positional());
    words.extend(options.filter(|option| option.is_required_set()).map(|option| required(option, styles)));
    let positionals = command.get_positionals();
    words.extend(positionals.map(|positional| format!("{placeholder}{positional}{placeholder:#}")));
    if command.has_subcommands() {
        let name = if command.is_subcommand_required_set() { "<命令>" } else { "[命令]" };
        words.push(format!("{placeholder}{name}{placeholder:#}"));
    }
    words.join(" ")
}

/// Whether an option is one of those that a usage does not name, other than that for help or the version.
fn is_optional(option: &Arg) -> bool {
    let is_built_in = matches!(
        option.get_action(),
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    );
    !is_built_in && !option.is_required_set() && !option.is_hide_set()
}

/// An option that must be given.
fn required(option: &Arg, styles: &Styles) -> String {
    let (literal, placeholder) = (styles.get_literal(), styles.get_placeholder());
    let name = option.get_long().unwrap_or_default();
    let mut text = format!("{literal}--{name}{literal:#}");
    for value in option.get_value_names().unwrap_or_default() {
        write!(text, " {placeholder}<{value}>{placeholder:#}").expect("memory takes all");
    }
    text
}
