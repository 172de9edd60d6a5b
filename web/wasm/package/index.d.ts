import type { InitInput } from "./hule.js";

export type * from "./hule.js";
export {
  Engine,
  Game,
  Player,
  ReviewWork,
  Work,
  check,
  deck,
  distance,
  explain,
  hand,
  installNetwork,
  log,
  networkIsInstalled,
  play,
} from "./hule.js";

/**
 * Makes the package ready. Browsers have to wait for it before anything else, since the module is fetched: by default the file
 * `hule_bg.wasm` beside this one. Node is ready at once.
 */
export function init(module?: InitInput): Promise<void>;

/**
 * Loads the network that the players `net` and `search` need, a megabyte: by default the file `net.bin` beside this one. In
 * browsers it is fetched. Does nothing if it is installed.
 */
export function loadNetwork(source?: string | { readonly href: string }): Promise<void>;
