// Asks whoever answers: the server that sent the page, or the engine that came with it. Every failure is one sentence for
// people.

import { askEngine, hasServer, knockAtEngine } from "./engine.js";
import { askServer, knockAtServer } from "./remote.js";
import { language, word } from "./words.js";

/** Both take and answer the same. */
const send = hasServer() ? askServer : askEngine;
const knockAt = hasServer() ? knockAtServer : knockAtEngine;

export class ApiError extends Error {
  /**
   * @param {string} sentence
   * @param {number} status 0 if nobody answered
   * @param {number} [line] the line of a deck or log that is wrong
   */
  constructor(sentence, status, line) {
    super(sentence);
    this.status = status;
    this.line = line;
  }
}

/**
 * What went wrong, for people.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** That nobody answers. */
export function silenceSentence() {
  return word(hasServer() ? "no_server" : "no_engine");
}

/** Whether nobody answers, and who wants to know. */
let away = false;
/** @type {((away: boolean) => void)[]} */
const listeners = [];

/** @param {(away: boolean) => void} listener is told when there are no answers any more, and when there are again */
export function onServer(listener) {
  listeners.push(listener);
}

/** @returns {Promise<void>} resolves once there are answers again */
export function whenBack() {
  return new Promise((resolve) => {
    const listener = (/** @type {boolean} */ now) => {
      if (now) return;
      listeners.splice(listeners.indexOf(listener), 1);
      resolve();
    };
    onServer(listener);
  });
}

/** @param {boolean} now */
function setAway(now) {
  if (now === away) return;
  away = now;
  for (const listener of [...listeners]) listener(now);
  if (now) void knock(500);
}

/**
 * Asks again and again until there is an answer.
 * @param {number} wait in milliseconds
 */
async function knock(wait) {
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (!away) return;
  try {
    await knockAt();
    setAway(false);
  } catch {
    void knock(Math.min(wait * 2, 4_000));
  }
}

/**
 * @param {string} path after the version
 * @param {object} [body] is posted; without, it is a question
 * @param {AbortSignal} [signal] that nobody waits for the answer any more
 * @returns {Promise<Response>}
 */
export async function ask(path, body, signal) {
  let answer;
  try {
    answer = await send(path, language(), body, signal);
  } catch {
    if (!signal?.aborted) setAway(true);
    throw new ApiError(silenceSentence(), 0);
  }
  setAway(false);
  if (!answer.ok) {
    const said = await answer.json().catch(() => null);
    throw new ApiError(said?.error ?? word("server_failed", { status: answer.status }), answer.status, said?.line);
  }
  return answer;
}

/**
 * A number of 64 bits; those that JavaScript would round go as text.
 * @param {string} text
 */
export function wholeNumber(text) {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/**
 * @param {object} body
 * @returns {Promise<Replay>}
 */
export async function fetchReplay(body) {
  return (await ask("/replay", body)).json();
}

/**
 * The same as a page in one file.
 * @param {object} body
 */
export async function fetchHtml(body) {
  return (await ask("/replay/html", body)).text();
}

/**
 * Asks for long work. The answer comes in lines, and ends with one of this type.
 * @template {{ type: string }} L
 * @param {string} path
 * @param {object} body
 * @param {string} last
 * @param {AbortSignal} signal ends it, here and where it is worked on
 * @param {(line: L) => void} hear
 */
async function askLong(path, body, last, signal, hear) {
  const { body: stream } = await ask(path, body, signal);
  const reader = stream?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = (await reader?.read().catch(() => null)) ?? { value: "", done: true };
    text += value ?? "";
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const said = JSON.parse(line);
      if (said.type === "error") throw new ApiError(said.error, 200);
      hear(said);
      if (said.type === last) return;
    }
    // It came to no end.
    if (done) throw new ApiError(silenceSentence(), 0);
  }
}

/**
 * What the decisions of a game cost.
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(line: ReviewLine) => void} hear
 */
export function askReview(body, signal, hear) {
  return askLong("/review", body, "review", signal, hear);
}

/**
 * Studies many games.
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(line: StudyLine) => void} hear
 */
export function askStudy(body, signal, hear) {
  return askLong("/study", body, "study", signal, hear);
}

/**
 * @param {string} packed
 * @param {string} output
 * @returns {Promise<CheckResult>}
 */
export async function fetchCheck(packed, output) {
  return (await ask("/check", { packed, output })).json();
}

/**
 * @param {string} tiles
 * @param {number} open
 * @returns {Promise<HandResult>}
 */
export async function fetchHand(tiles, open) {
  return (await ask("/hand", { tiles, open })).json();
}

/**
 * Sets up a table, with people who sit down later.
 * @param {Api.TableRequest} request
 * @returns {Promise<Api.Links>}
 */
export async function newTable(request) {
  return (await (await ask("/tables", request)).json()).links;
}

/**
 * Sets up a table for the person alone, and deals.
 * @param {Deal} deal
 * @returns {Promise<string>} the token of the table
 */
export async function dealTable({ seat, players, seed, game, from }) {
  // A seed that is not given is taken by chance, and not told before the end.
  const dealt = from ?? (seed === "" ? {} : { seed: wholeNumber(seed), game: wholeNumber(game) });
  const { seats } = await newTable({ people: [seat], name: word("you"), players, ...dealt });
  return /** @type {Api.Link} */ (seats[seat]).token;
}

/**
 * @param {string} token
 * @returns {Promise<State>}
 */
export async function fetchTable(token) {
  return (await ask(`/tables/${encodeURIComponent(token)}`)).json();
}

/**
 * @param {string} token
 * @param {"act" | "undo" | "hint"} what
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function askTable(token, what, body = {}) {
  return (await ask(`/tables/${encodeURIComponent(token)}/${what}`, body)).json();
}

/** @param {string} token of a table */
export async function fetchLog(token) {
  return (await ask(`/tables/${encodeURIComponent(token)}/log`)).text();
}

/**
 * The games that were finished at a table, packed.
 * @param {string} token
 * @returns {Promise<string[]>}
 */
export async function fetchGames(token) {
  const { games } = await (await ask(`/tables/${encodeURIComponent(token)}/games`)).json();
  // One that a failing player ended is empty.
  return games.filter((/** @type {string} */ packed) => packed !== "");
}
