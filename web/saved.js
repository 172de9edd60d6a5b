// What this browser remembers: the tables that are being played at, finished games that the user keeps, and how to play.

const TABLES_KEY = "hule.tables";
const GAMES_KEY = "hule.games";
const HABITS_KEY = "hule.habits";
const SEATING_KEY = "hule.seating";

/** How many unfinished games are listed. */
const MOST_TABLES = 12;

/**
 * What is kept under a key, if it is what the page keeps there; other pages and people can write what they like.
 * @template T
 * @param {string} key
 * @param {(value: any) => T | null} read
 * @returns {T | null}
 */
function recall(key, read) {
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
function keep(key, value) {
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
function entries(list, texts) {
  if (!Array.isArray(list)) return [];
  return list.filter((entry) => texts.every((name) => typeof entry?.[name] === "string"));
}

/** @param {any} deal */
function isDeal(deal) {
  const { seat, players, seed, game, from } = deal ?? {};
  const names = players && typeof players === "object" ? Object.values(players) : [null];
  if (from !== undefined && !(typeof from?.packed === "string" && Number.isSafeInteger(from.line))) return false;
  return "ABCD".includes(seat) && seat !== "" && [seed, game, ...names].every((text) => typeof text === "string");
}

/** @returns {{ table: string, deal: Deal, when: string }[]} the latest first */
export function rememberedTables() {
  const read = (/** @type {unknown} */ list) => entries(list, ["table", "when"]).filter(({ deal }) => isDeal(deal));
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

/** @returns {SavedGame[]} */
export function savedGames() {
  return recall(GAMES_KEY, (list) => entries(list, ["packed", "text", "when", "log"])) ?? [];
}

/** @param {SavedGame} game */
export function saveGame(game) {
  return keep(GAMES_KEY, [game, ...savedGames().filter(({ packed }) => packed !== game.packed)]);
}

/** @param {string} packed */
export function deleteGame(packed) {
  keep(
    GAMES_KEY,
    savedGames().filter((game) => game.packed !== packed),
  );
}

/** @returns {Habits} how the person likes to play */
export function habits() {
  /** @type {Habits} */
  const usual = { pace: "normal", win: false, decline: false, discard: false, panels: null, replay_panels: null };
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
