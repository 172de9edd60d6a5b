// The package in browsers: `init` fetches the module.
import start, { installNetwork, networkIsInstalled } from "./hule.js";

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

/** @type {Promise<unknown> | undefined} */
let started;

/** @param {import("./hule.js").InitInput} [module] */
export async function init(module = new URL("hule_bg.wasm", import.meta.url)) {
  started ??= start({ module_or_path: module });
  try {
    await started;
  } catch (error) {
    started = undefined; // It can be tried again.
    throw error;
  }
}

/** @param {string | URL} [source] */
export async function loadNetwork(source = new URL("net.bin", import.meta.url)) {
  await init();
  if (networkIsInstalled()) return;
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  installNetwork(new Uint8Array(await response.arrayBuffer()));
}
