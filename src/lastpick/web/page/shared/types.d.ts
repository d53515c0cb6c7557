/** What the server answers with (docs/web-api.md), and what the modules hand to each other. */

// --- a game -------------------------------------------------------------------------------------

/** What a board shows; the seats are 1 and 2. */
export interface Position {
  /** The number that the game starts from, if it does. */
  start?: number | null;
  /** In order; Player 1 made the 1st, 3rd, ... */
  picks: number[];
  /** Who made them, where turns were forfeited. */
  makers?: number[];
  legal?: number[];
  /** What each legal pick would remove. */
  removes?: Record<string, number[]>;
  /** Which pick removed each number that is gone; null: it was never there. */
  gone?: Record<string, number | null>;
  /** The seat to move. */
  turn?: number;
}

/** Why a game ended. */
export type Ending = 'no legal pick' | 'resignation' | 'out of time' | 'left the game';

export interface Outcome {
  winner: number;
  reason: Ending;
}

export interface Clock {
  seconds: number;
  increment: number;
  left: number[];
  since: number | null;
  running: boolean;
}

export interface Match {
  best_of: number;
  number: number;
  score: number[];
}

/** One who sits at a game; `seen` is how many seconds ago. */
export interface Person {
  name: string | null;
  joined: boolean;
  seen: number | null;
}

export interface State extends Required<Omit<Position, 'makers'>> {
  id: string;
  game: string;
  title: string;
  rule: string;
  numbers: string;
  relations: Record<string, string>;
  /** The last pick; before the first one the start. */
  last: number | null;
  /** What the last pick does: "wins" or "loses". */
  last_pick: string;
  /** What is to be picked, and why nothing can be any more, in sentences of the rules. */
  task: string | null;
  stuck: string | null;
  /** How many of the picks were there before the game began. */
  given: number;
  version: number;
  /** "person", or a bot's name. */
  seats: string[];
  outcome: Outcome | null;
  /** Picks of each player who could not tell who wins. */
  unsolved: number[];
  takeback: number | null;
  match: Match;
  rematch: number[];
  next: string | null;
  previous: string | null;
  clock: Clock | null;
  /** When the last event was, in the server's own time, in seconds. */
  at: number | null;
  /** Only some answers tell these three. */
  people?: Person[];
  now?: number;
  claim_after?: number;
}

/** A state with what earlier ones told. */
export interface HeldState extends State {
  claim_after: number;
}

export interface Presence {
  now: number;
  seen: (number | null)[];
  watching: number;
}

/** What happened in a game, as news. */
export interface Change {
  version: number;
  kind: 'pick' | 'undo' | 'resign' | 'timeout' | 'left' | 'ask' | 'decline' | 'rematch';
  seat: number;
  pick?: number;
  removed?: number[];
}

/** What a stream of news tells. */
export type News =
  | { name: 'state'; data: State }
  | { name: 'change'; data: Change }
  | { name: 'presence'; data: Presence };

/** A game in words. */
export interface Rules {
  title: string;
  rules: string;
  tips: string[];
}

export type Tokens = Record<string, string>;

/** The answer to whoever takes a seat. */
export interface Seated {
  id: string;
  tokens: Tokens;
  invite?: string | null;
  /** The invitation's link as a QR code, in SVG. */
  qr?: string | null;
  state: State;
}

export interface Rematch {
  id: string | null;
  tokens: Tokens;
  state: State;
}

/** The body of the call that makes a game. */
export interface NewGame {
  game?: string;
  toml?: string;
  numbers?: string;
  seats: string[];
  names?: (string | null)[];
  toss?: boolean;
  best_of?: number;
  clock?: { seconds: number; increment: number };
  /** Made before: the game begins from their position. */
  picks?: number[];
  /** Whether the invitation's link is wanted as a picture too. */
  qr?: boolean;
}

export interface Hint {
  step: number;
  text: string;
  /** What area and pick point at; only "wins" is a winning pick. */
  kind: 'wins' | 'trap' | 'longest' | null;
  area: number[] | null;
  pick: number | null;
}

// --- the catalog --------------------------------------------------------------------------------

export interface CatalogGame {
  name: string;
  title: string;
  summary: string;
  numbers: string;
  rules: string;
  tips: string[];
  /** Pools to suggest. */
  pools: string[];
  /** Whether it is the game for a first visit. */
  first: boolean;
  /** A position that shows the rule, cut to the numbers `first` to `last`. */
  card: Card;
}

/** What the start page knows of a game. */
export type OfferedGame = Pick<
  CatalogGame,
  'name' | 'title' | 'summary' | 'numbers' | 'pools' | 'rules' | 'tips'
> & {
  /** A short game in sentences. */
  example: string[];
};

export interface Card extends Position {
  first: number;
  last: number;
}

export interface CatalogPlayer {
  name: string;
  title: string;
  summary: string;
}

/** Games that share their rules. */
export interface CatalogFamily {
  title: string;
  games: string[];
}

export interface Catalog {
  games: CatalogGame[];
  families: CatalogFamily[];
  players: CatalogPlayer[];
  daily: Announced;
}

// --- verdicts, reviews, puzzles -----------------------------------------------------------------

export interface Part {
  numbers: number[];
  nimber?: number;
  options?: number[][];
}

/** Why a verdict holds; what there is beside the text depends on the kind. */
export interface Reason {
  kind: string;
  text: string;
  plain?: string;
  /** Why the pick that led to the position wins or loses, said of that pick. */
  of_last?: string | null;
  pick?: number | null;
  pairs?: [number, number][];
  parts?: Part[];
  xor?: number | null;
}

export interface Verdict {
  wins: boolean | null;
  winning: number[];
  reason: Reason;
}

/** A position and its verdict. */
export interface Judged extends Required<Omit<Position, 'makers'>> {
  last_pick: string;
  verdict: Verdict;
}

/** How the server is asked about positions of a game. */
export interface Asked {
  game?: string;
  toml?: string;
  numbers?: string;
}

/** How a game ends before its rules end it (record/endings.py). */
export type EarlyEnd = 'resign' | 'concede' | 'timeout' | 'left';

/** What a decision was worth (oracle/judge.py, coach/review.py). */
export type Grade =
  | 'kept the win'
  | 'threw it away'
  | 'already lost'
  | 'passed into the win'
  | 'offered'
  | 'given'
  | 'unknown'
  | 'not graded';

/** What a player did, graded; see docs/coach.md. */
export interface Step {
  move: number;
  player: number;
  event: number | 'pass' | EarlyEnd;
  grade: Grade;
  winning: number[];
  mattered: boolean;
  mistake: boolean;
  trap: boolean | null;
  traps: number[];
  reason: string;
  plain: string;
  /** The one that treats this mistake. */
  lesson: { name: string; title: string } | null;
  choices: number[];
  removed: number[];
}

export interface ReviewedPlayer {
  name: string;
  bot: string | null;
  mattered: number;
  right: number;
  mistakes: number;
}

export interface Review {
  game: string;
  title: string;
  start: number | null;
  toml: string | null;
  numbers: string;
  date: string;
  result: string;
  outcome: Outcome | null;
  last_pick: string;
  /** Whether the first pick was taken over. */
  swapped: boolean;
  players: ReviewedPlayer[];
  winners: (number | null)[];
  turning_point: number | null;
  steps: Step[];
  record: string;
}

/** One before each thing that a player did, and one at the end. */
export interface Moment extends Required<Omit<Position, 'removes'>> {
  /** Its place in the row. */
  at: number;
  /** What was done here; null at the end. */
  step: Step | null;
  /** Who wins with best play. */
  winner: number | null;
  mistake: boolean;
}

/** A moment in which a win was thrown away. */
export type Mistake = Moment & { step: Step };

export interface Puzzle extends Required<Omit<Position, 'makers'>> {
  id: string;
  game: string;
  title: string;
  rule: string;
  numbers: string;
  last: number | null;
  level: number;
  clue: string;
  rules: string;
  /** What is to be picked, in a sentence of the rules. */
  task: string | null;
  date?: string | null;
  /** Of a day's puzzle: which day it is now. */
  today?: string | null;
}

export interface PuzzleAsked {
  game: string;
  numbers: string;
  picks: number[];
}

export interface PuzzleAnswer {
  legal: boolean;
  right: boolean;
  text: string;
  answer: number | null;
}

export interface DailyResult {
  date: string;
  tries: number;
  hints: number;
  solved: boolean;
  /** Days in a row, where this one is among them. */
  streak: number;
}

/** A day's puzzle, as far as its date tells. */
export interface Announced {
  date: string;
  game: string;
  title: string;
  numbers: string;
}

// --- lessons, and picking alone -----------------------------------------------------------------

export interface LessonPlace {
  lesson: string;
  /** From 1. */
  step: number;
}

/** What a step's board shows, the learner as 1; what the lesson left out is gone with no pick. */
export interface LessonPosition extends Required<Position> {
  last: number | null;
  /** What is to be picked, in a sentence of the rules. */
  task: string | null;
}

export interface LessonStep extends LessonPosition {
  /** What it is known by. */
  id: string;
  text: string;
  kind: 'read' | 'pick' | 'play';
  begins: string;
  coach_begins: boolean;
  game: string;
  title: string;
  rule: string;
  numbers: string;
}

export interface LessonAbout {
  name: string;
  title: string;
  goal: string;
  minutes: number;
  games: string[];
  steps: string[];
}

export interface Lesson extends Omit<LessonAbout, 'steps'> {
  aim: string;
  going_on: string;
  once_more: string;
  next: LessonAbout | null;
  books: Record<string, { title: string; rules: string }>;
  steps: LessonStep[];
}

export interface LessonAnswer {
  legal: boolean;
  right: boolean | null;
  /** A win that was not asked for is neither right nor wrong. */
  wrong: boolean;
  text: string;
}

export interface LessonHint {
  text: string;
  given: number;
  more: boolean;
}

export interface LessonShown {
  shown: boolean;
  text: string;
  picks: number[];
}

export interface LessonMoved {
  legal: boolean;
  text: string;
  lets_go: boolean;
  landed: LessonPosition | null;
  reply: number | null;
  news: string;
  made: number[];
  over: boolean;
  won: boolean;
  board: LessonPosition;
}

export type LessonAction = 'hint' | 'show' | 'undo' | 'again' | 'skip' | 'legal';

/** What the page of a lesson lends to the step that is taken. */
export interface LessonDesk {
  show: (position: LessonPosition, how: { marks?: Marks; open: boolean }) => void;
  say: (said: { title: string; text?: string; look?: string }) => void;
  /** Asks the server, one thing at a time; null where that failed or cannot be now. */
  ask: <T>(n: number | null, call: () => Promise<T>) => Promise<T | null>;
  refuse: (n: number, text: string) => void;
  finish: (how: 'solved' | 'shown') => void;
  /** What was asked for is not wanted any more. */
  drop: () => void;
  /** A moment that lets one see one's own pick; false if the step was left in it. */
  pause: () => Promise<boolean>;
  buttons: () => void;
}

/** A step that asks for something. */
export interface LessonTask {
  position: () => LessonPosition;
  /** Whether it is done. */
  waits: () => boolean;
  buttons: () => LessonAction[];
  pick: (n: number) => Promise<void>;
  hint: () => Promise<void>;
  show?: () => Promise<void>;
  undo?: () => void;
  again?: () => void;
}

export interface SoloAsked {
  game: string;
  numbers?: string;
  picks: number[];
}

export interface SoloBoard extends Required<Omit<Position, 'makers' | 'turn'>> {
  game: string;
  title: string;
  rule: string;
  rules: string;
  numbers: string;
  last: number | null;
  /** What is to be picked, and why nothing can be any more, in sentences of the rules. */
  task: string | null;
  stuck: string | null;
  over: boolean;
  refused: string;
  text: string;
  also_gone: string;
  lost: number[];
  lost_text: string;
}

export interface SoloBest {
  length: number;
  at_most: number;
  proved: boolean;
  text: string;
}

export interface SoloGame {
  name: string;
  title: string;
  /** Games that are the same for one who is alone. */
  also: string[];
  rule: string;
  pools: (SoloBest & { numbers: string })[];
}

// --- between the modules ------------------------------------------------------------------------

export type Board = ReturnType<typeof import('./board.js').createBoard>;
export type Explanation = ReturnType<typeof import('./explained-board.js').createExplanation>;
export type Sentences = ReturnType<typeof import('../review/sentences.js').createSentences>;

/** Tiles that stand out. */
export interface Marks {
  good?: number[];
  bad?: number[];
  hint?: number[];
}

export interface Tile {
  /** free: still there, and whether it is legal is not told. */
  kind: 'open' | 'legal' | 'free' | 'picked' | 'removed';
  /** Whose pick it was, or whose pick removed it; 0: nobody's. */
  by: number;
  /** The latest pick. */
  last: boolean;
  /** The second line of the tile. */
  sub: string;
  /** The tile in words. */
  text: string;
}

/** What a game means to the person at this screen. */
export interface View {
  state: HeldState;
  /** Of Player 1 and 2. */
  names: string[];
  /** The seats held here: none for a spectator, both at one screen. */
  mine: number[];
  /** My seat, where it is a single one. */
  me: number | null;
  watching: boolean;
  /** Both players sit at this screen. */
  shared: boolean;
  over: boolean;
  /** The seat that may pick here and now. */
  acting: number | null;
  /** A friend has not come yet. */
  waiting: boolean;
  bot: (seat: number) => boolean;
  /** The name of a seat, or "You". */
  call: (seat: number) => string;
  /** No further game belongs to this match. */
  decided: boolean;
}

/** A comment of a review. */
export interface Comment {
  /** A line above the title. */
  lead?: string;
  title: string;
  seat?: number | null;
  sign?: string;
  text: string;
  look?: string;
}

/** What a review lends to whoever has the board. */
export interface Desk {
  explained: Explanation;
  verdictOf: (picks: number[], turn: number) => Promise<Judged>;
  sentences: Sentences;
  /** The bar of buttons, and how to fill it. */
  bar: HTMLElement;
  setBar: (...children: Child[]) => void;
  words: (comment: Comment) => void;
  trouble: (text: string) => void;
  /** Shows where in the game it is. */
  point: (at: number) => void;
}

/** What `el` takes as a child; those that are empty are left out. */
export type Child = Node | string | number | null | undefined | false;
