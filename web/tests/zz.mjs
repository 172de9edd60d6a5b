import { startServer } from "./served.mjs";
import { chromium } from "playwright-core";
import { readFileSync, readdirSync } from "node:fs";
import { newPage, assertAccessible } from "./setup.mjs";
const [mode, n = "30", ...flags] = process.argv.slice(2);
const server = await startServer();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-gpu","--disable-background-networking","--disable-component-update","--disable-sync","--no-first-run", ...flags] });
const all = () => { const procs = new Map(); for (const pid of readdirSync("/proc").filter((p) => /^\d+$/.test(p))) { try { const cmd = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "); const stat = readFileSync(`/proc/${pid}/stat`, "utf8"); const f = stat.slice(stat.lastIndexOf(")") + 2).split(" "); procs.set(Number(pid), { cmd, ppid: Number(f[1]), t: (Number(f[11]) + Number(f[12]) ) / 100, ct: (Number(f[13]) + Number(f[14])) / 100 }); } catch {} } const out = {}; for (const [pid, { cmd, t, ct }] of procs) { let up = pid; while (up && up !== process.pid) up = procs.get(up)?.ppid; if (up !== process.pid) continue; let kind = pid === process.pid ? "node" : (/--type=([\w-]+)/.exec(cmd)?.[1] ?? cmd.slice(0, 12)); if (kind === "utility") kind = "net"; out[kind] = (out[kind] ?? 0) + t; if (kind === "zygote") out.dead = (out.dead ?? 0) + ct; } return out; };
const begin = all();
const t0 = Date.now();
const { page, close } = await newPage(browser);
const { table } = JSON.parse(await server.address && await (await fetch(`${server.address}/api/v1/tables`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"seat":"A","seed":5}' })).text());
const go = async (hash, sign) => { await page.goto("about:blank"); await page.goto(`${server.address}/${hash}`); await page.locator(sign).first().waitFor(); };
for (let i = 0; i < Number(n); i += 1) {
  if (mode === "home") await go("#/", ".cards");
  if (mode === "play") await go(`#/play?table=${table}`, ".choices button:enabled");
  if (mode === "play4k") { await page.setViewportSize({ width: 3840, height: 2160 }); await go(`#/play?table=${table}`, ".choices button:enabled"); }
  if (mode === "watch") await go(`#/watch?seed=1&game=0&step=60`, ".watch .table");
  if (mode === "axe") { if (i === 0) await go(`#/watch?seed=1&game=0&step=60`, ".watch .table"); await assertAccessible(page, "x"); }
  if (mode === "context") { const c = await newPage(browser); await c.page.goto(`${server.address}/`); await c.page.locator(".cards").waitFor(); await c.close(); }
  if (mode === "query") { await page.goto(`${server.address}/?${i}#/play?table=${table}`); await page.locator(".choices button:enabled").first().waitFor(); }
  if (mode === "qwatch") { await page.goto(`${server.address}/?${i}#/watch?seed=1&game=0&step=60`); await page.locator(".watch .table").waitFor(); }
  if (mode === "hash") { await page.goto(`${server.address}/#/play?table=${table}&x=${i}`); await page.locator(".choices button:enabled").first().waitFor(); }
}
const end = all();
const per = Object.fromEntries(Object.entries(end).map(([k, v]) => [k, Math.round((v - (begin[k] ?? 0)) * 1000 / Number(n))]));
console.log(mode, flags.join(" "), `wall ${(Date.now() - t0) / Number(n)} ms; cpu ms each:`, JSON.stringify(per), "sum", Object.values(per).reduce((a, b) => a + b));
await close(); await browser.close(); await server.stop();
