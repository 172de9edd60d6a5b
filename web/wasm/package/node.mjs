// The package in Node: the module is read from its file when this is imported.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { initSync, installNetwork, networkIsInstalled } from "./hule.js";

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

initSync({ module: readFileSync(new URL("hule_bg.wasm", import.meta.url)) });

export async function init() {
  // It is ready.
}

/** @param {string | URL} [source] */
export async function loadNetwork(source = new URL("net.bin", import.meta.url)) {
  if (!networkIsInstalled()) installNetwork(await readFile(source));
}
