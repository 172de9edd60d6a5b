// What this browser remembers: the table that is being played at, and finished games that the user keeps.

const TABLE_KEY = "hule.table";
const GAMES_KEY = "hule.games";

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
function recall(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback;
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

/** @returns {{ table: string, deal: Deal } | null} */
export function rememberedTable() {
  return recall(TABLE_KEY, null);
}

/**
 * @param {string} table
 * @param {Deal} deal
 */
export function rememberTable(table, deal) {
  keep(TABLE_KEY, { table, deal });
}

export function forgetTable() {
  localStorage.removeItem(TABLE_KEY);
}

/** @returns {SavedGame[]} */
export function savedGames() {
  return recall(GAMES_KEY, []);
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
