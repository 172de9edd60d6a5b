// Made from docs/openapi.json by types.mjs. Not shipped.

declare namespace Api {
  /** A move. */
  type Act = {
    /** One of the legal actions. */
    action: string;
    /** The turn of the state that it answers, so that no move is made twice. */
    turn: number;
  };

  type Action = string;

  /** What a program printed for a deck. */
  type CheckRequest = (GameNamed) & ({
    /** What the program printed. */
    output: string;
  });

  /** Something that the person may do. */
  type Choice = {
    /** Its name. */
    action: Action;
    /** What it means, in a few words. */
    label: string;
    /** The tile that it discards. */
    tile?: Tile;
    /** The own tiles that a claim would use. */
    tiles?: (Tile)[];
  };

  /** The discard of the standard player. */
  type ChoiceReport = {
    /** The reason, in English. */
    reason: string;
    /** The rules that decided. */
    rules: (Rule)[];
    /** The tile. */
    tile: Tile;
    without_limit?: DiscardOption | null;
  };

  /** A choice, and what it leaves. */
  type ChoiceView = (Choice) & ({
    /** The probability with which a network chooses it, from 0 to 1. */
    chance?: number;
    /** The distance that it leaves, after the best discard that follows a claim; 0 for a win. */
    distance: number;
    /** How much less often it wins than the best choice in the same simulated games, if that was measured. The difference may be negative: another choice is advised only if that is more than chance, and the less likely the network thinks it, the more it must win. */
    loss?: Measured;
    /** The kinds that then reduce the distance, ascending, and how many of each the seat cannot see. */
    useful: Record<string, number>;
    /** How likely it is to win, from 0 to 1, if games were simulated. */
    wins?: number;
  });

  /** The kinds of claims, in the order in which the seats are asked. */
  type Claim = "ron" | "pong" | "chow";

  /** A discard that may be claimed. */
  type Claimable = {
    /** Who discarded it. */
    from: Seat;
    /** The tile. */
    tile: Tile;
  };

  /** A point of the curve of a seat: its chance to win before one of its decisions, if it makes the best choice, as far as the seat can know. The last point is the end of the game, with 1 or 0. */
  type CurvePoint = {
    /** Its standard error. */
    error: number;
    /** The line of the decision; at the end, the last line of the log. */
    line: number;
    /** The chance to win. */
    wins: number;
  };

  /** The direction of play. */
  type Direction = "forward" | "reversed";

  /** A tile that could be discarded. */
  type DiscardOption = {
    /** The distance after discarding it. */
    distance: number;
    /** The tile. */
    tile: Tile;
  };

  /** A tile that could be discarded. */
  type DiscardReport = {
    /** The distance after discarding it. */
    distance: number;
    /** The tile. */
    tile: Tile;
    /** The kinds that then reduce the distance, ascending. */
    useful: (UsefulTile)[];
    /** The sum of their `left`. */
    useful_left: number;
  };

  /** A discard on the table. */
  type DiscardShown = {
    /** Who claimed it. */
    claimed_by?: Seat;
    /** Its place among all discards, counted from 1. */
    n: number;
    /** Whom a PASS names. */
    target?: Seat;
    /** The tile. */
    tile: Tile;
  };

  /** The tile just drawn. */
  type Drawn = {
    /** Who drew it. */
    seat: Seat;
    /** The tile. */
    tile: Tile;
  };

  /** How a game ends. */
  type Ending = {
    /** Who discarded it. */
    from?: Seat;
    /** How. */
    kind: EndingKind;
    /** A sentence. */
    text: string;
    /** The tile that won. */
    tile?: Tile;
    winner: Seat | null;
  };

  /** How a game ends. */
  type EndingKind = "ron" | "self_drawn" | "exhausted" | "broken";

  /** A choice and what is known of it: what it leaves of the hand, and what a player found out. */
  type Evaluation = {
    /** The action. */
    action: Action;
    /** The probability with which a network chooses it, from 0 to 1; `None` without a network. */
    chance?: number | null;
    /** The distance of the hand after it, and after the best discard that follows a claim; 0 for a win. */
    distance: number;
    loss?: Measured | null;
    /** How many tiles that the player cannot see would then reduce the distance. */
    useful: number;
    /** The estimated probability to win, from 0 to 1; `None` without simulated games. */
    wins?: number | null;
    /** The standard error of `wins`; `None` without a measurement. */
    wins_error?: number | null;
  };

  /** What can happen. The names are those of the library's events, and the deal is one. */
  type EventKind = "deal" | "draw" | "discard" | "pass" | "chow" | "pong" | "ron" | "self_drawn" | "win" | "exhausted";

  /** What happens, for pages and for people. */
  type EventView = {
    /** What it is. */
    kind: EventKind;
    /** A sentence. */
    say: string;
    /** Who does it. */
    seat?: Seat;
    /** Whom a PASS names. */
    target?: Seat;
    /** The tile that it is about. */
    tile?: Tile;
  };

  /** Why a seat decided so. */
  type Explanation = {
    /** Its best choices, among them the one that was made, and what each leaves. Empty if it was not asked. */
    choices?: (ChoiceView)[];
    /** What it chose; of several claims of one discard, the last. */
    made?: Action;
    /** Lines for people. */
    reasons: (string)[];
    /** Who. */
    seat: Seat;
  };

  /** One event of a game, and what it changes. */
  type Frame = (EventView) & ({
    /** Why others left the discard where it is. */
    considered?: (Explanation)[];
    /** Why the seat decided so. */
    decision?: Explanation;
    /** The number of the line in the log, counted from 1; `null` for the first frame. */
    line: number | null;
    /** What changes on the table. */
    set: Patch;
    /** The line; `null` for the first frame. */
    text: string | null;
  });

  /** A deck: one of `deck`, `seed` and `packed`. */
  type GameNamed = {
    /** The names of 148 tiles. */
    deck?: string | null;
    game?: Number | null;
    /** A packed game. */
    packed?: string | null;
    seed?: Number | null;
  };

  /** How a game ended. */
  type GameOutcome = {
    /** The seat that discarded the winning tile. */
    from: Seat;
    outcome: "ron";
    /** The winning tile. */
    tile: Tile;
    /** The winner. */
    winner: Seat;
  } | {
    outcome: "self_drawn";
    /** The winning tile. */
    tile: Tile;
    /** The winner. */
    winner: Seat;
    from?: undefined;
  } | {
    outcome: "exhausted";
    from?: undefined;
    tile?: undefined;
    winner?: undefined;
  };

  /** How a game ended, and all that was hidden. */
  type GameOver = (Ending) & ({
    /** The number of the game of the seed; likewise. */
    game?: Number;
    /** The tiles that each seat holds; `null` if it broke. */
    hands: Partial<Record<"A" | "B" | "C" | "D", (Tile)[]>> | null;
    /** The game in a few characters, to watch it again; `null` if it broke. */
    packed: string | null;
    /** The seed of the deck, unless the game began with a position or broke; a text if it is too great for a number of JavaScript. */
    seed?: Number;
  });

  /** The games of a table. */
  type Games = {
    /** Those that are over, packed, the first first. One that a failing player ended is empty. */
    games: (string)[];
  };

  type Group = (Tile)[];

  /** What there is to say about a hand. */
  type HandAnswer = (HandReport) & ({
    /** What `hule hand` prints. */
    lines: (string)[];
  });

  /** A report about a hand. It serialises to the object of docs/PROTOCOL.md.  ``` use hule::hand_report::HandReport; use hule::{Hand, Tile}; let report = HandReport::new(&Hand::read("1M 2M 3M 2S 3S E E", 2)?); assert_eq!(report.distance, 1); assert_eq!(report.waits.iter().map(|wait| wait.tile).collect::<Vec<_>>(), [Tile::S1, Tile::S4]); # Ok::<(), hule::hand::ReadHandError>(()) ``` */
  type HandReport = {
    choice?: ChoiceReport | null;
    /** If the hand has to discard and does not win, all kinds that it can discard, greatest first. */
    discards: (DiscardReport)[];
    /** The distance. */
    distance: number;
    /** The groups of the winning hand at the end of the path. */
    groups: (Group)[];
    /** The number of melds on the table. */
    open: number;
    /** The tiles, ascending. */
    tiles: (Tile)[];
    /** The kinds that reduce the distance, ascending. */
    useful: (UsefulTile)[];
    /** The sum of their `left`. */
    useful_left: number;
    /** The version of the format. */
    version: number;
    /** If the hand is ready and has not drawn, the kinds that it wins with, ascending. */
    waits: (UsefulTile)[];
    /** A shortest path to a win. */
    way: (Step)[];
  };

  /** A hand. */
  type HandRequest = {
    /** How many melds are on the table. */
    open?: number;
    /** The names of its tiles, with white space between. */
    tiles: string;
  };

  /** A server that works. */
  type Health = {
    /** `ok`. */
    status: string;
    /** The version of hule. */
    version: string;
  };

  /** The tiles of a seat, or how many they are. */
  type Held = (Tile)[] | number;

  /** What a strong player would do. */
  type Hint = {
    /** What it would do. */
    action: Action;
    /** The best choices, its own first: what each leaves, how often it wins, and how it compares with the first. */
    choices: (ChoiceView)[];
    /** Why, in lines for people. */
    reasons: (string)[];
    /** `hint`. */
    type: string;
  };

  /** A link to a seat, or to watch. */
  type Link = {
    /** The address of the page. */
    link: string;
    /** What stands for `{token}` in the paths. */
    token: string;
  };

  /** The links of a table. Anyone who has one may use it. */
  type Links = {
    /** One for each seat of a person. */
    seats: Partial<Record<"A" | "B" | "C" | "D", Link>>;
    /** The one for spectators. */
    watch: Link;
  };

  /** A mean with its standard error. */
  type Measured = {
    /** Its standard error. */
    error: number;
    /** The mean. */
    mean: number;
  };

  /** What a meld is. */
  type MeldKind = "chow" | "pong";

  /** A meld on the table. */
  type MeldShown = {
    /** The tile that was claimed. */
    claimed: Tile;
    /** Who had discarded it. */
    from: Seat;
    /** What it is. */
    kind: MeldKind;
    /** Its tiles, ascending. */
    tiles: (Tile)[];
  };

  type Number = number | string;

  /** What a person knows of the own hand. */
  type Own = {
    /** Whether the person can take a decision back. */
    can_undo: boolean;
    /** The discard that the person may claim. */
    claim?: Claimable;
    /** The distance of the hand. */
    distance: number;
    /** What the person may do, ascending; empty when another has to decide. */
    legal: (Choice)[];
    /** The kinds that would bring it nearer. */
    useful: (Tile)[];
  };

  /** What changed on the table; fields that have not changed are left out. The page merges it into what it shows. */
  type Patch = {
    /** The order in which turns pass. */
    direction?: Direction;
    /** The distance of each seat from winning. */
    distances?: Partial<Record<"A" | "B" | "C" | "D", number>>;
    drawn?: Drawn | null;
    /** The tiles of each seat, ascending; of seats whose tiles are not to be seen, how many there are. */
    hands?: Partial<Record<"A" | "B" | "C" | "D", Held>>;
    /** The melds of each seat, the first first. */
    melds?: Partial<Record<"A" | "B" | "C" | "D", (MeldShown)[]>>;
    /** The discards of each seat, the first first. */
    rivers?: Partial<Record<"A" | "B" | "C" | "D", (DiscardShown)[]>>;
    /** How many turns each seat is about to lose. */
    skips?: Partial<Record<"A" | "B" | "C" | "D", number>>;
    turn?: Seat | null;
    /** The kinds of tile that would bring each seat nearer, ascending. */
    useful?: Partial<Record<"A" | "B" | "C" | "D", (Tile)[]>>;
    /** How many tiles are left to draw. */
    wall?: number;
  };

  /** Why a request is refused. */
  type Refusal = {
    /** One sentence, the same that the command line would say. */
    error: string;
    /** The line of a deck or log that is wrong, counted from 1. */
    line?: number;
  };

  /** A game to watch: one of `text`, `deck`, `log`, `seed` and `packed`. */
  type ReplayRequest = {
    /** The names of 148 tiles. Beside a log, its deck, if it is known. */
    deck?: string | null;
    game?: Number | null;
    /** A log, as the contest's lines or as JSON Lines. */
    log?: string | null;
    /** A packed game. */
    packed?: string | null;
    /** The players from `A` to `D`, for a deck or a seed: `random`, `standard`, `useful` or `net`. */
    players?: (string)[] | null;
    seed?: Number | null;
    /** A deck or a log, whichever it is. */
    text?: string | null;
  };

  /** A whole game, ready to be shown. */
  type ReplayView = {
    /** The lines of the log before the first frame's: the deal. */
    deal: (string)[];
    /** The table after the deal, and then one frame for each further line of the log. */
    frames: (Frame)[];
    /** The number of the game of the seed. */
    game?: Number;
    /** How it ends. */
    outcome: Ending;
    /** The game in a few characters, for addresses. */
    packed: string;
    /** The players from `A` to `D`, if they are known. */
    players: (string)[] | null;
    /** The seed, if the deck came from one. */
    seed?: Number;
    /** The version of this format. */
    version: number;
  };

  /** The review of a game. With serde it is the object of docs/PROTOCOL.md. */
  type Review = {
    /** The decisions of these seats that had more than one legal action, in the order of the game. */
    decisions: (ReviewedDecision)[];
    /** How the game ended. */
    outcome: GameOutcome;
    /** The number of samples. */
    samples: number;
    /** A summary for each reviewed seat. */
    seats: (SeatReview)[];
    /** The seed of the imagined games. */
    seed: number;
    /** The version of the format, [`Review::VERSION`]. */
    version: number;
  };

  /** A line of the answer. */
  type ReviewLine = {
    /** How many decisions are reviewed. */
    done: number;
    /** How many there are; 0 if that is not known yet. */
    total: number;
    type: "progress";
    error?: undefined;
  } | (Review) & ({
    type: "review";
  }) | {
    /** One sentence. */
    error: string;
    type: "error";
    done?: undefined;
    total?: undefined;
  };

  /** A game to review: one of `text` and `packed`. */
  type ReviewRequest = {
    /** A packed game. */
    packed?: string | null;
    /** The number of imagined games that select the best choice of a decision, and of those that then measure the choices: 1 to 10000, by default 5000. */
    samples?: number | null;
    /** The seats whose decisions are reviewed; all if none are named. */
    seats?: (Seat)[];
    /** A log, or a deck that four standard players play. */
    text?: string | null;
  };

  /** A decision and its choices. */
  type ReviewedDecision = {
    /** The best choice. */
    best: Action;
    /** The choices, as [`Appraisal::choices`] returns them. */
    choices: (Evaluation)[];
    /** The line of the text log that it caused, counted from 1; for a declined claim, the line of the discard. */
    line: number;
    /** How much less often `made` wins than `best` in the same samples. Negative if it won more often. */
    loss: Measured;
    /** What it did. */
    made: Action;
    /** Whether the loss is more than chance. Otherwise `made` and `best` are about equal, or the same. */
    mistake: boolean;
    /** The index of the decision in [`Replay::actions`]. */
    number: number;
    /** The seat that decided. */
    seat: Seat;
    /** What it had to decide. */
    turn: Turn;
  };

  /** An output that is right. */
  type Right = {
    right: true;
    /** What strict judges would mind. */
    warning?: string;
  };

  type Rule = string;

  /** One of the four seats. `A` plays first, and the initial order is `A B C D`. */
  type Seat = "A" | "B" | "C" | "D";

  /** What a seat lost in the whole game. */
  type SeatReview = {
    /** In how many of them the best choice was made. */
    agreed: number;
    /** The estimated chance to win over the game. */
    curve: (CurvePoint)[];
    /** The number of its decisions. */
    decisions: number;
    /** The mean loss per decision; 0 without decisions. The error is that of the samples. */
    loss: Measured;
    /** In how many of them the loss is more than chance. */
    mistakes: number;
    /** The seat. */
    seat: Seat;
    /** The [numbers](ReviewedDecision::number) of its worst decisions, worst first: at most [`SeatReview::WORST`] of the mistakes. */
    worst: (number)[];
  };

  /** A seat of a table. */
  type SeatShown = {
    /** Whether the person has left, so that a standard player decides. */
    away: boolean;
    /** Whether the person has a connection; always for players. */
    connected: boolean;
    /** The name of the person or the player; `null` until a person has sat down. */
    name: string | null;
    /** Whether it is a seat for a person. */
    person: boolean;
  };

  /** A name to sit down with. */
  type Sit = {
    /** 1 to 20 characters. */
    name: string;
  };

  /** A table as one viewer may know it. The first message has all of it, later ones only what has changed in `seats` and `view` and the new `events`. */
  type State = {
    /** The seconds for a decision; `null` for no limit. */
    clock: number | null;
    /** What has happened, as far as it may be known; the deal is one event. */
    events: (EventView)[];
    /** The links of a table that was just set up. */
    links?: Links;
    /** The number of the game at this table, counted from 1. */
    number: number;
    over: GameOver | null;
    own: Own | null;
    seat: Seat | null;
    /** Who sits where; left out if that has not changed. */
    seats?: Partial<Record<"A" | "B" | "C" | "D", SeatShown>>;
    /** How much time that seat has left. */
    seconds: number | null;
    /** How many connections of spectators there are. */
    spectators: number;
    /** How many decisions were made at the own seat, for `act`. */
    turn: number;
    /** `state`. */
    type: string;
    /** The version of this format. */
    version: number;
    view: Patch | null;
    waiting: Seat | null;
    /** Whether `view` and `events` are complete and replace what was sent before. */
    whole: boolean;
  };

  /** A step on the path to a win. */
  type Step = {
    /** Add a tile. */
    add: Tile;
    give_up?: undefined;
  } | {
    /** Discard a tile, because the hand is full. */
    give_up: Tile;
    add?: undefined;
  };

  /** Why a study has ended. */
  type StudyEnd = "played" | "decided" | "time" | "stopped";

  /** A line of the answer. */
  type StudyLine = {
    /** The charts as HTML, for the style sheet `/assets/charts.css`; empty before the first games are played. */
    charts: string;
    /** How many games are played. */
    games: number;
    /** How many are to be played at the most. */
    of: number;
    /** What was played; empty before the first games are. */
    title: string;
    type: "progress";
    ended?: undefined;
    report?: undefined;
    error?: undefined;
  } | {
    /** The charts as HTML. */
    charts: string;
    /** Why it ended. */
    ended: StudyEnd;
    /** How many games were played. */
    games: number;
    /** How many were to be played at the most. */
    of: number;
    /** The same as a file that needs no other, as `hule batch --html` and `hule arena --html` write it. */
    report: string;
    /** What was played. */
    title: string;
    type: "study";
    error?: undefined;
  } | {
    /** One sentence. */
    error: string;
    type: "error";
    charts?: undefined;
    games?: undefined;
    of?: undefined;
    title?: undefined;
    ended?: undefined;
    report?: undefined;
  };

  /** What to study. */
  type StudyRequest = {
    /** The number of games: up to 1,000,000 of four standard players, and up to 100,000 of others, rounded up to whole decks. */
    games: number;
    /** Two or four players that are compared, as `hule arena` does. Without them, games of four standard players are counted, as `hule batch` does. */
    players?: (string)[];
    /** Whether every pair of two to eight players plays, and all are rated. */
    round_robin?: boolean;
    seed?: Number | null;
    /** A sequential test that ends the games: whether the first player leads the others by at most the first or at least the second of these percentage points. */
    sprt?: (number)[] | null;
  };

  /** A table to be set up. */
  type TableRequest = {
    /** The seconds for a decision, 10 or 30, after which a standard player decides; without it, there is no limit. */
    clock?: number | null;
    game?: Number | null;
    /** The line, counted from 1: the decisions that caused it and those before it are given. 0 begins with the deal. */
    line?: number;
    /** A name with which the first of the people sits down at once. If there are no others, the game begins. */
    name?: string | null;
    /** For one person, instead of a seed, a packed game that is played on from some line of its log. */
    packed?: string | null;
    /** The seats for people, one to four of them. */
    people: (Seat)[];
    /** The players at the other seats, by seat: `random`, `standard`, `useful`, `net` or `search`; `standard` where none is named. */
    players?: Partial<Record<"A" | "B" | "C" | "D", string>>;
    seed?: Number | null;
  };

  type Tile = string;

  /** Which seat has to decide, and what. */
  type Turn = {
    drawn?: Tile | null;
    /** The seat. */
    seat: Seat;
    type: "discard";
    claim?: undefined;
    from?: undefined;
    tile?: undefined;
  } | {
    /** The kind of claim. */
    claim: Claim;
    /** The seat that discarded it. */
    from: Seat;
    /** The seat. */
    seat: Seat;
    /** The discard. */
    tile: Tile;
    type: "answer";
    drawn?: undefined;
  };

  /** A kind that reduces the distance of a hand. */
  type UsefulTile = {
    /** How many tiles of the kind are not in the hand. */
    left: number;
    /** The kind. */
    tile: Tile;
  };

  /** Whether it is right. */
  type Verdict = Right | Wrong;

  /** The first line that is wrong. */
  type Wrong = {
    /** The line of the log; `null` if the log ends before. */
    expected?: string | null;
    /** The line of the output; `null` if the output ends before. */
    found?: string | null;
    /** Its number, counted from 1. */
    line: number;
    right: false;
    /** The rule that the program seems to break. */
    rule?: string | null;
    /** What is probably wrong, and then what the standard player does there and why. */
    why: (string)[];
  };
}
