/** The language of sentences; `"en"` if it is not given. */
export type Lang = "en" | "zh";

/** A whole number from 0 to 2⁶⁴ − 1; a `number` up to 2⁵³ − 1. */
export type Seed = number | bigint;

export type Seat = "A" | "B" | "C" | "D";

/** A tile by its name, as in decks. */
export type Tile =
    | `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}${"M" | "P" | "S"}`
    | "E" | "S" | "W" | "N" | "B" | "F" | "Z"
    | "DOUBLE" | "REVERSE" | "PASS";

/** An action by its name. A discarded PASS names a seat. */
export type Action =
    | `OUT ${Exclude<Tile, "PASS">}`
    | `OUT PASS ${Seat}`
    | "DECLINE"
    | "CHOW HIGH" | "CHOW MIDDLE" | "CHOW LOW"
    | "PONG"
    | "RON"
    | "SELFDRAWN";

/** A player by its name. `search` takes options: `"search:samples=200"`, `"search:time=20ms"`. */
export type PlayerName = "random" | "standard" | "useful" | "net" | "search" | `search:${string}`;

/** One player for all seats, two for every other seat, or four for A to D. */
export type Players =
    | PlayerName
    | readonly [PlayerName]
    | readonly [PlayerName, PlayerName]
    | readonly [PlayerName, PlayerName, PlayerName, PlayerName];

/** Which seat has to decide, and what. `drawn` is `null` after a claim. */
export type Turn =
    | { type: "discard"; seat: Seat; drawn: Tile | null }
    | { type: "answer"; seat: Seat; claim: "ron" | "pong" | "chow"; tile: Tile; from: Seat };

/** How a game ended. */
export type Outcome =
    | { outcome: "ron"; winner: Seat; from: Seat; tile: Tile }
    | { outcome: "self_drawn"; winner: Seat; tile: Tile }
    | { outcome: "exhausted" };

/** A line of the log. */
export type Event =
    | { type: "draw"; seat: Seat; tile: Tile }
    | { type: "discard"; seat: Seat; tile: Tile; target?: Seat }
    | { type: "chow" | "pong"; seat: Seat; tiles: [Tile, Tile, Tile] }
    | { type: "ron" | "self_drawn" | "win"; seat: Seat }
    | { type: "exhausted" };

export interface Meld {
    type: "chow" | "pong";
    /** The tiles, ascending. */
    tiles: [Tile, Tile, Tile];
    claimed: Tile;
    from: Seat;
}

export interface Discarded {
    seat: Seat;
    tile: Tile;
    /** The seat that a PASS names. */
    target?: Seat;
    claimed_by?: Seat;
}

/** What a seat may know. Lists of four are for A to D. */
export interface View {
    seat: Seat;
    /** Its tiles, ascending. */
    hand: Tile[];
    hand_sizes: [number, number, number, number];
    /** The melds of each seat, the oldest first. */
    melds: [Meld[], Meld[], Meld[], Meld[]];
    /** All discards, the oldest first. */
    river: Discarded[];
    /** How many tiles are left to draw. */
    wall: number;
    direction: "forward" | "reversed";
    /** How many of its next turns each seat will lose. */
    skips: [number, number, number, number];
    /** What the seat has to decide; `null` if it is not its turn. */
    turn: Turn | null;
}

/** A choice and what is known of it. */
export interface Evaluation {
    action: Action;
    /** The distance of the hand after it. */
    distance: number;
    /** How many tiles that the player cannot see would then reduce the distance. */
    useful: number;
    /** The estimated probability to win, if the player simulates games. */
    wins: number | null;
    /** Measured in reviews only: the standard error of `wins`, and how much less often it wins than the best choice. */
    wins_error: number | null;
    loss: { mean: number; error: number } | null;
    /** The probability with which a network chooses it, if the player is one. */
    chance: number | null;
}

/** A kind that reduces the distance of a hand, and how many of it are not in the hand. */
export interface UsefulTile {
    tile: Tile;
    left: number;
}

/** A tile that could be discarded, and the distance without it. */
export interface DiscardOption {
    tile: Tile;
    distance: number;
}

/** A report about a hand. */
export interface HandReport {
    version: 1;
    /** The tiles, ascending. */
    tiles: Tile[];
    /** The number of melds on the table. */
    open: number;
    distance: number;
    useful: UsefulTile[];
    useful_left: number;
    /** If the hand is ready and has not drawn, the kinds that it wins with. */
    waits: UsefulTile[];
    /** If the hand has to discard and does not win, all kinds, the greatest first. */
    discards: (DiscardOption & { useful: UsefulTile[]; useful_left: number })[];
    /** The discard of the standard player; `null` if `discards` is empty. */
    choice: { tile: Tile; without_limit: DiscardOption | null; rules: string[]; reason: string } | null;
    /** A shortest way to win. */
    way: ({ add: Tile } | { give_up: Tile })[];
    /** The groups of the winning hand at its end. */
    groups: Tile[][];
}

/** What there is to say about the output of a program. */
export type Verdict =
    | {
          right: true;
          /** What strict judges would mind. */
          warning?: string;
      }
    | {
          right: false;
          /** The first wrong line, from 1. */
          line: number;
          /** The right line; `null` after the end of the log. */
          expected: string | null;
          /** The line found; `null` after the end of the output. */
          found: string | null;
          /** What is probably wrong, and then what the standard player does there and why. */
          why: string[];
          /** The rule that the program seems to break. */
          rule: string | null;
      };

/** What a server would answer. */
export interface Answer {
    status: number;
    /** The type of the content. */
    kind: string;
    body: string;
}
