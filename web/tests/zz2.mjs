import { startServer } from "./served.mjs";
import { startBrowser } from "./setup.mjs";
import { readFileSync } from "node:fs";
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const server = await startServer();
const browser = await startBrowser();
const page = await browser.newPage();
for (const [hash, sign] of [["#/watch?seed=1&game=0&step=60", ".watch .table"], ["#/study?games=5000&run", "text=All games"], ["#/play", ".rules"]]) {
await page.goto("about:blank");
await page.goto(`${server.address}/${hash}`); await page.locator(sign).first().waitFor();
const t = async (name, f) => { const a = performance.now(); const r = await f(); console.log(name, (performance.now() - a).toFixed(0)); return r; };
for (let i = 0; i < 3; i++) {
await t("inject", () => page.evaluate(AXE));
await t("run", () => page.evaluate(async () => { await axe.run(document, { resultTypes: ["violations"] }); }));
}
await t("run elementRef", () => page.evaluate(async () => { await axe.run(document, { resultTypes: ["violations"], selectors: false, elementRef: false, preload: false }); }));
await t("run preload false", () => page.evaluate(async () => { await axe.run(document, { resultTypes: ["violations"], preload: false }); }));
const rules = await page.evaluate(async () => { const out = []; for (const { ruleId } of axe.getRules()) { const a = performance.now(); await axe.run(document, { runOnly: [ruleId], resultTypes: ["violations"], preload: false }); out.push([ruleId, performance.now() - a]); } return out.sort((a, b) => b[1] - a[1]).slice(0, 12).map(([n, t]) => `${n} ${t.toFixed(0)}`); });
console.log(rules.join(", "), await page.evaluate(() => document.querySelectorAll("*").length));
}
await browser.close(); await server.stop();
