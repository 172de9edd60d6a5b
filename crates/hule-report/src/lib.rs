//! What many games say: batches, arenas and studies, how their reports are written, read and merged, and their charts; and the
//! reports about a hand and about one game. All of it is text that the command prints, and that the server, the browser and the
//! Python package pass on. The library itself knows nothing of widths and colours.

mod arena;
mod arena_charts;
mod arena_report;
mod arena_text;
mod batch_charts;
mod batch_report;
mod bot_report;
mod charts;
mod error;
mod figures;
mod hand_text;
mod merge;
#[cfg(feature = "parquet")]
mod parquet;
mod review_text;
mod row_columns;
mod study;
mod wrap;

pub use arena::{Arena, ArenaOptions, Caveat, Entrant, sprt};
pub use arena_report::ArenaReport;
pub use batch_report::BatchReport;
pub use bot_report::{BotFault, BotFaults, BotReport};
pub use charts::{CHART_STYLE, grouped, xml_escaped};
pub use error::ReportError;
pub use figures::Figure;
pub use hand_text::{hand_text, painted_hand_text};
pub use merge::{Report, ReportMerger};
#[cfg(feature = "parquet")]
pub use parquet::ParquetWriter;
pub use review_text::{Listed, ReviewText};
pub use row_columns::{RowColumn, row_columns};
pub use study::{NotOurDecks, Study, StudyEnd, StudyLine, StudyScheduler, Unscheduled};
pub use wrap::{padded, wrapped};
