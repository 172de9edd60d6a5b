// What this browser remembers: the tables that are being played at, alone and with friends, and how to play.

import { SEATS } from "./layout.js";

const TABLES_KEY = "hule.tables";
const KEPT_KEY = "hule.games";
const ROOMS_KEY = "hule.rooms";
const NAME_KEY = "hule.name";
const HABITS_KEY = "hule.habits";
const SEATING_KEY = "hule.seating";

/** How many unfinished games are listed, and how many tables with friends. */
const MOST_TABLES = 12;
const MOST_ROOMS = 24;

/**
 * What is kept under a key, if it is what the page keeps there; other pages and people can write what they like.
 * @template T
 * @param {string} key
 * @param {(value: any) => T | null} read
 * @returns {T | null}
 */
export function recall(key, read) {
  try {
    return read(JSON.parse(localStorage.getItem(key) ?? "null"));
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether the browser has kept it
 */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * The entries of a list that have these texts.
 * @param {unknown} list
 * @param {string[]} texts
 * @returns {any[]}
 */
export function entries(list, texts) {
  if (!Array.isArray(list)) return [];
  return list.filter((entry) => texts.every((name) => typeof entry?.[name] === "string"));
}

/**
 * Whether it is the token of a table. Tables of earlier versions had other names, and are forgotten.
 * @param {any} text
 */
export function isToken(text) {
  return typeof text === "string" && /^[\w-]{33}$/.test(text);
}

/** @param {any} value */
export function isSeat(value) {
  return SEATS.includes(value);
}

/** The players that one can sit down with; what follows the name are its options. */
const PLAYER = /^(random|standard|useful|net|search)(:|$)/;

/**
 * Whether it is where a game was played on, or nothing.
 * @param {any} from
 */
export function isLine(from) {
  return from === undefined || (typeof from?.packed === "string" && Number.isSafeInteger(from.line));
}

/** @param {any} deal */
function isDeal(deal) {
  const { seat, players, seed, game, from } = deal ?? {};
  if (!isSeat(seat) || !players || typeof players !== "object") return false;
  if (!Object.entries(players).every(([one, name]) => isSeat(one) && typeof name === "string" && PLAYER.test(name))) return false;
  return isLine(from) && [seed, game].every((text) => typeof text === "string" && /^\d*$/.test(text));
}

/** @returns {{ table: string, deal: Deal, when: string }[]} the latest first */
export function rememberedTables() {
  const read = (/** @type {unknown} */ list) => entries(list, ["table", "when"]).filter(({ table, deal }) => isToken(table) && isDeal(deal));
  return recall(TABLES_KEY, read) ?? [];
}

/**
 * @param {string} table
 * @param {Deal} deal
 */
export function rememberTable(table, deal) {
  const when = new Date().toISOString();
  keep(TABLES_KEY, [{ table, deal, when }, ...rememberedTables()].slice(0, MOST_TABLES));
}

/** @param {string} table */
export function forgetTable(table) {
  keep(
    TABLES_KEY,
    rememberedTables().filter((one) => one.table !== table),
  );
}

/** @returns {KnownRoom[]} the latest first */
export function rememberedRooms() {
  const texts = (/** @type {any} */ found) =>
    Object.fromEntries(Object.entries(found ?? {}).filter(([, text]) => typeof text === "string"));
  const read = (/** @type {unknown} */ list) =>
    entries(list, ["token", "when"]).map(({ token, when, links, watch, names }) => ({
      token,
      when,
      links: texts(links),
      watch: typeof watch === "string" ? watch : null,
      names: Array.isArray(names) ? names.filter((name) => typeof name === "string") : [],
    }));
  return recall(ROOMS_KEY, read) ?? [];
}

/** The tables since the page was opened: their links are not to be lost because a store is full. */
/** @type {Map<string, KnownRoom>} */
const roomsHere = new Map();

/**
 * What is known of the table of a link.
 * @param {string} token
 * @returns {KnownRoom | null}
 */
export function knownRoom(token) {
  return roomsHere.get(token) ?? rememberedRooms().find((room) => room.token === token) ?? null;
}

/** @param {KnownRoom} room */
export function rememberRoom(room) {
  roomsHere.set(room.token, room);
  keep(ROOMS_KEY, [room, ...rememberedRooms().filter(({ token }) => token !== room.token)].slice(0, MOST_ROOMS));
}

/** @param {string} token */
export function forgetRoom(token) {
  roomsHere.delete(token);
  keep(
    ROOMS_KEY,
    rememberedRooms().filter((room) => room.token !== token),
  );
}

/** The name that the person sat down with last. */
export function ownName() {
  return recall(NAME_KEY, (name) => (typeof name === "string" ? name : null)) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  keep(NAME_KEY, name);
}

/** @returns {{ packed: string, text: string, when: string }[]} games that were kept before there was a history */
export function keptGames() {
  return recall(KEPT_KEY, (list) => entries(list, ["packed", "text", "when"])) ?? [];
}

/** @param {string} packed */
export function deleteKept(packed) {
  keep(
    KEPT_KEY,
    keptGames().filter((game) => game.packed !== packed),
  );
}

/** @returns {Habits} how the person likes to play */
export function habits() {
  /** @type {Habits} */
  const usual = { pace: "normal", win: false, decline: false, discard: false, sound: false, panels: null, replay_panels: null };
  const read = (/** @type {any} */ kept) =>
    Object.fromEntries(
      Object.entries(usual).map(([name, value]) => {
        const found = kept?.[name];
        const fits = typeof found === typeof value || (value === null && typeof found === "boolean");
        return [name, fits ? found : value];
      }),
    );
  return /** @type {Habits} */ (recall(HABITS_KEY, read) ?? usual);
}

/** @param {Partial<Habits>} changed */
export function keepHabits(changed) {
  keep(HABITS_KEY, { ...habits(), ...changed });
}

/** @returns {Deal | null} where the person sat last, and with whom */
export function lastSeating() {
  return recall(SEATING_KEY, (deal) => (isDeal(deal) ? deal : null));
}

/** @param {Deal} deal */
export function keepSeating({ seat, players }) {
  keep(SEATING_KEY, { seat, players, seed: "", game: "0" });
}
