import { startServer } from "./served.mjs";
import { newPage, startBrowser } from "./setup.mjs";
import { makeMove, sitDown } from "./rooms.mjs";
import { writeFileSync } from "node:fs";
const server = await startServer(); const browser = await startBrowser();
const wish = { people: ["A", "B", "C", "D"] };
const { seats } = await (await fetch(`${server.address}/api/v1/rooms`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) })).json();
const tabs = []; for (const s of "ABCD") { const t = await newPage(browser); tabs.push(t.page); await sitDown(t.page, seats[s].link, s); }
for (const p of tabs) await p.locator(".play .table").waitFor(); console.log("sat");
const cdp = await tabs[0].context().newCDPSession(tabs[0]); await cdp.send("Profiler.enable"); await cdp.send("Profiler.start");
const m = async () => Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map((x) => [x.name, x.value])); await cdp.send("Performance.enable");
const a = await m(); const t0 = Date.now();
for (const p of tabs) await makeMove(p, true);
for (const p of tabs) await p.locator(".summary").waitFor({ timeout: 40000 }).catch(async () => { for (const q of tabs) console.log(await q.locator(".choices").evaluate((c) => c.outerHTML.slice(0, 300)), await q.locator(".said").textContent()); process.exit(1); });
const b = await m(); console.log("wall", Date.now() - t0, Object.entries(b).filter(([k]) => /Duration|Count/.test(k)).map(([k, v]) => `${k} ${(v - a[k]).toFixed(2)}`).join("\n"));
const { profile } = await cdp.send("Profiler.stop");
const self = new Map(); const dt = profile.timeDeltas; const byId = new Map(profile.nodes.map((n) => [n.id, n])); profile.samples.forEach((id, i) => { const n = byId.get(id).callFrame; const k = `${n.functionName}:${n.lineNumber}`; self.set(k, (self.get(k) ?? 0) + dt[i] / 1000); });
console.log([...self].sort((x, y) => y[1] - x[1]).slice(0, 25).map(([k, v]) => `${v.toFixed(0)} ${k}`).join("\n"));
await browser.close(); await server.stop();
