//! What all charts share: captions, tables, numbers, and the page around them.

use super::CHART_STYLE;
use hule::estimate::Estimate;
use hule::{Language, say};

/// Returns the text with the characters replaced to which XML and HTML give a meaning.
#[must_use]
pub fn xml_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
    out
}

/// Returns a whole number with a comma before every three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share as a percentage, with two digits behind the point.
pub fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

/// The interval of a share, in percent.
pub fn percent_interval(share: Estimate) -> String {
    format!("[{}, {}]", percent(share.low), percent(share.high))
}

/// A share in percent.
pub fn in_percent(Estimate { value, low, high }: Estimate) -> Estimate {
    Estimate { value: 100.0 * value, low: 100.0 * low, high: 100.0 * high }
}

/// A chart with its title and what is to be said about it.
pub fn figure(title: &str, note: &str, chart: &str) -> String {
    let (title, note) = (xml_escaped(title), xml_escaped(note));
    format!(
        "<figure class=\"drawing\">\n<figcaption>\n<h2>{title}</h2>\n<p>{note}</p>\n</figcaption>\n{chart}</figure>\n"
    )
}

/// A table that is folded away. The first cell of a row is its heading.
pub fn folded(summary: &str, headings: &[String], rows: &[Vec<String>]) -> String {
    let mut table = String::new();
    for heading in headings.iter().map(|heading| xml_escaped(heading)) {
        // A heading that says nothing is none.
        match heading.as_str() {
            "" => table += "<td></td>",
            _ => table.extend(["<th scope=\"col\">", &heading, "</th>"]),
        }
    }
    table += "</tr></thead>\n<tbody>\n";
    for row in rows {
        table += "<tr>";
        for (place, cell) in row.iter().enumerate() {
            let cell = xml_escaped(cell);
            let cell = match place {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
            table += &cell;
        }
        table += "</tr>\n";
    }
    let summary = xml_escaped(summary);
    format!(
        "<details>\n<summary>{summary}</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{summary}\">\n\
         <table class=\"numbers\">\n<thead><tr>{table}</tbody>\n</table>\n</div>\n</details>\n"
    )
}

/// What the table behind a chart is called.
pub fn numbers_of(language: Language, title: &str) -> String {
    say!(language, "The numbers: {title}", "数据：{title}")
}

/// A file for a browser that needs no other.
pub fn page(language: Language, title: &str, sentences: &[String], charts: &str) -> String {
    const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    let lang = match language {
        Language::English => "en",
        Language::Chinese => "zh-Hans",
    };
    let title = xml_escaped(title);
    let sentences: String = sentences
        .iter()
        .flat_map(|said| ["<p>".to_owned(), xml_escaped(said), "</p>\n".to_owned()])
        .collect();
    let made = say!(language, "Made by hule {}.", "由 hule {} 生成。", env!("CARGO_PKG_VERSION"));
    let style = include_str!("page.css");
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{style}{CHART_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n{sentences}{charts}</main>\n<footer>{made}</footer>\n</body>\n</html>\n"
    )
}
