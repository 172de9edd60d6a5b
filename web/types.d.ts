// What the page makes of what the server sends, whose types are in server.d.ts. Not shipped.

type Seat = Api.Seat;
type Kind = Api.EventKind;
type Meld = Api.MeldShown;
type Discarded = Api.DiscardShown;
type ChoiceView = Api.ChoiceView;
type Reasons = Api.Explanation;
type Measured = Api.Measured;
type ReviewedDecision = Api.ReviewedDecision;
type Review = Api.Review;
type GameEvent = Api.EventView;
type Frame = Api.Frame;
type Replay = Api.ReplayView;
type CheckResult = Partial<Omit<Api.Right, "right"> & Omit<Api.Wrong, "right">> & { right?: boolean };
type Useful = Api.UsefulTile;
type HandResult = Api.HandAnswer;
type Move = Api.Choice;
type SeatShown = Api.SeatShown;
type Hint = Api.Hint;

/** Lines of long answers, except that it failed. */
type ReviewLine = Exclude<Api.ReviewLine, { type: "error" }>;
type StudyLine = Exclude<Api.StudyLine, { type: "error" }>;

type LanguageName = "en" | "zh";

type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;
type Child = Node | string | null | undefined;
type Children = (Child | Child[])[];

/** A table with nothing left out. */
interface Table {
  hands: Record<Seat, Api.Held>;
  melds: Record<Seat, Meld[]>;
  rivers: Record<Seat, Discarded[]>;
  drawn: { seat: Seat; tile?: string } | null;
  wall: number;
  direction: Api.Direction;
  skips: Record<Seat, number>;
  turn: Seat | null;
  distances: Partial<Record<Seat, number>>;
  useful: Partial<Record<Seat, string[]>>;
}

type Patch = Api.Patch;

/** A message about a table. */
interface State extends Omit<Api.State, "seats"> {
  seats?: Record<Seat, SeatShown>;
}

/** A table as far as the messages told it. */
interface FollowedTable extends Omit<State, "seats" | "view"> {
  seats: Record<Seat, SeatShown>;
  view: Table | null;
}

/** How a game ended. */
interface Ending extends Omit<Api.GameOver, "hands" | "packed"> {
  packed: string;
  hands: Record<Seat, string[]>;
}

/** A game as one viewer sees it. */
interface Position {
  turn: number;
  events: GameEvent[];
  view: Table;
  useful: string[];
  legal: Move[];
  claim?: Api.Claimable;
  /** The names of the players, as the server has them. */
  players: Record<Seat, string>;
  over: Ending | null;
  /** Of the own hand, if there is one. */
  distance: number | null;
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
  can_undo: boolean;
}

/** A table of friends that this browser knows. */
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
  /** If it was not played from the deal. */
  played_on?: Deal["from"];
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

/** A table of one person as tests ask for it: all in one object, with the token. */
interface SoloState extends Omit<FollowedTable, "over" | "own" | "seat">, Api.Own {
  table: string;
  seat: Seat;
  view: Table;
  /** Of the other seats. */
  players: Partial<Record<Seat, string>>;
  over: Ending | null;
}
