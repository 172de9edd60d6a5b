// The shapes of what the server sends, as its OpenAPI document has them, and of what the page makes of it. Not shipped.

type Seat = "A" | "B" | "C" | "D";
type Kind = "deal" | "draw" | "discard" | "pass" | "chow" | "pong" | "ron" | "self_drawn" | "win" | "exhausted";
type LanguageName = "en" | "zh";

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;
type Child = Node | string | null | undefined;
type Children = (Child | Child[])[];

interface Meld {
  kind: "chow" | "pong";
  tiles: string[];
  claimed?: string;
  from?: Seat;
}

interface Discarded {
  tile: string;
  n: number;
  target?: Seat;
  claimed_by?: Seat;
}

/** What can be seen on a table; the hand of a seat is a number where it is hidden. */
interface Table {
  hands: Record<Seat, string[] | number>;
  melds: Record<Seat, Meld[]>;
  rivers: Record<Seat, Discarded[]>;
  drawn: { seat: Seat; tile?: string } | null;
  wall: number;
  direction: "forward" | "reversed";
  skips: Record<Seat, number>;
  turn: Seat | null;
  distances: Partial<Record<Seat, number>>;
  useful: Partial<Record<Seat, string[]>>;
}

type Patch = {
  [K in keyof Table]?: K extends "drawn" | "wall" | "direction" | "turn" ? Table[K] : Partial<Table[K]>;
};

interface Reasons {
  seat: Seat;
  reasons: string[];
}

interface GameEvent {
  kind: Kind;
  seat?: Seat | null;
  tile?: string;
  target?: Seat;
  say: string;
}

interface Frame extends GameEvent {
  line: number | null;
  text: string | null;
  decision?: Reasons | null;
  considered?: Reasons[];
  set: Patch;
}

interface Replay {
  version: number;
  packed: string;
  seed?: number | string;
  game?: number | string;
  players: string[] | null;
  deal: string[];
  frames: Frame[];
  outcome: { text: string; winner: Seat | null; kind: string; tile?: string; from?: Seat };
}

interface CheckResult {
  right: boolean;
  warning?: string;
  line?: number;
  expected?: string | null;
  found?: string | null;
  why?: string[];
  rule?: string | null;
}

interface Useful {
  tile: string;
  left: number;
}

interface HandResult {
  tiles: string[];
  open: number;
  distance: number;
  useful: Useful[];
  useful_left: number;
  waits: Useful[];
  discards: { tile: string; distance: number; useful: Useful[]; useful_left: number }[];
  choice: { tile: string; reason: string; rules: string[] } | null;
  way: { add?: string; give_up?: string }[];
  groups: string[][];
  lines: string[];
}

interface Move {
  action: string;
  label: string;
  tile?: string;
  tiles?: string[];
}

interface State {
  type?: "state";
  version: number;
  table: string;
  seat: Seat;
  players: Partial<Record<Seat, string>>;
  turn: number;
  events: GameEvent[];
  view: Omit<Table, "distances" | "useful">;
  distance: number | null;
  useful?: string[];
  legal: Move[];
  /** The discard that may be claimed. */
  claim?: { tile: string; from: Seat };
  can_undo: boolean;
  over: null | {
    text: string;
    winner: Seat | null;
    kind: "ron" | "self_drawn" | "exhausted";
    tile?: string;
    from?: Seat;
    packed: string;
    seed: number | string;
    game: number | string;
    hands: Record<Seat, string[]>;
  };
}

interface Hint {
  action: string;
  reasons: string[];
  thoughts?: { action: string; distance: number | null; useful: number | null; wins: number | null; chance: number | null }[];
  /** Other choices that were simulated, compared with the advised one. */
  comparisons?: { action: string; difference: number; error: number }[];
}

/** How the person likes to play. */
interface Habits {
  pace: "slow" | "normal" | "fast" | "none";
  /** What goes without asking: to win, to decline claims, to discard what was drawn. */
  win: boolean;
  decline: boolean;
  discard: boolean;
  /** Whether the panels are shown; null if nobody has said so. */
  panels: boolean | null;
}

/** A finished game that the user keeps in the browser. */
interface SavedGame {
  packed: string;
  text: string;
  when: string;
  log: string;
}

/** What is needed to deal a table again. */
interface Deal {
  seat: Seat;
  players: Partial<Record<Seat, string>>;
  seed: string;
  game: string;
}

/** What is known of many games while they are played, and at last all of it. */
interface StudyLine {
  type: "progress" | "study";
  games: number;
  of: number;
  title: string;
  /** HTML of the server. */
  charts: string;
  ended?: "played" | "decided" | "time" | "stopped";
  /** The same as a file. */
  report?: string;
}
