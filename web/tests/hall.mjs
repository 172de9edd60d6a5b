// A server and a browser for all tests of a file.

import { after, before } from "node:test";
import { startBrowser, startServer } from "./setup.mjs";

/** @type {Awaited<ReturnType<typeof startServer>>} */
export let server;
/** @type {import("playwright-core").Browser} */
export let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.stop();
});
