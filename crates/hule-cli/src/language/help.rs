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
    ("The exact home of the 148-tile Mahjong game of THUPC 2021",
     "THUPC 2021“麻将模拟器”：148 张牌的麻将游戏"),
    ("The language of messages, en or zh [default: that of the locale]",
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
    ("everything went well; also when the reader of the output has closed it",
     "一切正常；读取输出的程序提前关闭时也是"),
    ("a file could not be read or written",
     "文件无法读取或写入"),
    ("the arguments are wrong, or the input is",
     "参数或输入有错"),
    ("the program is right",
     "程序正确"),
    ("a file could not be read or written, or the program could not be started",
     "文件无法读取或写入，或程序无法启动"),
    ("the arguments are wrong, or the deck is",
     "参数或牌堆有错"),
    ("the program is wrong",
     "程序有错"),
    ("With --testlib: 0 right, 1 wrong, 2 wrong format, 3 the jury is wrong, or the call",
     "用 --testlib 时：0 正确，1 错误，2 格式错误，3 标准答案或调用有错"),
    ("With --kattis: 42 right, 43 wrong, another if the jury is wrong, or the call",
     "用 --kattis 时：42 正确，43 错误，其他表示标准答案或调用有错"),
    ("the arguments are wrong",
     "参数有错"),
    ("it was stopped before there was a verdict",
     "在得出结论之前被停止"),
    // hule run
    ("Play a deck with four standard players, or others, and print the log",
     "由四名标准玩家或其他玩家打完一副牌堆，输出对局记录"),
    ("A deck is the names of 148 tiles with white space between, four of each kind, the first tile to be drawn first: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE, DOUBLE.",
     "牌堆是 148 张牌的牌名，以空白分隔，每种四张，最先摸的牌在最前：1M-9M、1P-9P、1S-9S、E、S、W、N、B、F、Z、PASS、REVERSE、DOUBLE。"),
    ("The file with the deck, with --many any number of files [default: standard input, also `-`]",
     "牌堆文件，用 --many 时可有任意多个 [默认：标准输入，也可写作 `-`]"),
    ("Read any number of decks and print their logs with a blank line between them; if one is wrong, the logs of those before it are printed",
     "读取任意多个牌堆并输出各自的记录，之间有一个空行；若有一个牌堆有错，仍输出它之前的记录"),
    ("Who plays, with commas between: one name for all seats, two for every other seat, or four for A to D; random, standard, useful, search, or bot: and the command line of a program (docs/BOTS.md) [default: standard]",
     "谁来打，以逗号分隔：一个名字用于所有座位，两个隔位使用，四个依次为 A 到 D；random、standard、useful、search，或 bot: 加程序的命令行（docs/BOTS.md） [默认：standard]"),
    ("The seed of what players leave to chance",
     "玩家随机选择的种子"),
    ("Say under each decision why it was made, with the rules of docs/RULES.md; players other than standard show what they thought of their best choices",
     "在每个决策下面说明理由，并注明 docs/RULES.md 中的规则；标准玩家以外的玩家显示它们对最佳选择的评价"),
    ("How to print the log",
     "记录的格式"),
    ("The contest's lines, byte for byte",
     "与题目的输出格式逐字节相同"),
    ("JSON Lines: one object for each event, as docs/PROTOCOL.md says",
     "JSON Lines：每个事件一个对象，见 docs/PROTOCOL.md"),
    ("the log of one game",
     "一局的记录"),
    ("and why each player did what it did",
     "并说明每名玩家为何这样做"),
    ("the logs of many games, a blank line between them",
     "多局的记录，之间有一个空行"),
    ("one JSON object a line",
     "每行一个 JSON 对象"),
    // hule check
    ("Compare what a program printed with the true log, and say what is wrong with it",
     "把程序的输出与正确的记录比较，并说明错在哪里"),
    ("The first wrong line is shown with its neighbours, all hands at that moment, what the standard player does there and why, and the mistake that would explain it, with the number of the rule in docs/RULES.md.",
     "显示第一个错误行和它前后的行、当时所有的手牌、标准玩家在此的做法和理由，以及能解释它的错误和 docs/RULES.md 中规则的编号。"),
    ("The deck, and what the program printed [default: standard input]; with --testlib and --kattis what those give",
     "牌堆和程序的输出 [默认：标准输入]；用 --testlib 和 --kattis 时为它们给出的文件"),
    ("White space at the end of lines and empty lines at the end do not matter, as with most judges, unless with --strict. An output that cannot be read, or is longer than a megabyte, is wrong.",
     "忽略行末的空白和末尾的空行，与大多数评测相同，除非使用 --strict。无法读取的输出，或超过 1 MB 的输出，都是错的。"),
    ("Compare byte for byte",
     "逐字节比较"),
    ("Pass over white space at the end of lines and empty lines at the end; this is the default",
     "忽略行末的空白和末尾的空行；这是默认的比较方式"),
    ("Print the verdict as one JSON object",
     "把结论输出为一个 JSON 对象"),
    ("Be a testlib checker: IN OUT ANS [RESULT [-appes]]",
     "作为 testlib 的 checker：IN OUT ANS [RESULT [-appes]]"),
    ("Be a Kattis output validator: IN ANS FEEDBACK, a directory, and the output on standard input; flags may follow",
     "作为 Kattis 的 output validator：IN ANS FEEDBACK（目录），后面可以有参数，从标准输入读取输出"),
    ("the first wrong line, and why it is wrong",
     "第一个错误行，以及为何错"),
    ("the same without a file",
     "同上，不用文件"),
    ("every byte matters",
     "逐字节比较，空白也算"),
    ("as a testlib checker: exit status 0, 1, 2 or 3",
     "作为 testlib 的 checker：退出状态 0、1、2 或 3"),
    ("as a Kattis output validator: exit status 42 or 43",
     "作为 Kattis 的 output validator：退出状态 42 或 43"),
    // hule stress
    ("Test a program on many decks and stop at the first wrong answer",
     "用大量牌堆与程序对拍，遇到第一个错误就停止"),
    ("The program reads a deck from standard input and prints the log on standard output. Half of the decks are random; each of the others has one of the rare situations of `hule deck list`. The first failure is shrunk, explained as by `hule check`, and saved. White space at the end of lines is ignored, unless --strict is given.",
     "程序从标准输入读取牌堆，把记录写到标准输出。一半的牌堆是随机的，其余的各含 `hule deck list` 中的一种罕见局面。遇到的第一个错误会被化简，像 `hule check` 那样说明，并保存下来。除非使用 --strict，否则忽略行末空白。"),
    ("The time limit applies to the CPU time of the program and its child processes. The elapsed time may be five times the limit plus a second. A program that exceeds a limit is run again while nothing else runs, and only the second run counts.",
     "时间限制按程序及其子进程的 CPU 时间计算，实际用时至多为限制的五倍再加一秒。超出限制的程序会在没有其他程序运行时重新运行一次，以第二次的结果为准。"),
    ("The number of decks [default: as many as the time allows]",
     "测试点的个数 [默认：时间允许的个数]"),
    ("The time in seconds [default: 10, or unlimited with -n or --decks]",
     "对拍的时间，以秒计 [默认：10，给出 -n 或 --decks 时不限]"),
    ("The number of runs at the same time [default: one per processor]",
     "同时运行的个数 [默认：每个处理器一个]"),
    ("The seed of the decks",
     "牌堆的种子"),
    ("Use these decks: files with any number of them, or directories with *.in and *.deck; `--` ends them",
     "使用这些牌堆：文件（各含任意多个牌堆），或含有 *.in 和 *.deck 的目录；以 `--` 结束"),
    ("Continue after failures and report one of each kind",
     "出错后继续，每种错误报告一个"),
    ("The time limit per deck, in seconds of CPU time",
     "每个测试点的时间限制（CPU 时间），以秒计"),
    ("The memory limit, in megabytes",
     "内存限制，以 MB 计"),
    ("How many seconds to spend on shrinking the failure; 0 turns it off",
     "化简错误数据的时间，以秒计；0 表示不化简"),
    ("Compare byte for byte",
     "逐字节比较"),
    ("Ignore white space at the end of lines and blank lines at the end, as most judges do; this is the default",
     "忽略行末空白和文末空行，与大多数评测系统相同；这是默认的"),
    ("The program reads the file IN and writes the file OUT (freopen). Each run has its own temporary directory; the path of the program and arguments that are existing files are made absolute",
     "程序读文件 IN，写文件 OUT（freopen）。每次运行各用一个临时目录；程序的路径和参数中已有的文件会换成绝对路径"),
    ("The directory for the first failure, with --keep-going for directories named by rule or verdict",
     "保存第一个错误的目录；用 --keep-going 时其中有以规则或结果命名的子目录"),
    ("Print the report as one JSON object",
     "以一个 JSON 对象输出报告"),
    ("The program and its arguments",
     "程序及其参数"),
    ("ten seconds, half of the decks with rare situations",
     "对拍十秒，一半的牌堆含有罕见局面"),
    ("a thousand decks, at most five seconds for each",
     "一千个测试点，每个限时五秒"),
    ("a minute, with other decks",
     "对拍一分钟，换一批牌堆"),
    ("one failure of each kind, not only the first",
     "每种错误各一个，而不只是第一个"),
    ("these decks, a directory or files",
     "使用这些牌堆：目录或文件"),
    ("a program that uses freopen",
     "使用 freopen 的程序"),
    // hule judge
    ("Run a program on a set of tests, as a judge does",
     "评测：在一组测试点上运行程序"),
    ("The table shows the verdict, CPU time and memory of each test, and its points if the package has points. A subtask scores only if all of its tests are correct. The first failure is explained as by `hule check`. The output is always compared with the correct log; wrong answer files are reported as faults of the package.",
     "表中有每个测试点的结果、CPU 时间和内存，数据包有分数时还有分数。子任务中的测试点全部正确才得分。遇到的第一个错误会像 `hule check` 那样说明。输出总是与正确的记录比较；答案文件有错时作为数据包的错误报告。"),
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
    ("all answers are correct",
     "全部正确"),
    ("invalid arguments or tests",
     "参数或测试点有错"),
    ("an answer is wrong",
     "有错误"),
    ("stopped before there was a verdict",
     "得出结论之前被中断"),
    // hule arena
    ("Let players play against each other and report how good they are",
     "让玩家互相对局，报告各自的强弱"),
    ("A player is random, standard, useful or search. Search takes options: search:samples=500 says in how many imagined games it tries its choices, search:time=20ms how long; with both, the first that is reached counts. search:only=claims thinks about claims alone, and so do discards, specials and targets (of PASS). A program that speaks the protocol of docs/BOTS.md is a player too: bot: and its command line, which no shell reads.",
     "玩家有 random、standard、useful 和 search。search 可带选项：search:samples=500 指定在多少局想象的对局中试打，search:time=20ms 指定时间；两者都给出时，先到者为准。search:only=claims 只思考吃碰，同样还有 discards（弃牌）、specials（特殊牌）和 targets（PASS 的对象）。使用 docs/BOTS.md 所述协议的程序也可以：bot: 加命令行，不经过 shell。"),
    ("Of two players each has two seats, and every deck is played in all six seatings; four players play it in their four rotations, and those of equal names are taken together. Shares of wins are for one seat: four equal players have a quarter each, less the games that nobody wins.",
     "两名玩家各占两个座位，每副牌堆按全部六种座次各打一局；四名玩家按四种轮换各打一局，同名的合并计算。胜率按一个座位计算：四名同样的玩家各为四分之一，再扣除流局。"),
    ("Intervals are of 95 %, from how the figures differ from deck to deck, since the games of one deck are not independent. The results, but for speeds, are the same for any number of threads. Ctrl-C stops and reports the decks that were done; a second one does not wait for players who are thinking.",
     "区间为 95 %，由各副牌堆之间的差别得出，因为同一副牌堆的各局并不独立。除速度外，结果与线程数无关。按 Ctrl-C 停止并报告已完成的牌堆；再按一次则不再等待正在思考的玩家。"),
    ("The players: two or four, with --round-robin any number from two on",
     "玩家：两名或四名，用 --round-robin 时两名以上均可"),
    ("How many games in all, rounded up to whole decks; 10k is 10,000 [default: 4k, with --sprt at most 1M]",
     "总局数，向上取到整副牌堆；10k 表示 10,000 [默认：4k，用 --sprt 时至多 1M]"),
    ("The seed of the decks, and of what players leave to chance",
     "牌堆和玩家随机选择的种子"),
    ("Stop when it is clear, with one error in twenty, whether the first player wins at most D0 or at least D1 percentage points more at a seat than the others [default: 0,1]",
     "一旦能以二十分之一的错误率断定第一名玩家每个座位的胜率比其他玩家至多高 D0 还是至少高 D1 个百分点，就停止 [默认：0,1]"),
    ("Let every two players play as two do, on the same decks, and rate them all",
     "让每两名玩家都用同样的牌堆对局，并为所有玩家评分"),
    ("4,000 games, each has two of the four seats",
     "4,000 局，各占四个座位中的两个"),
    ("one among three others",
     "一名对三名"),
    ("until it is clear whether it wins 2 points more",
     "直到能断定胜率是否高 2 个百分点"),
    ("everybody against everybody, and ratings",
     "循环赛，并评分"),
    ("the figures as JSON",
     "把数字写成 JSON"),
    ("there is a result; also when it was stopped, or when the reader of the output has closed it",
     "有结果；被停止或读取输出的程序提前关闭时也是"),
    ("the result could not be written, or a player could not be started",
     "结果无法写出，或玩家无法启动"),
    ("it was stopped before the first deck was played",
     "在完成第一副牌堆之前被停止"),
    ("useful at A and C, standard at B and D",
     "A 和 C 为 useful，B 和 D 为 standard"),
    ("a program of yours (docs/BOTS.md)",
     "自己的程序（docs/BOTS.md）"),
    ("How many seconds a bot may take for a decision",
     "机器人作一个决定的秒数上限"),
    ("How many seconds a bot may take to start",
     "机器人启动的秒数上限"),
    ("A bot that forfeits one decision forfeits the game: a win does not count",
     "机器人放弃一个决定即放弃该局：和牌不计"),
    ("The directory for what bots write to standard error [default: a temporary one]",
     "存放机器人标准错误输出的目录 [默认：临时目录]"),
    ("a file could not be read or written, or a player could not be started",
     "文件无法读取或写入，或玩家无法启动"),
    ("it was stopped before the games were over",
     "在对局结束之前被停止"),
    // hule batch
    ("Play many seeded games with four standard players and report",
     "由四名标准玩家打许多由种子决定的对局，并作报告"),
    ("Shares and means stand with their 95 % confidence intervals. The games follow from the seed and their numbers (docs/PROTOCOL.md), so the results are the same for any number of threads. Ctrl-C stops and reports what was done.",
     "比例和平均值附有 95 % 置信区间。对局由种子和编号决定（docs/PROTOCOL.md），所以结果与线程数无关。Ctrl-C 停止，并报告已完成的部分。"),
    ("How many games; 10k is 10,000 and 2M is 2,000,000",
     "局数；10k 是 10,000，2M 是 2,000,000"),
    ("The number of the first game",
     "第一局的编号"),
    ("How many threads [default: one for each processor]",
     "线程数 [默认：每个处理器一个]"),
    ("Write the totals and figures as JSON, also for `hule merge`; `-` is standard output",
     "把总数和统计量写成 JSON，也可用于 `hule merge`；`-` 是标准输出"),
    ("Write the figures as CSV",
     "把统计量写成 CSV"),
    ("Write one row a game as Parquet",
     "写成 Parquet，每局一行"),
    ("Write the logs as text, a blank line between them",
     "把记录写成文本，之间有一个空行"),
    ("a million games of seed 0, and a report",
     "种子 0 的一百万局，以及报告"),
    ("games 0 to 99,999 of seed 7, the figures also as JSON",
     "种子 7 的第 0 到 99,999 局，统计量也写成 JSON"),
    ("one row a game, for DuckDB, Polars or pandas",
     "每局一行，用于 DuckDB、Polars 或 pandas"),
    // hule merge
    ("Merge reports of `hule batch --json` into one report",
     "把 `hule batch --json` 的多份报告合并成一份"),
    ("The reports must have the same seed, and their games must form one range without gaps or overlaps. Their order does not matter.",
     "各份报告的种子必须相同，对局合起来必须是连续的一段，没有缺少或重复。先后不限。"),
    ("Files written by `hule batch --json`; `-` is standard input",
     "`hule batch --json` 写出的文件；`-` 表示标准输入"),
    ("Write the merged totals and figures as JSON; `-` is standard output",
     "把合并后的总数和统计量写成 JSON；`-` 表示标准输出"),
    ("Write the merged figures as CSV",
     "把合并后的统计量写成 CSV"),
    ("one report for both",
     "两份合并的报告"),
    ("the same file as one `hule batch` would have written",
     "与一次 `hule batch` 所写的文件相同"),
    // hule deck
    ("Make decks, check them, and say what happens in them",
     "生成牌堆、检查牌堆、说明其中发生什么"),
    ("Print the deck of a seeded game",
     "输出由种子决定的一局的牌堆"),
    ("Game I of seed S has the same deck everywhere and for ever; docs/PROTOCOL.md says how it is shuffled. With --with it is another deck, in whose game of four standard players these situations occur. Each game of each seed has its own, the same in every run of this version.",
     "种子 S 的第 I 局的牌堆在任何地方、任何时候都相同；洗牌的方法见 docs/PROTOCOL.md。用 --with 时是另一个牌堆，四名标准玩家的对局中会出现这些局面。每个种子的每一局各有一个，在这个版本的每次运行中都相同。"),
    ("The seed",
     "种子"),
    ("The number of the game",
     "局的编号"),
    ("Situations that shall occur, with commas between, also given several times; see `hule deck list`",
     "要出现的局面，以逗号分隔，也可以多次给出；见 `hule deck list`"),
    ("that deck, one name a line",
     "该牌堆，每行一个牌名"),
    ("and its game",
     "以及它的对局"),
    ("a deck in whose game that happens",
     "一个会出现这种局面的牌堆"),
    ("what can be asked for",
     "可以要求哪些局面"),
    ("List the rare situations that decks can be made for",
     "列出可以为之生成牌堆的罕见局面"),
    ("They are what few random decks lead to and what programs get wrong. Most can occur in both directions of play; where it is only one, the list says so.",
     "它们在随机牌堆中很少出现，程序容易出错。大多数在两种回合顺序下都能出现；只能在一种下出现的会注明。"),
    ("Print one JSON object a line, as docs/PROTOCOL.md says",
     "每行输出一个 JSON 对象，见 docs/PROTOCOL.md"),
    ("all situations, a sentence each",
     "所有局面，每种一句话"),
    ("Check decks strictly, as the contest writes them",
     "按题目的格式严格检查牌堆"),
    ("What `hule run` refuses is wrong: other names, other counts, lower case. Besides, there must be exactly one name a line, each line ended by a line feed, and nothing else: no CRLF, no spaces, no blank lines, no byte-order mark. All files are looked at, and of each the first fault is told with its line.",
     "`hule run` 不接受的都是错的：别的牌名、别的张数、小写字母。此外，每行必须恰有一个牌名，以换行符结尾，没有别的内容：没有 CRLF、空格、空行或字节顺序标记。所有文件都会检查，每个文件指出第一个错误和它所在的行。"),
    ("The files with one deck each [default: standard input, also `-`]",
     "文件，每个有一个牌堆 [默认：标准输入，也可写作 `-`]"),
    ("`ok` for each good file, and what is wrong with the others",
     "正确的文件输出 `ok`，其他的说明错在哪里"),
    ("Say which rare situations occur in the games of decks",
     "说明牌堆的对局中出现哪些罕见局面"),
    ("The games are those of four standard players. Each situation stands with the direction of play in which it occurs, forward or reversed. `hule deck list` says what they mean.",
     "对局由四名标准玩家进行。每种局面注明出现时的回合顺序：forward（正向）或 reversed（反向）。它们的含义见 `hule deck list`。"),
    ("a line for each file",
     "每个文件一行"),
    ("Write a set of tests, inputs and answers, in the layout of a judge",
     "按评测系统的布局写出一组测试：输入和答案"),
    ("Random decks are those of games 0, 1, ... of the seed. The directory appears whole or not at all. The same arguments give the same bytes.",
     "随机牌堆是种子的第 0、1、……局的牌堆。目录要么完整出现，要么不出现。同样的参数给出同样的字节。"),
    ("The directory to make; it must not exist, or be empty",
     "要建立的目录；它必须不存在，或是空的"),
    ("How many random decks",
     "随机牌堆的个数"),
    ("Your own decks, one a file, which come first; give DIR before them",
     "自己的牌堆，每个文件一个，排在最前；DIR 要写在它们前面"),
    ("How many decks for each situation in each direction in which it can occur",
     "每种局面在每种可能的回合顺序下的牌堆个数"),
    ("The situations, with commas between, also given several times [default: all of `hule deck list`]",
     "局面，以逗号分隔，也可以多次给出 [默认：`hule deck list` 中的所有局面]"),
    ("The judge [default: plain files]",
     "评测系统 [默认：普通文件]"),
    ("10 random decks, and all situations",
     "10 个随机牌堆和所有局面"),
    ("your own deck first",
     "自己的牌堆排在最前"),
    ("five of each situation and direction",
     "每种局面在每种回合顺序下五个"),
    ("Layouts, each with tests.txt, which says how every deck is made and what happens in its game:",
     "布局，每种都有 tests.txt，写明每个牌堆如何生成、对局中发生什么："),
    ("1.in 1.ans 2.in 2.ans ...",
     "1.in 1.ans 2.in 2.ans ..."),
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
    ("and the empty wall; those that are there have 100 points together.",
     "和牌堆摸空；有测试的子任务合计 100 分。"),
    ("The limits are 1 second and 512 MB; change them in the file as you like.",
     "限制为 1 秒和 512 MB；可以在文件中随意修改。"),
    // hule hand
    ("Show how far a hand is from a win, what to discard and what to wait for",
     "显示一手牌的和牌距离、该打出什么、听什么"),
    ("The tiles of a hand are written as in decks: 1M-9M, 1P-9P, 1S-9S, E, S, W, N, B, F, Z, PASS, REVERSE, DOUBLE. A hand has 13 tiles, or 14 when it is to discard, less three for each open meld; one of fewer tiles is looked at as well. How many tiles are left is counted from four of each kind less those in the hand.",
     "手牌的写法与牌堆相同：1M-9M、1P-9P、1S-9S、E、S、W、N、B、F、Z、PASS、REVERSE、DOUBLE。手牌有 13 张，出牌前有 14 张，每个副露少三张；更少的牌也可以。剩余张数按每种四张减去手牌中的张数计算。"),
    ("The tiles, as one argument or several [default: standard input, also `-`]",
     "牌，写成一个或多个参数 [默认：标准输入，也可写作 `-`]"),
    ("How many melds are on the table, from 0 to 4; their tiles are not given",
     "副露的个数，0 到 4；副露的牌不必给出"),
    ("Print one JSON object, as docs/PROTOCOL.md says",
     "输出一个 JSON 对象，见 docs/PROTOCOL.md"),
    ("what to discard, and why",
     "该打出什么，以及为什么"),
    ("a ready hand with two open melds: its waits",
     "有两个副露的听牌：听什么"),
    ("the same as JSON (docs/PROTOCOL.md)",
     "同样的内容，写成 JSON（docs/PROTOCOL.md）"),
    // hule bot
    ("Play as a bot: read requests from standard input and print answers",
     "作为机器人对局：从标准输入读取请求，输出回答"),
    ("The bot speaks the protocol of docs/PROTOCOL.md (section Bots) and plays exactly as the player would by itself. It ends when its standard input does. The players are random, standard, useful and search.",
     "机器人使用 docs/PROTOCOL.md 的协议（Bots 一节），打法与该玩家本身完全相同。标准输入结束时它也结束。玩家有 random、standard、useful 和 search。"),
    ("The player, as in `useful` or `search:samples=100`",
     "玩家，例如 `useful` 或 `search:samples=100`"),
    ("the player useful, for an arena that starts it",
     "玩家 useful，由对局方启动"),
    ("one that imagines a hundred worlds for each decision",
     "每个决定设想一百种局面的玩家"),
    // hule completions
    ("Print the completions for a shell",
     "输出 shell 的补全脚本"),
    ("Where they belong depends on the shell; it reads them when it starts.",
     "放在哪里取决于 shell；它在启动时读取。"),
    ("The shell",
     "shell 的名称"),
    ("where ~/.zfunc is in $fpath",
     "其中 ~/.zfunc 在 $fpath 中"),
    // hule man
    ("Print the manual page of hule, or write one for each command",
     "输出 hule 的手册页，或为每个命令写一页"),
    ("Write hule.1, hule-run.1 and so on to this directory, which is made if it is not there",
     "把 hule.1、hule-run.1 等写到这个目录，没有时会建立"),
    ("read the page of hule",
     "阅读 hule 的手册页"),
    ("write all pages, for `man hule-run`",
     "写出所有手册页，用于 `man hule-run`"),
    // hule replay
    ("Write a game as one HTML file that anyone can watch, from disk and without a server",
     "把一局游戏写成一个 HTML 文件，任何人都可以从磁盘打开观看，不需要服务器"),
    ("It shows every step with the hands, the distances and the reasons for each decision, in both languages.",
     "文件显示每一步的手牌、和牌距离和每个决策的理由，中英文都有。"),
    ("A deck, for four standard players, or a log, as text or JSON Lines [default: standard input, also `-`]",
     "牌堆（由四个标准玩家来打），或者记录（文本或 JSON Lines）[默认：标准输入，也可写 `-`]"),
    ("The file to write, `-` for standard output",
     "要写的文件，`-` 表示标准输出"),
    ("watch the game of four standard players",
     "观看四个标准玩家的一局"),
    ("watch a game that somebody else played",
     "观看别人打的一局"),
    // hule serve
    ("Watch games, play and look at hands in the browser",
     "在浏览器中观看、对局、分析手牌"),
    ("It serves one page to this computer and needs nothing else, no internet either. Ctrl-C ends it. docs/API.md says what programs can ask it for.",
     "它只为这台计算机提供一个页面，不需要其他东西，也不需要联网。用 Ctrl-C 结束。程序可以请求什么，见 docs/API.md。"),
    ("The port to listen on, 0 for any that is free",
     "监听的端口，0 表示任意空闲端口"),
    ("Open the page in the browser",
     "在浏览器中打开页面"),
    ("The address to listen on; with any but the loopback, everybody who can reach it can use it",
     "监听的地址；若不是回环地址，能访问它的人都可以使用"),
    ("watch, play and understand at http://127.0.0.1:4148",
     "在 http://127.0.0.1:4148 观看、对局、分析"),
    ("and open it in the browser",
     "并在浏览器中打开"),
    ("at any port that is free",
     "使用任意空闲端口"),
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
        if cfg!(not(all(feature = "parquet", feature = "server"))) {
            return; // The texts of the features are not used.
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
