//! Situations as arguments.

use crate::language::say;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};
use hule::situation::SituationPattern;
use hule::{Localized, Situation};
use std::ffi::OsStr;

/// A parser that knows all names, so that clap can suggest the nearest.
pub fn wish() -> impl TypedValueParser<Value = SituationPattern> {
    WishParser(PossibleValuesParser::new(Situation::ALL.iter().map(|situation| situation.name())))
}

/// The error without the list of all names, which is too long to be of use.
fn with_short_list(mut error: Error) -> Error {
    error.remove(ContextKind::ValidValue);
    if error.get(ContextKind::SuggestedValue).is_none() {
        let hint = say!("`hule deck list --all` lists all situations", "`hule deck list --all` 列出所有局面");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

#[derive(Clone)]
struct WishParser(PossibleValuesParser);

impl TypedValueParser for WishParser {
    type Value = SituationPattern;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<SituationPattern, Error> {
        let text = value.to_string_lossy();
        let name = text.split(':').next().unwrap_or_default();
        self.0.parse_ref(command, argument, OsStr::new(name)).map_err(with_short_list)?;
        let parse = |text: String| {
            text.parse::<SituationPattern>().map_err(|error| error.text(crate::language::language()))
        };
        StringValueParser::new().try_map(parse).parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}
