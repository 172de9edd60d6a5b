//! The command `hule`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hule_cli::run(std::env::args_os(), std::env::current_exe().into_iter().map(Into::into)).into()
}
