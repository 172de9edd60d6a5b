//! Help in Chinese: a table from the English texts, applied to the whole tree of commands.

use super::{language, layout};
use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};
use hule::Language;

/// The command with its help in the language that was settled.
pub fn in_language(mut command: Command) -> Command {
    match language() {
        Language::English => command,
        Language::Chinese => {
            command.build(); // so that what clap adds is there
            chinese(command)
        }
    }
}

/// The command and all below it in Chinese.
fn chinese(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(paragraphs(&about));
    }
    if let Some(about) = command.get_long_about().map(ToString::to_string) {
        command = command.long_about(paragraphs(&about));
    }
    if let Some(after) = command.get_after_help().map(ToString::to_string) {
        let lines: Vec<String> = after.lines().map(line).collect();
        command = command.after_help(lines.join("\n"));
    }
    let template = layout::template(&command);
    command.help_template(template).mut_args(argument).mut_subcommands(chinese)
}

/// An argument in Chinese, with what clap would add to its help in English.
fn argument(argument: Arg) -> Arg {
    let translated = |help: &StyledStr| paragraphs(&help.to_string());
    let short = argument.get_help().map(translated).unwrap_or_default();
    let long = argument.get_long_help().map(translated);
    let behind = values(&argument);
    let meanings: String = possible(&argument)
        .iter()
        .filter_map(|value| Some(format!("\n- {}：{}", value.get_name(), translated(value.get_help()?))))
        .collect();
    let argument =
        argument.help(format!("{short}{behind}")).hide_default_value(true).hide_possible_values(true);
    match long {
        None if meanings.is_empty() => argument,
        long => argument.long_help(format!("{}{behind}{meanings}", long.unwrap_or(short))),
    }
}

/// What an argument can be, and what it is if it is not given.
fn values(argument: &Arg) -> String {
    let mut values = String::new();
    let names: Vec<String> = possible(argument).iter().map(|value| value.get_name().to_owned()).collect();
    if !names.is_empty() {
        values = format!(" [可选值：{}]", names.join(", "));
    }
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && argument.get_action().takes_values() {
        values = format!("{values} [默认：{}]", defaults.join(" "));
    }
    values
}

/// The values of an argument, where the help shows them.
fn possible(argument: &Arg) -> Vec<PossibleValue> {
    let shown = argument.get_action().takes_values() && !argument.is_hide_possible_values_set();
    if shown { argument.get_possible_values() } else { Vec::new() }
}

/// A text of paragraphs.
fn paragraphs(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").map(|text| translated(text).unwrap_or(text)).collect();
    paragraphs.join("\n\n")
}

/// A line of the examples or exit statuses.
fn line(line: &str) -> String {
    let (before, words) = apart(line);
    format!("{before}{}", translated(words).unwrap_or(words))
}

/// What stands before the words of such a line, a command or a number, and the words.
fn apart(line: &str) -> (&str, &str) {
    line.rfind("  ").map_or(("", line), |space| line.split_at(space + 2))
}

/// The Chinese for an English text.
fn translated(english: &str) -> Option<&'static str> {
    HELP.iter().find(|(text, _)| *text == english).map(|(_, chinese)| *chinese)
}

/// The texts of the help in English and Chinese. A test says if one is missing, or not used any more.
#[rustfmt::skip] // Pairs, however long.
const HELP: &[(&str, &str)] = &[
    // hule
    ("Simulate, explain and debug the 148-tile Mahjong game of THUPC 2021",
     "模拟、解释、调试 THUPC 2021“麻将模拟器”的 148 张牌麻将"),
    ("The language of messages, en or zh [default: from the locale]",
     "消息的语言，en 或 zh [默认：由区域设置决定]"),
    ("Print help",
     "显示帮助"),
    ("Print help (see more with '--help')",
     "显示帮助（更多内容请用 '--help'）"),
    ("Print help (see a summary with '-h')",
     "显示帮助（摘要请用 '-h'）"),
    ("Print version",
     "显示版本"),
    ("Print this message or the help of the given subcommand(s)",
     "显示这段帮助，或所给命令的帮助"),
    ("Examples:",
     "示例："),
    ("Exit status:",
     "退出状态："),
    ("success, also if the reader closes the output early",
     "成功；读取输出的程序提前关闭管道时也是"),
    ("a file could not be read or written",
     "文件无法读取或写入"),
    ("invalid arguments or input",
     "参数或输入无效"),
    ("the output is correct",
     "输出正确"),
    ("all answers are correct",
     "全部正确"),
    ("a file could not be read or written, or the program could not be started",
     "文件无法读取或写入，或程序无法启动"),
    ("invalid arguments or deck",
     "参数或牌堆无效"),
    ("an answer is wrong",
     "有错误"),
    ("invalid arguments",
     "参数无效"),
    ("stopped before there was a verdict",
     "得出结论之前被中断"),
    // hule run
    ("Play a deck with four standard players, or others, and print the log",
     "用四名标准玩家或其他玩家模拟一副牌堆，输出对局记录"),
    ("A deck is the names of 148 tiles, separated by white space: four of each kind, in the order in which they are drawn. The names are 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE and DOUBLE. `hule rules R33` describes the format.",
     "牌堆是 148 张牌的牌名，以空白分隔：每种四张，按摸牌的先后排列。牌名有 1M-9M、1P-9P、1S-9S、E、S、W、N、B、F、Z、PASS、REVERSE 和 DOUBLE。格式见 `hule rules R33`。"),
    ("The file with the deck; with --many, any number of files [default: standard input, also `-`]",
     "牌堆文件；用 --many 时可以有任意多个 [默认：标准输入，也可写作 `-`]"),
    ("Read any number of decks and print their logs, separated by blank lines; if a deck is invalid, the logs of the decks before it are printed",
     "读取任意多副牌堆，输出各自的记录，以空行分隔；遇到无效的牌堆时，仍输出它之前的记录"),
    ("The players, separated by commas: one for all seats, two for alternating seats, or four for A to D. A player is random, standard, useful, net, search, `net:` followed by an ONNX file (docs/PLAYERS.md), or `bot:` followed by the command line of a program (docs/BOTS.md) [default: standard]",
     "玩家，以逗号分隔：一名用于所有座位，两名交替入座，四名依次为 A 到 D。可以是 random、standard、useful、net、search，`net:` 加 ONNX 文件（docs/PLAYERS.md），或 `bot:` 加程序的命令行（docs/BOTS.md） [默认：standard]"),
    ("The seed for the random choices of players",
     "玩家随机选择所用的种子"),
    ("Print the reasons below each decision, with the numbers of the rules (see `hule rules`); players other than standard show how they rate their best choices",
     "在每个决策下面输出理由，并注明规则编号（见 `hule rules`）；标准玩家以外的玩家显示对最佳选择的评价"),
    ("The format of the log",
     "记录的格式"),
    ("The format of the contest, byte for byte",
     "题目的输出格式，逐字节相同"),
    ("JSON Lines: one object per event, as described in docs/PROTOCOL.md",
     "JSON Lines：每个事件一个对象，见 docs/PROTOCOL.md"),
    ("the log of one game",
     "一局的记录"),
    ("the same, with the reasons for each decision",
     "同上，并说明每个决策的理由"),
    ("the logs of several games, separated by blank lines",
     "多局的记录，以空行分隔"),
    ("one JSON object per line",
     "每行一个 JSON 对象"),
    // hule check
    ("Compare the output of a program with the correct log and explain the first wrong line",
     "把程序的输出与正确的记录比较，说明第一个错误行错在哪里"),
    ("The report shows the first wrong line and the lines around it, all hands at that moment, what the standard player does and why, and the probable mistake, with the number of the rule (see `hule rules`).",
     "报告包括第一个错误行及其前后的行、当时所有的手牌、标准玩家的做法和理由，以及可能的错误原因和规则编号（见 `hule rules`）。"),
    ("The deck and the output of the program [default: standard input]; with --testlib or --kattis, the arguments listed there",
     "牌堆和程序的输出 [默认：标准输入]；用 --testlib 或 --kattis 时为其所列的参数"),
    ("Print the verdict as one JSON object",
     "以一个 JSON 对象输出结论"),
    ("the first wrong line, and why it is wrong",
     "第一个错误行，以及错误的原因"),
    ("the same without a file",
     "同上，不经过文件"),
    ("as a testlib checker: exit status 0, 1, 2 or 3",
     "作为 testlib 的 checker：退出状态 0、1、2 或 3"),
    ("as a Kattis output validator: exit status 42 or 43",
     "作为 Kattis 的 output validator：退出状态 42 或 43"),
    // hule stress
    ("Test a program on many decks and stop at the first wrong answer",
     "用大量牌堆与程序对拍，遇到第一个错误就停止"),
    ("The program reads a deck from standard input and prints the log on standard output. Half of the decks are random; each of the others has one of the rare situations of `hule deck list`. The first failure is shrunk, explained as by `hule check`, and saved. White space at the end of lines is ignored, unless --strict is given.",
     "程序从标准输入读取牌堆，把记录写到标准输出。一半的牌堆是随机的，其余的各含 `hule deck list` 中的一种罕见局面。遇到的第一个错误会被化简，像 `hule check` 那样说明，并保存下来。除非使用 --strict，否则忽略行末空白。"),
    ("The number of decks [default: as many as the time allows]",
     "测试点的个数 [默认：时间允许的个数]"),
    ("The number of runs at the same time [default: one per processor]",
     "同时运行的个数 [默认：每个处理器一个]"),
    ("The seed of the decks",
     "牌堆的种子"),
    ("The memory limit, in megabytes",
     "内存限制，以 MB 计"),
    ("How many seconds to spend on shrinking the failure; 0 turns it off",
     "化简错误数据的时间，以秒计；0 表示不化简"),
    ("Compare byte for byte",
     "逐字节比较"),
    ("Print the report as one JSON object",
     "以一个 JSON 对象输出报告"),
    ("The program and its arguments; one word with spaces is split as by a shell",
     "程序及其参数；含空格的单个词像 shell 那样拆分"),
    ("ten seconds, half of the decks with rare situations",
     "对拍十秒，一半的牌堆含有罕见局面"),
    ("a thousand decks, at most five seconds for each",
     "一千个测试点，每个限时五秒"),
    ("a minute, with other decks",
     "对拍一分钟，换一批牌堆"),
    // hule arena
    ("Let players play against each other and compare their win rates",
     "让玩家互相对局，比较胜率"),
    ("A player is random, standard, useful, net or search. search takes options: search:samples=500 sets the number of simulated games per decision, search:time=20ms the time; with both, whichever is reached first. search:only=claims searches only when it decides on claims; other values are discards, specials and targets (of PASS). A program that uses the protocol of docs/BOTS.md is a player too: bot: followed by its command line, which is not passed to a shell. So is a network that other software has made: net: followed by an ONNX file (docs/PLAYERS.md).",
     "玩家有 random、standard、useful、net 和 search。search 可带选项：search:samples=500 指定每个决策模拟多少局，search:time=20ms 指定时间；两者都给出时，以先到者为准。search:only=claims 只在决定吃碰时搜索，其他值有 discards（弃牌）、specials（特殊牌）和 targets（PASS 的对象）。使用 docs/BOTS.md 所述协议的程序也可以作为玩家：bot: 加命令行，不经过 shell。其他软件生成的网络同样可以：net: 加 ONNX 文件（docs/PLAYERS.md）。"),
    ("Two players have two seats each, and every deck is played in all six seatings. Four players play every deck in four rotations; players of the same name are counted together. Win rates are per seat: four equal players have a quarter each, less the drawn games.",
     "两名玩家各占两个座位，每副牌堆按全部六种座次各打一局；四名玩家按四种轮换各打一局，同名的合并计算。胜率按一个座位计算：四名水平相同的玩家各为四分之一，再扣除流局。"),
    ("The 95 % confidence intervals are computed from the differences between decks, because games with the same deck are not independent. Except for speeds, the results do not depend on the number of threads. Ctrl-C stops and reports the decks that are finished; another one after a second or more does not wait for players that are thinking, and there is no report.",
     "置信区间为 95 %，由各副牌堆之间的差别得出，因为同一副牌堆的各局并不独立。除速度外，结果与线程数无关。按 Ctrl-C 停止并报告已完成的牌堆；一秒后再按一次则不再等待正在思考的玩家，也没有报告。"),
    ("The players: two or four; with --round-robin, two or more",
     "玩家：两名或四名；用 --round-robin 时两名以上均可"),
    ("The number of games, rounded up to whole decks; 10k is 10,000 [default: 4k, with --sprt at most 1M]",
     "总局数，向上取整到整副牌堆；10k 表示 10,000 [默认：4k，用 --sprt 时至多 1M]"),
    ("The seed for the decks and the random choices of players",
     "牌堆和玩家随机选择所用的种子"),
    ("Stop as soon as a sequential test (5 % errors) decides whether the win rate of the first player per seat is at most D0 or at least D1 percentage points above that of the others [without a value: 0,1]",
     "用序贯检验（错误率 5 %）判断第一名玩家每个座位的胜率比其他玩家至多高 D0 还是至少高 D1 个百分点，一有结论就停止 [不带值时为 0,1]"),
    ("Let every pair of players play on the same decks, and rate all players",
     "让每两名玩家用同样的牌堆对局，并为所有玩家评分"),
    ("The number of the first deck",
     "第一副牌堆的编号"),
    ("Print one JSON object, as described in docs/PROTOCOL.md, for `hule merge` too",
     "输出一个 JSON 对象，见 docs/PROTOCOL.md，也可用于 `hule merge`"),
    ("Print JSON on one line, with times, for whoever distributes an arena; with --sprt a line for each deck, and no decision",
     "在一行中输出 JSON，含用时，供分布式运行合并；用 --sprt 时每副牌堆一行，不作结论"),
    ("4,000 games, two seats each",
     "4,000 局，各占两个座位"),
    ("one player against three others",
     "一名对三名"),
    ("until it is clear whether search is 2 points better",
     "直到能断定 search 的胜率是否高 2 个百分点"),
    ("all pairs, with ratings",
     "循环赛，并评分"),
    ("the figures as JSON",
     "以 JSON 输出统计量"),
    ("success, also if it was stopped with a result or the reader closes the output early",
     "成功；中断时已有结果，或读取输出的程序提前关闭管道时也是"),
    ("the result could not be written, or a player could not be started",
     "结果无法写入，或玩家无法启动"),
    ("stopped without a result: before the first deck was played, or twice",
     "中断时没有结果：完成第一副牌堆之前，或中断了两次"),
    ("useful at A and C, standard at B and D",
     "A 和 C 为 useful，B 和 D 为 standard"),
    ("your own program (docs/BOTS.md)",
     "自己的程序（docs/BOTS.md）"),
    ("your own network (docs/PLAYERS.md)",
     "自己的网络（docs/PLAYERS.md）"),
    ("The time limit of bots per decision, in seconds",
     "机器人每个决策的时间限制，以秒计"),
    ("The time limit of bots for starting, in seconds",
     "机器人启动的时间限制，以秒计"),
    ("A bot that forfeits a decision forfeits the game: its win does not count",
     "机器人放弃一个决策即放弃该局：和牌不计"),
    ("The directory for the standard error of bots [default: a temporary one]",
     "存放机器人标准错误输出的目录 [默认：临时目录]"),
    ("a file could not be read or written, or a player could not be started",
     "文件无法读取或写入，或玩家无法启动"),
    ("stopped before the games were over",
     "对局结束之前被中断"),
    // hule batch
    ("Play many seeded games with four standard players and report statistics",
     "由四名标准玩家打大量由种子决定的对局，输出统计报告"),
    ("Shares and means have 95 % confidence intervals. The games are determined by the seed and their numbers (docs/PROTOCOL.md), so the results do not depend on the number of threads. Ctrl-C stops and reports the games that are finished.",
     "比例和平均值附有 95 % 置信区间。对局由种子和编号决定（docs/PROTOCOL.md），所以结果与线程数无关。按 Ctrl-C 停止并报告已完成的对局。"),
    ("The number of games; 10k is 10,000 and 2M is 2,000,000",
     "局数；10k 表示 10,000，2M 表示 2,000,000"),
    ("The number of the first game",
     "第一局的编号"),
    ("The number of threads [default: one per processor]",
     "线程数 [默认：每个处理器一个]"),
    ("Write the totals and figures as JSON, for `hule merge` too; `-` is standard output",
     "把总数和统计量写成 JSON，也可用于 `hule merge`；`-` 表示标准输出"),
    ("Write the figures as CSV",
     "把统计量写成 CSV"),
    ("Write a report with charts as one HTML file",
     "把带图表的报告写成一个 HTML 文件"),
    ("the figures as charts, for a browser",
     "把统计量画成图表，用浏览器查看"),
    ("Write one row per game as Parquet",
     "写成 Parquet，每局一行"),
    ("Write the logs as text, separated by blank lines",
     "把记录写成文本，以空行分隔"),
    ("a million games of seed 0, and a report",
     "种子 0 的一百万局，输出报告"),
    ("games 0 to 99,999 of seed 7, the figures also as JSON",
     "种子 7 的第 0 到 99,999 局，统计量也写成 JSON"),
    ("one row per game, for DuckDB, Polars or pandas",
     "每局一行，用于 DuckDB、Polars 或 pandas"),
    // hule merge
    ("Merge reports of `hule batch --json` or `hule arena --json` into one report",
     "把 `hule batch --json` 或 `hule arena --json` 的多份报告合并成一份"),
    ("The reports must have the same seed, those of arenas also the same players, and their games or decks must form one range without gaps or overlaps. Their order does not matter. Speeds of players are not in the reports.",
     "各份报告的种子必须相同，hule arena 的报告玩家也必须相同；对局或牌堆合起来必须是连续的一段，没有缺少或重复。先后不限。报告中没有玩家的速度。"),
    ("Write the merged totals and figures as JSON; `-` is standard output",
     "把合并后的总数和统计量写成 JSON；`-` 表示标准输出"),
    ("Write the merged figures of batches as CSV",
     "把合并后的统计量写成 CSV"),
    ("one report for both",
     "两份合并的报告"),
    ("the same file as one `hule batch` would have written",
     "与一次 `hule batch` 写出的文件相同"),
    ("the same output as one `hule arena --json` would have had",
     "与一次 `hule arena --json` 的输出相同"),
    // hule deck
    ("Make decks, check them, and find rare situations in them",
     "生成牌堆，检查牌堆，找出其中的罕见局面"),
    ("Print the deck of a seeded game",
     "输出由种子决定的一局的牌堆"),
    ("The deck of a seed and game number is the same on every machine and in every version; docs/PROTOCOL.md describes the shuffle. With --with, the deck is another one, in which the given situations occur when four standard players play it. It depends on the seed, the game number and the version of hule.",
     "同一种子和局号的牌堆在任何机器、任何版本上都相同；洗牌方法见 docs/PROTOCOL.md。用 --with 时是另一副牌堆，四名标准玩家打这副牌堆时会出现指定的局面；它取决于种子、局号和 hule 的版本。"),
    ("The seed",
     "种子"),
    ("The number of the game",
     "局的编号"),
    ("Situations that must occur, separated by commas or given several times; see `hule deck list`",
     "必须出现的局面，以逗号分隔，也可以多次给出；见 `hule deck list`"),
    ("this deck, one name per line",
     "这副牌堆，每行一个牌名"),
    ("the log of its game",
     "它的对局记录"),
    ("a deck in which this situation occurs",
     "会出现这种局面的一副牌堆"),
    ("all situations",
     "所有局面"),
    ("List the rare situations for which decks can be made",
     "列出可以生成牌堆的罕见局面"),
    ("Print one JSON object per line, as described in docs/PROTOCOL.md",
     "每行输出一个 JSON 对象，见 docs/PROTOCOL.md"),
    ("Check that decks have the exact format of the contest",
     "严格检查牌堆是否符合题目的格式"),
    ("Everything that `hule run` rejects is an error: unknown names, wrong counts, lower case. In addition, there must be exactly one name per line, each line ended by a line feed, and nothing else: no CRLF, no spaces, no blank lines, no byte-order mark. All files are checked, and the first error of each is reported with its line.",
     "`hule run` 不接受的都是错误：牌名不对、张数不对、小写字母。此外，每行必须恰有一个牌名，以换行符结尾，没有其他内容：没有 CRLF、空格、空行或字节顺序标记。所有文件都会检查，每个文件报告第一个错误及其行号。"),
    ("The files with one deck each [default: standard input, also `-`]",
     "牌堆文件，每个文件一副牌堆 [默认：标准输入，也可写作 `-`]"),
    ("`ok` for each valid file, an error for the others",
     "正确的文件输出 `ok`，其他的输出错误"),
    ("Find the rare situations in decks",
     "找出牌堆中的罕见局面"),
    ("Four standard players play each deck. Each situation is printed with the direction of play in which it occurs, forward or reversed. `hule deck list` explains the situations.",
     "由四名标准玩家打每副牌堆。每种局面注明出现时的方向：forward（正向）或 reversed（反向）。各种局面的含义见 `hule deck list`。"),
    ("one line per file",
     "每个文件一行"),
    ("Write a test set with inputs and answers, in the layout of a judge",
     "按评测系统的格式生成一套测试数据（输入和答案）"),
    ("The random decks are those of games 0, 1, ... of the seed. The directory is either written completely or not at all. The same arguments give the same bytes.",
     "随机牌堆是种子的第 0、1、……局的牌堆。目录要么完整写出，要么不写。参数相同，写出的内容就逐字节相同。"),
    ("The directory to write; it must be empty or not exist",
     "要写出的目录；必须不存在或为空"),
    ("The number of random decks",
     "随机牌堆的个数"),
    ("The judge [default: plain files]",
     "评测系统 [默认：普通文件]"),
    ("Layouts, all with a file tests.txt that lists how each deck was made and its situations:",
     "格式（都附有 tests.txt，列出每副牌堆的生成方法和其中的局面）："),
    ("1.in 1.ans 2.in 2.ans ...",
     "1.in 1.ans 2.in 2.ans ..."),
    ("The limits are 1 second and 512 MB; edit the file to change them.",
     "限制为 1 秒、512 MB，可以在文件中修改。"),
    // hule hand
    ("Show the distance of a hand, what to discard and what to wait for",
     "显示一手牌的和牌距离、该打出什么、听什么"),
    ("The tiles are written as in decks, in upper or lower case: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE, DOUBLE. Several tiles can be written together: 123M is 1M 2M 3M, EE is E E, and 11z is E E as in other programs. A hand has 13 tiles, or 14 before a discard, less three for each open meld; fewer tiles are accepted too. The tiles left are four of each kind less those in the hand.",
     "牌的写法与牌堆相同，大小写均可：1M-9M、1P-9P、1S-9S、E、S、W、N、B、F、Z、PASS、REVERSE、DOUBLE。可以连写：123M 即 1M 2M 3M，EE 即 E E，11z 按其他程序的写法也是 E E。手牌有 13 张，出牌前有 14 张，每个副露少三张；更少的牌也可以。剩余张数按每种四张减去手牌中的张数计算。"),
    ("The tiles, as one argument or several [default: standard input, also `-`]",
     "牌，可以写成一个或多个参数 [默认：标准输入，也可写作 `-`]"),
    ("The number of open melds, 0 to 4; their tiles are not given",
     "副露数，0 到 4；副露的牌不必给出"),
    ("Print one JSON object, as described in docs/PROTOCOL.md",
     "输出一个 JSON 对象，见 docs/PROTOCOL.md"),
    ("what to discard, and why",
     "该打出什么，以及为什么"),
    ("the waits of a ready hand with two open melds",
     "有两个副露的听牌：听什么"),
    ("the same as JSON (docs/PROTOCOL.md)",
     "以 JSON 输出（docs/PROTOCOL.md）"),
    // hule rules
    ("Print the rules of the game, with the numbers that other commands refer to",
     "输出游戏规则，编号与其他命令中引用的相同"),
    ("R1, R2 and so on are the rules of the contest; F1, F2 and so on are rulings for situations that only players with free choices can reach.",
     "R1、R2……是题目的规则；F1、F2……是补充裁定，只有自由选择的玩家才会遇到。"),
    ("Numbers of rules (R26, r26 or 26) or ranges (R24-R31), or words that a rule must contain, in English or Chinese [default: all rules]",
     "规则编号（R26、r26 或 26）或范围（R24-R31），或规则中必须包含的词，中英文均可 [默认：所有规则]"),
    ("all rules",
     "所有规则"),
    ("these rules",
     "这几条规则"),
    ("the rules in which this word occurs",
     "含有这个词的规则"),
    ("all rules as JSON (docs/PROTOCOL.md)",
     "以 JSON 输出所有规则（docs/PROTOCOL.md）"),
    ("short forms, the same hand",
     "简写，同一手牌"),
    // hule bot
    ("Run a player as a bot that reads requests from standard input and prints answers",
     "把玩家作为机器人运行：从标准输入读取请求，输出回答"),
    ("The bot uses the protocol of docs/PROTOCOL.md (section Bots) and makes exactly the decisions of the player. It exits at the end of its standard input. The players are random, standard, useful, net and search, and other networks: net: followed by an ONNX file.",
     "机器人使用 docs/PROTOCOL.md 的协议（Bots 一节），其决策与该玩家完全相同。标准输入结束时退出。玩家有 random、standard、useful、net 和 search，以及其他网络：net: 加 ONNX 文件。"),
    ("The player, for example `useful` or `search:samples=100`",
     "玩家，例如 `useful` 或 `search:samples=100`"),
    ("the player useful as a bot",
     "以机器人运行玩家 useful"),
    ("the player search with a hundred simulated games per decision",
     "玩家 search，每个决策模拟一百局"),
    ("a network (docs/PLAYERS.md)",
     "网络（docs/PLAYERS.md）"),
    // hule completions
    ("Print a completion script for a shell",
     "输出 shell 的补全脚本"),
    ("Where to put the script depends on the shell, which reads it when it starts.",
     "脚本放在哪里取决于 shell；shell 启动时读取它。"),
    ("The shell",
     "shell 的名称"),
    ("if ~/.zfunc is in $fpath",
     "前提是 ~/.zfunc 在 $fpath 中"),
    // hule man
    ("Print the manual page of hule, or write one for each command",
     "输出 hule 的手册页，或为每个命令写一页"),
    ("Write hule.1, hule-run.1 and so on to this directory, which is created if necessary",
     "把 hule.1、hule-run.1 等写到这个目录，目录不存在时自动创建"),
    ("read the page of hule",
     "阅读 hule 的手册页"),
    ("write all pages, for `man hule-run`",
     "写出所有手册页，用于 `man hule-run`"),
    // hule replay
    ("Write a game as a single HTML file that can be watched without a server",
     "把一局写成单个 HTML 文件，不需要服务器即可观看"),
    ("The file shows every step with the hands, the distances and the reasons for each decision, in English and Chinese.",
     "文件显示每一步的手牌、和牌距离和每个决策的理由，中英文都有。"),
    ("A deck, played by four standard players, or a log, as text or JSON Lines [default: standard input, also `-`]",
     "牌堆（由四名标准玩家来打），或者记录（文本或 JSON Lines） [默认：标准输入，也可写作 `-`]"),
    ("The file to write, `-` for standard output",
     "要写出的文件，`-` 表示标准输出"),
    ("a game of four standard players",
     "四名标准玩家的一局"),
    ("a game from its log",
     "由记录得到的一局"),
    // hule review
    ("Show what each decision of a finished game cost, and what was better",
     "复盘一局：每次决策损失了多少胜率，怎样选择更好"),
    ("The strongest player examines every decision with more than one legal action, using only what that seat could see. It compares the choice with its own in the same simulated games: the other hands and the wall are random but fit the discards, the others play like standard players, and a game that is not over after eight draws counts as the share of similar games that were won. The report lists the worst decisions of each seat, its average loss per decision, and its chance to win during the game. Lines are those of the text log. The result depends only on the game, the samples and the seed.",
     "最强的玩家只用该座位当时能看到的信息，检查每个不止一种合法选择的决策，并在相同的模拟对局中与它自己的选择比较：其他手牌和牌堆中剩余的牌随机生成，与已打出的牌相符；其他人按标准玩家行动；摸牌八次后仍未结束的，按类似局面的胜率计算。报告列出每个座位最差的决策、平均每次决策的损失，以及对局中胜率的变化。行号是文本记录的行号。结果只取决于对局、样本数和种子。"),
    ("The seats to review, separated by commas [default: all]",
     "要复盘的座位，以逗号分隔 [默认：全部]"),
    ("The number of simulated games that select the best choice of a decision, and of those that then measure the choices",
     "每次决策用来选出最佳选择的模拟局数；之后再用同样多的模拟局来衡量各个选择"),
    ("The seed of the simulated games",
     "模拟所用的种子"),
    ("The number of decisions to list for each seat, the worst first",
     "每个座位列出的决策个数，最差的在前"),
    ("List all decisions, in the order of the game",
     "按对局的先后列出所有决策"),
    ("the worst five decisions of each seat",
     "每个座位最差的五次决策"),
    ("all decisions of A, more exactly",
     "A 的所有决策，更精确"),
    ("a game of two kinds of players, as JSON (docs/PROTOCOL.md)",
     "两种玩家的一局，以 JSON 输出（docs/PROTOCOL.md）"),
    ("stopped before the review was complete",
     "复盘完成之前被中断"),
    // hule serve
    ("Watch games, play and analyse hands in the browser",
     "在浏览器中观看、对局、分析手牌"),
    ("The page is served to this computer only, unless --host is given, and needs no internet connection. Ctrl-C stops the server. docs/API.md describes its interface for programs.",
     "除非给出 --host，页面只提供给本机，不需要联网。按 Ctrl-C 停止。供程序使用的接口见 docs/API.md。"),
    ("The port to listen on; 0 selects a free port",
     "监听的端口；0 表示任意空闲端口"),
    ("Open the page in the browser",
     "在浏览器中打开页面"),
    ("The address to listen on; with an address other than the loopback, everybody who can reach it can use the server",
     "监听的地址；若不是回环地址，能访问到它的人都可以使用"),
    ("Keep tables with friends, and their games, in this folder. Every move is on disk before it is confirmed, and tables go on after a restart",
     "把多人牌桌和打过的局保存在这个目录。每一步先写入磁盘再确认，重启后牌桌继续"),
    ("The public URL of the server behind a reverse proxy, such as `https://mahjong.example`; links begin with it",
     "服务器在反向代理之后的公开网址，例如 `https://mahjong.example`；链接以它开头"),
    ("The IP address of a trusted reverse proxy, whose X-Forwarded-For is used; can be repeated. Limits count per client address; this computer has none",
     "可信的反向代理的 IP 地址，采用它的 X-Forwarded-For；可以多次给出。各项限制按客户端地址计算，本机不受限制"),
    ("The most tables of each kind (of one person, with friends) in memory. There can be 1024 connections, or 1.25 times N if that is more",
     "内存中每种牌桌（单人、多人）的最大数量。连接数最多为 1024，或 N 的 1.25 倍（取较大者）"),
    ("Write a log to the standard error stream: error, warn, info or debug",
     "把日志写到标准错误流：error、warn、info 或 debug"),
    ("keep tables with friends in the folder d",
     "多人牌桌保存在目录 d"),
    ("the page is at http://127.0.0.1:4148",
     "页面在 http://127.0.0.1:4148"),
    ("the same, opened in the browser",
     "同上，并在浏览器中打开"),
    ("at a free port",
     "使用任意空闲端口"),
    ("The time limit applies to the CPU time of the program and its child processes. The elapsed time may be five times the limit plus a second. A program that exceeds a limit is run again while nothing else runs, and only the second run counts.",
     "时间限制按程序及其子进程的 CPU 时间计算，实际用时至多为限制的五倍再加一秒。超出限制的程序会在没有其他程序运行时重新运行一次，以第二次的结果为准。"),
    ("The time in seconds [default: 10, or unlimited with -n or --decks]",
     "对拍的时间，以秒计 [默认：10，给出 -n 或 --decks 时不限]"),
    ("Use these decks: files with any number of them, or directories with *.in and *.deck; `--` ends them",
     "使用这些牌堆：文件（各含任意多个牌堆），或含有 *.in 和 *.deck 的目录；以 `--` 结束"),
    ("Continue after failures and report one of each kind",
     "出错后继续，每种错误报告一个"),
    ("The time limit per deck, in seconds of CPU time",
     "每个测试点的时间限制（CPU 时间），以秒计"),
    ("Ignore white space at the end of lines and blank lines at the end, as most judges do; this is the default",
     "忽略行末空白和文末空行，与大多数评测系统相同；这是默认的"),
    ("The program reads the file IN and writes the file OUT (freopen). Each run has its own temporary directory; the path of the program and arguments that are existing files are made absolute",
     "程序读文件 IN，写文件 OUT（freopen）。每次运行各用一个临时目录；程序的路径和参数中已有的文件会换成绝对路径"),
    ("The directory in which the first failure is saved; with --keep-going, one subdirectory for each kind of failure, named after the rule or verdict",
     "保存第一个错误的目录；用 --keep-going 时其中有以规则或结果命名的子目录"),
    ("one failure of each kind, not only the first",
     "每种错误各一个，而不只是第一个"),
    ("these decks, a directory or files",
     "使用这些牌堆：目录或文件"),
    ("a program that uses freopen",
     "使用 freopen 的程序"),
    ("Run a program on a set of tests, as a judge does",
     "评测：在一组测试点上运行程序"),
    ("The table shows the verdict, CPU time and memory of each test, and its points if the package has points. A subtask scores only if all of its tests are correct. The first failure is explained as by `hule check`. The output is always compared with the correct log; wrong or missing answers and inputs in another form than that of the contest are reported as faults of the package.",
     "表中有每个测试点的结果、CPU 时间和内存，数据包有分数时还有分数。子任务中的测试点全部正确才得分。遇到的第一个错误会像 `hule check` 那样说明。输出总是与正确的记录比较；答案文件有错或缺失、输入不符合比赛格式时，作为数据包的错误报告。"),
    ("The program and its arguments as one word, as in \"python3 mine.py\"",
     "程序及其参数，写成一个词，例如 \"python3 mine.py\""),
    ("Directories, zip archives or inputs",
     "目录、zip 压缩包或输入文件"),
    ("The time limit per test, in seconds of CPU time [default: from the package, or 2]",
     "每个测试点的时间限制（CPU 时间），以秒计 [默认：数据包的限制，没有则为 2]"),
    ("The memory limit, in megabytes [default: from the package, or 512]",
     "内存限制，以 MB 计 [默认：数据包的限制，没有则为 512]"),
    ("Explain every failure, not only the first",
     "说明所有错误，而不只是第一个"),
    ("Write the results as `JUnit` XML; `-` is standard output",
     "把结果写成 JUnit XML；`-` 是标准输出"),
    ("1.in with 1.ans or 1.out, and so on",
     "1.in 和 1.ans 或 1.out，依此类推"),
    ("a package as it is uploaded to a judge",
     "上传到评测系统的数据包"),
    ("one test; a missing answer is computed",
     "一个测试点；缺少的答案会自动算出"),
    ("for continuous integration",
     "用于持续集成"),
    ("Layouts:",
     "布局："),
    ("1.in with 1.ans or 1.out, and 1.deck with 1.ans",
     "1.in 和 1.ans 或 1.out，1.deck 和 1.ans"),
    ("the same, and config.yml with limits, points and subtasks",
     "同上，config.yml 中有限制、分数和子任务"),
    ("data/1.in with data/1.ans, and conf.json with limits and points",
     "data/1.in 和 data/1.ans，conf.json 中有限制和分数"),
    ("tests/01 with tests/01.a",
     "tests/01 和 tests/01.a"),
    ("data/sample and data/secret, problem.yaml with limits, testdata.yaml with points",
     "data/sample 和 data/secret，problem.yaml 中有限制，testdata.yaml 中有分数"),
    ("invalid arguments or tests",
     "参数或测试点有错"),
    ("Files written by `hule batch --json` or `hule arena --json`; `-` is standard input",
     "`hule batch --json` 或 `hule arena --json` 写出的文件；`-` 表示标准输入"),
    ("your own deck first",
     "自己的牌堆排在最前"),
    ("1.in 1.out ... and config.yml with the limits, the points and the subtask of every test;",
     "1.in 1.out ... 和写有各测试点的限制、分数和子任务的 config.yml；"),
    ("zip these, not the folder",
     "压缩这些文件，不要压缩目录"),
    ("data/1.in data/1.ans ... and conf.json with the points of every subtask",
     "data/1.in data/1.ans ... 和写有各子任务分数的 conf.json"),
    ("tests/01 tests/01.a ..., for testlib files/validator.cpp and files/check.cpp,",
     "tests/01 tests/01.a ...、用 testlib 的 files/validator.cpp 和 files/check.cpp，"),
    ("and solutions/solution.cpp",
     "以及标程 solutions/solution.cpp"),
    ("problem.yaml, data/sample/001.in 001.ans (your own decks, or the first test),",
     "problem.yaml、data/sample/001.in 001.ans（自己的牌堆，或第一个测试）、"),
    ("data/secret/002.in ..., an input validator, a short statement and a solution",
     "data/secret/002.in ...、input validator、简短的题面和标程"),
    ("The subtasks are your own decks, random decks, special tiles, claims, winning, the distance",
     "子任务依次为自己的牌堆、随机牌堆、特殊牌、吃碰、和牌、和牌距离"),
    ("10 random decks, and about 300 with all situations",
     "10 个随机牌堆，以及含有所有局面的约 300 个"),
    ("Ignore white space at the end of lines and blank lines at the end; this is the default",
     "忽略行末空白和末尾空行；这是默认方式"),
    ("Include the situations of ordinary play",
     "也包括普通对局中的局面"),
    ("Run as a Kattis output validator: IN ANS FEEDBACK (a directory), with the output on standard input; flags may follow",
     "作为 Kattis 的 output validator 运行：IN ANS FEEDBACK（目录），从标准输入读取程序输出；后面可以有标志"),
    ("Run as a testlib checker: IN OUT ANS [RESULT [-appes]]",
     "作为 testlib checker 运行：IN OUT ANS [RESULT [-appes]]"),
    ("Situations, separated by commas or given several times [default: all of `hule deck list --all`]",
     "局面，以逗号分隔，也可以多次给出 [默认：`hule deck list --all` 中的所有局面]"),
    ("The name of a situation may be followed by a direction (forward or reversed), a phase of the game (first, middle, or empty when no tile is left to draw) and a number of open melds: limit-of-four:reversed, tie-order:empty:2.",
     "局面名后可以加上回合顺序（forward 正向、reversed 反向）、游戏阶段（first 第一个回合、middle 中途、empty 牌堆已空）和副露数：limit-of-four:reversed、tie-order:empty:2。"),
    ("With --with, the number of decks for each situation; otherwise, how often to go through all situations",
     "用 --with 时，每种局面的牌堆数；否则为遍历所有局面的次数"),
    ("They are rare in random decks, and programs often get them wrong. Each is listed with the rule that decides. Most can occur in both directions of play; the list says so if a situation occurs in only one.",
     "它们在随机牌堆中很少出现，程序又常常出错。每种局面都注明起决定作用的规则。大多数局面在正反两种顺序中都能出现；只在一种顺序中出现的会注明。"),
    ("White space at the end of lines and blank lines at the end are ignored, as by most judges, unless --strict is given. An output longer than a megabyte is wrong.",
     "与大多数评测系统一样，忽略行末空白和末尾空行，除非使用 --strict。超过 1 MB 的输出视为错误。"),
    ("With --kattis: 42 correct, 43 wrong, other values for invalid arguments or a wrong answer file",
     "使用 --kattis：42 正确，43 错误，其他值表示参数错误或标准答案有误"),
    ("With --testlib: 0 correct, 1 wrong, 2 wrong format, 3 invalid arguments or wrong answer file",
     "使用 --testlib：0 正确，1 错误，2 格式错误，3 参数错误或标准答案有误"),
    ("Your own decks, one per file, which come first; give DIR before them",
     "自己的牌堆，每个文件一个，排在最前面；DIR 要写在它们之前"),
    ("also those of ordinary play",
     "也列出普通对局中的局面"),
    ("and the empty wall; together they have 100 points.",
     "和牌堆已空；共 100 分。"),
    ("compare byte for byte",
     "逐字节比较"),
    ("five times as many decks with situations",
     "含有局面的牌堆增至五倍"),
    ("For luogu, each test has all points of its subtask: let the subtask count by its minimum.",
     "luogu 的每个测试点的分数都是其子任务的满分：子任务请按最小值计分。"),
    ("the output is wrong",
     "输出有误"),
    ("the rare situations, one sentence each",
     "罕见局面，每种一句话"),
    ("the same in reversed play",
     "同上，但在反向时出现"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// All texts of the help that want a translation.
    fn texts(command: &Command, found: &mut Vec<String>) {
        let mut add = |text: Option<&StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            found.extend(text.split("\n\n").filter(|text| !text.is_empty()).map(str::to_owned));
        };
        add(command.get_about());
        add(command.get_long_about());
        for argument in command.get_arguments() {
            add(argument.get_help());
            add(argument.get_long_help());
            for value in possible(argument) {
                add(value.get_help());
            }
        }
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in after.lines() {
            let (_, words) = apart(line);
            let is_command = words.starts_with("hule ") || words.starts_with("./");
            if !words.is_empty() && !is_command {
                found.push(words.to_owned());
            }
        }
        command.get_subcommands().for_each(|command| texts(command, found));
    }

    #[test]
    fn every_help_has_its_chinese() {
        let mut hule = Arguments::command();
        hule.build();
        let mut found = Vec::new();
        texts(&hule, &mut found);
        let missing: BTreeSet<&String> = found.iter().filter(|text| translated(text).is_none()).collect();
        assert!(missing.is_empty(), "please add to HELP:\n{missing:#?}");
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        if cfg!(not(feature = "server")) {
            return; // Its texts are not used.
        }
        let unused: Vec<_> = HELP.iter().filter(|(english, _)| !found.contains(english)).collect();
        assert!(unused.is_empty(), "nothing says any more:\n{unused:#?}");
    }

    #[test]
    fn in_chinese_every_help_is_chinese() {
        fn is_chinese(text: &str) -> bool {
            text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
        }
        fn look_at(command: &Command) {
            let name = command.get_name();
            let about = [command.get_about(), command.get_long_about(), command.get_after_help()];
            for text in about.into_iter().flatten() {
                assert!(is_chinese(&text.to_string()), "{name}: {text}");
            }
            assert!(command.get_about().is_some(), "{name}");
            for argument in command.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(is_chinese(&help), "{name} {}: {help}", argument.get_id());
            }
            command.get_subcommands().for_each(look_at);
        }
        let mut hule = Arguments::command();
        hule.build();
        look_at(&chinese(hule));
    }
}
