//! Reports of many games as charts: HTML with SVG, which needs no script and asks for nothing.
//!
//! A chart is a table whose rows have a drawing, or a drawing with its table behind it. Drawings have no fixed width:
//! their coordinates are percentages, so that text keeps its size on every screen. Nothing has a `style` attribute, as the
//! policy of the page forbids them.

mod frame;
mod plot;
mod scale;
mod table;

pub use frame::{
    figure, folded, grouped, in_percent, numbers_of, page, percent, percent_interval, xml_escaped,
};
pub use plot::Plot;
pub use table::{IntervalRow, IntervalRows, StackedRows};

/// The style sheet of charts. The colours that are not its own are those of the page around them.
pub const CHART_STYLE: &str = include_str!("charts/style.css");
