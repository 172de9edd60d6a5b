// The package in a browser, from a server of files.

import assert from "node:assert/strict";
import { readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { startBrowser, test } from "../../tests/setup.mjs";
import { official } from "./files.mjs";

const PACKAGE = realpathSync(fileURLToPath(new URL("../../node_modules/hule", import.meta.url)));
const KINDS = new Map([
  [".mjs", "text/javascript"],
  [".js", "text/javascript"],
  [".wasm", "application/wasm"],
]);
const server = createServer((request, response) => {
  const name = String(request.url).slice(1);
  try {
    const file = name === "" ? "<!doctype html><title>hule</title>" : readFileSync(`${PACKAGE}/${name}`);
    response.setHeader("content-type", name === "" ? "text/html" : (KINDS.get(extname(name)) ?? "application/octet-stream"));
    response.end(file);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = /** @type {import("node:net").AddressInfo} */ (server.address());
const browser = await startBrowser();
after(async () => {
  await browser.close();
  server.close();
});

test("it plays in a browser as anywhere", async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  const found = await page.evaluate(async (deck) => {
    const hule = /** @type {typeof import("hule")} */ (await import(String("/browser.mjs")));
    await Promise.all([hule.init(), hule.init()]);
    const needed = hule.networkIsInstalled();
    const missing = await hule.loadNetwork("/nothing.bin").catch((error) => String(error));
    await hule.loadNetwork();
    const answer = new hule.Engine().ask("POST", "/tables", "zh", '{"people":["A"],"name":"x","seed":1,"players":{"B":"net"}}');
    return { needed, missing, log: hule.log(deck), actions: hule.play(deck, "net").actions, status: answer.status };
  }, official[0]?.deck ?? "");
  const { loadNetwork, play } = await import("hule");
  await loadNetwork();
  assert.deepEqual(found, {
    needed: false,
    missing: "Error: /nothing.bin: 404 Not Found",
    log: official[0]?.log,
    actions: play(official[0]?.deck ?? "", "net").actions,
    status: 201,
  });
});
