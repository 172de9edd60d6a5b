//! Text for terminals and for markup.

use hule_report::{grouped, padded, wrapped, xml_escaped};

#[test]
fn short_lines_stay() {
    for text in ["", "\n", "one two\n\nthree", "  a  b\n", "一二三四五"] {
        assert_eq!(wrapped(text, 10), text);
    }
}

#[test]
fn lines_are_broken_at_words() {
    assert_eq!(wrapped("one two three four\nfive", 9), "one two\nthree\nfour\nfive");
    assert_eq!(wrapped("    one two three\n", 12), "    one two\n    three\n");
    assert_eq!(wrapped("a unbreakable b", 5), "a\nunbreakable\nb");
    assert_eq!(wrapped("> C  1M 2M 3M  and 4M", 12), "> C  1M 2M\n     3M  and\n     4M");
    // A second column too far to the right is none.
    assert_eq!(wrapped("  one two  three four", 12), "  one two\n  three four");
}

#[test]
fn chinese_is_broken_between_characters() {
    assert_eq!(wrapped("一二三四五六", 8), "一二三四\n五六");
    assert_eq!(wrapped("  一二三四五六", 9), "  一二三\n  四五六");
    assert_eq!(wrapped("一二三四，五六", 8), "一二三\n四，五六");
    assert_eq!(wrapped("一二三（四）", 8), "一二三\n（四）");
    assert_eq!(wrapped("打出 PASS 之后", 9), "打出 PASS\n之后");
}

#[test]
fn colours_take_no_columns() {
    let red = "\u{1b}[31mred\u{1b}[0m";
    assert_eq!(wrapped(&format!("{red} {red}"), 7), format!("{red} {red}"));
    assert_eq!(wrapped(&format!("{red} {red}"), 6), format!("{red}\n{red}"));
}

#[test]
fn padding_counts_columns() {
    assert_eq!((padded("ab", 4), padded("荣和", 5)), ("ab  ".to_owned(), "荣和 ".to_owned()));
    assert_eq!(padded("too long", 3), "too long");
}

#[test]
fn names_cannot_become_markup() {
    assert_eq!(xml_escaped("bot:a <b> \"&\""), "bot:a &lt;b&gt; &quot;&amp;&quot;");
}

#[test]
fn digits_are_in_groups_of_three() {
    for (number, shown) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
        assert_eq!(grouped(number), shown);
    }
}
