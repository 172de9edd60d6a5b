//! Reports of `hule` for people: what the command prints and the server sends, as text in columns and as charts. The library
//! itself knows nothing of widths and colours.

mod charts;
mod columns;
mod figures;
mod hand;
mod review;

pub use charts::{ArenaCharts, BatchCharts, CHART_STYLE, Tested, grouped, verdict};
pub use columns::{padded, wrapped};
pub use figures::{Figure, Section, Topic, figures, figures_csv, figures_text, sections};
pub use hand::{hand_text, painted_hand_text};
pub use review::{Listed, ReviewText};
