//! The rules of docs/RULES.md and docs/RULES.zh.md. Both files are included, so that a rule is stated in one place.

use crate::words::{Language, Localized, named, serde_as_text};

const ENGLISH: &str = include_str!(concat!(env!("OUT_DIR"), "/RULES.md"));
const CHINESE: &str = include_str!(concat!(env!("OUT_DIR"), "/RULES.zh.md"));

macro_rules! rules {
    ($($name:ident = $number:literal, $title:literal, $chinese:literal;)*) => {
        /// A rule of the game (`R…`), or a ruling for situations that standard players never reach (`F…`).
        ///
        /// docs/RULES.md states the rules in full, and [`Rule::statement`] returns its text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = concat!($number, ": ", $title, ".")] $name,)*
        }

        impl Rule {
            /// All rules, in the order of their numbers.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// Returns the number in docs/RULES.md: `R1`, `F1`, …
            pub const fn number(self) -> &'static str {
                match self {
                    $(Rule::$name => $number,)*
                }
            }

            /// Returns the title in docs/RULES.md.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Rule::$name => $title,)*
                }
            }
        }

        /// The title.
        impl Localized for Rule {
            fn text(&self, language: Language) -> String {
                match (language, self) {
                    (Language::English, _) => self.title(),
                    $((Language::Chinese, Rule::$name) => $chinese,)*
                }
                .to_owned()
            }
        }
    };
}

rules! {
    Tiles = "R1", "Tiles", "牌";
    Deal = "R2", "Deal", "发牌";
    Turn = "R3", "Turn", "回合";
    Pass = "R4", "PASS", "跳过（PASS）";
    Reverse = "R5", "REVERSE", "反向（REVERSE）";
    Double = "R6", "DOUBLE", "双重回合（DOUBLE）";
    SpecialTilesStandAlone = "R7", "Special tiles stand alone", "特殊牌不参与牌型";
    Chow = "R8", "Chow", "吃";
    ChowIsForTheNext = "R9", "Chow is for the next player", "只有下家能吃";
    Pong = "R10", "Pong", "碰";
    PongBeforeChow = "R11", "Pong before chow", "碰优先于吃";
    ClaimsAreFree = "R12", "Claims are free", "吃碰不是强制的";
    ClaimTakesTheTurn = "R13", "A claim takes the turn", "吃碰后直接出牌";
    NoKong = "R14", "No kong", "不能杠";
    WinningHand = "R15", "Winning hand", "和牌";
    Distance = "R16", "Winning distance", "和牌距离";
    LimitOfFour = "R17", "At most four of a kind", "每种牌不超过四张";
    OpenMeldsApart = "R18", "Open melds stand apart", "副露不算手牌";
    Ron = "R19", "Ron", "荣和";
    InterceptedRon = "R20", "Intercepted ron", "截和";
    SelfDrawn = "R21", "Self-drawn win", "自摸";
    WinEndsTheGame = "R22", "A win ends the game", "有人和牌则游戏结束";
    DrawnGame = "R23", "Drawn game", "流局";
    SpecialTilesFirst = "R24", "Special tiles first", "特殊牌优先";
    PassNamesTheNext = "R25", "PASS names the next player", "PASS 指定下家";
    LeastDistance = "R26", "Least distance", "和牌距离最小";
    OrderOfDiscards = "R27", "Order of discards", "出牌顺序";
    ClaimOnlyIfNearer = "R28", "Claim only if nearer", "距离减小才吃碰";
    OwnPongFirst = "R29", "Own pong first", "自己先考虑碰";
    HighestChow = "R30", "Highest chow", "吃数字最大的";
    AlwaysWin = "R31", "Always win", "能和必和";
    LogLines = "R32", "Lines of the log", "记录的各行";
    Input = "R33", "Input", "输入格式";
    PassNamesAnother = "F1", "PASS names another player", "PASS 指定其他玩家";
    SkipsAddUp = "F2", "Skips add up", "跳过可以累加";
    SkipTakesATurnOnly = "F3", "A skip takes a turn and nothing else", "跳过只失去回合";
    SkipSpentByAClaim = "F4", "A claim that passes over a skipped player", "吃碰越过被跳过的玩家";
    NextAfterSkips = "F5", "Who is next when players are skipped", "有人被跳过时的下家";
    EverybodySkipped = "F6", "Everybody else is skipped", "其他人都被跳过";
    DeclinedWin = "F7", "A declined win costs nothing", "拒和没有代价";
    NoWinAfterAClaim = "F8", "No win right after a claim", "吃碰后不能立即和";
    OneQuestionAtATime = "F9", "One question at a time", "一次只问一人";
    StandardAmongOthers = "F10", "The standard player among others", "标准玩家与其他玩家";
}

impl Rule {
    /// Returns the full text of the rule, one line per paragraph.
    ///
    /// ```
    /// use hule::{Language, Rule};
    /// let statement = Rule::LeastDistance.statement(Language::English);
    /// assert_eq!(statement, "Otherwise, the player discards the tile that leaves the least distance.");
    /// ```
    ///
    /// # Panics
    /// Never: every rule is in the documents.
    #[must_use]
    pub fn statement(self, language: Language) -> String {
        let (_, below) = self.split(language);
        let text = below.split("\n#").next().expect("a text has a first part");
        let (_, paragraphs) = text.split_once('\n').expect("a title is a line of its own");
        let paragraphs: Vec<String> = paragraphs.trim().split("\n\n").map(joined).collect();
        paragraphs.join("\n")
    }

    /// Returns the title of the section of the document in which the rule is.
    #[must_use]
    pub fn section(self, language: Language) -> &'static str {
        let (above, _) = self.split(language);
        let section = above.rsplit("\n## ").next().expect("a text has a last part");
        section.lines().next().unwrap_or_default()
    }

    /// Splits the document before the title of the rule.
    fn split(self, language: Language) -> (&'static str, &'static str) {
        let document = match language {
            Language::English => ENGLISH,
            Language::Chinese => CHINESE,
        };
        document.split_once(&format!("\n### {self} ")).expect("every rule is in the document")
    }
}

/// The lines of a paragraph as one line, without marks of emphasis.
fn joined(paragraph: &str) -> String {
    let mut line = String::new();
    for part in paragraph.lines() {
        // Chinese has no spaces between words.
        let is_chinese = |letter: Option<char>| letter.is_none_or(|letter| letter >= '\u{2e80}');
        if !is_chinese(line.chars().next_back()) && !is_chinese(part.chars().next()) {
            line.push(' ');
        }
        line.push_str(part);
    }
    line.replace('*', "")
}

named!(Rule, number, "the number of a rule", "规则编号");
serde_as_text!(Rule.number);
