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

/** A choice, and what it leaves. */
interface Prospect {
  action: string;
  label: string;
  tile?: string;
  tiles?: string[];
  distance: number;
  useful: Record<string, number>;
  wins?: number;
  chance?: number;
}

interface Reasons {
  seat: Seat;
  reasons: string[];
  made?: string;
  choices?: Prospect[];
}

interface Measured {
  mean: number;
  error: number;
}

interface ReviewedDecision {
  number: number;
  line: number;
  seat: Seat;
  turn: { type: "discard" | "answer"; seat: Seat; drawn?: string | null; tile?: string; from?: Seat };
  made: string;
  best: string;
  loss: Measured;
  mistake: boolean;
  choices: { action: string; distance: number; useful: number; wins: number | null; loss: Measured | null }[];
}

interface Review {
  samples: number;
  seats: {
    seat: Seat;
    decisions: number;
    agreed: number;
    mistakes: number;
    loss: Measured;
    worst: number[];
    curve: { line: number; wins: number; error: number }[];
  }[];
  decisions: ReviewedDecision[];
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
    /** Not of a game that was played on. */
    seed?: number | string;
    game?: number | string;
    hands: Record<Seat, string[]>;
  };
}

/** How a game ended. */
type Ending = NonNullable<State["over"]>;

/** A game as somebody at it sees it, alone or with friends. */
interface Position extends Pick<State, "turn" | "events" | "view" | "distance" | "useful" | "legal" | "claim" | "players" | "over"> {
  /** Who sits at the bottom. */
  seat: Seat;
  /** Whether it is only watched, so that there is no own hand. */
  watches: boolean;
  /** The number of the game at its table. */
  number: number;
  /** What the players are called here, and who of them is not there. */
  names: Record<Seat, string>;
  absent?: Partial<Record<Seat, "left" | "offline" | null>>;
  /** Who has to decide, if that may be known. */
  waiting?: Seat | null;
  can_undo?: boolean;
}

/** A table for people that is to be made. */
interface RoomWish {
  people: Seat[];
  players: Partial<Record<Seat, string>>;
  clock?: number;
}

interface RoomLink {
  token: string;
  link: string;
}

interface RoomMade {
  seats: Partial<Record<Seat, RoomLink>>;
  watch: RoomLink;
}

interface SeatShown {
  person: boolean;
  name: string | null;
  connected: boolean;
  away: boolean;
}

/** A message about a table for people. */
interface RoomState {
  type: "state";
  version: number;
  whole: boolean;
  number: number;
  seat: Seat | null;
  clock: number | null;
  seats?: Record<Seat, SeatShown>;
  spectators: number;
  turn: number;
  events: GameEvent[];
  view: Patch | null;
  own: null | { distance: number; useful: string[]; claim?: State["claim"]; legal: Move[] };
  waiting: Seat | null;
  seconds: number | null;
  over: null | (Pick<Ending, "text" | "winner" | "tile" | "from"> & {
    kind: Ending["kind"] | "broken";
    packed: string | null;
    seed: Ending["seed"] | null;
    hands: Ending["hands"] | null;
  });
}

/** A table for people as far as the messages told it. */
interface Room extends Omit<RoomState, "seats" | "view"> {
  seats: Record<Seat, SeatShown>;
  view: Table | null;
}

/** A table for people that this browser knows. */
interface KnownRoom {
  /** The own link's part of the address. */
  token: string;
  when: string;
  /** Who made the table knows all links. */
  links: Partial<Record<Seat, string>>;
  watch: string | null;
  /** Who was seen there. */
  names: string[];
}

/** A game that was played to its end in this browser. */
interface PastGame {
  id: string;
  when: string;
  how: "alone" | "friends";
  seat: Seat;
  /** Names of the players, as the server has them. The own one is missing. */
  players: Partial<Record<Seat, string>>;
  /** Which of them are people. */
  people: Seat[];
  kind: Ending["kind"];
  winner: Seat | null;
  from: Seat | null;
  /** How far the own hand was from winning; 0 if it won. */
  distance: number;
  packed: string;
  seed: string;
  game: string;
}

interface Hint {
  action: string;
  reasons: string[];
  thoughts?: { action: string; distance: number | null; useful: number | null; wins: number | null; chance: number | null }[];
  /** Other choices that were simulated, compared with the advised one. */
  comparisons?: { action: string; difference: number; error: number }[];
  choices?: Prospect[];
}

/** How the person likes to play. */
interface Habits {
  pace: "slow" | "normal" | "fast" | "none";
  /** What goes without asking: to win, to decline claims, to discard what was drawn. */
  win: boolean;
  decline: boolean;
  discard: boolean;
  /** Whether there are sounds. */
  sound: boolean;
  /** Whether the panels are shown, at tables and beside replays; null if nobody has said so. */
  panels: boolean | null;
  replay_panels: boolean | null;
}

/** What is needed to deal a table again. */
interface Deal {
  seat: Seat;
  players: Partial<Record<Seat, string>>;
  seed: string;
  game: string;
  /** A game that is played on from a line of its log. */
  from?: { packed: string; line: number };
}
