// What the module is compared with: the server of the command, and a browser.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { ROOT } from "./files.mjs";

/** Starts `hule serve` at a free port. */
export async function startServer() {
  const command = process.env.HULE ?? `${ROOT}target/debug/hule`;
  const child = spawn(command, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (status) => reject(new Error(`hule serve ended with status ${status}`)));
  });
  return { address: String(address).replace(/\/$/, ""), stop: () => child.kill() };
}

export function startBrowser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}
