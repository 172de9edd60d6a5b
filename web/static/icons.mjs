// Draws the icons of the site from icon.svg with a browser: node static/icons.mjs. The pictures are kept beside it, so that the
// site is built without a browser.

import { readFileSync, writeFileSync } from "node:fs";
import { startBrowser } from "../tests/setup.mjs";

const here = (/** @type {string} */ name) => new URL(name, import.meta.url);
const drawing = readFileSync(here("icon.svg"), "utf8");
// Systems cut a maskable icon to shapes of their own: its ground goes to the edges, and what matters stays in the middle.
const maskable = drawing.replace('rx="112"', "").replace("<g ", '<g style="transform: scale(.78); transform-origin: 256px 256px"><g ').replace("</g>", "</g></g>");
const browser = await startBrowser();
for (const [name, size, svg] of /** @type {[string, number, string][]} */ ([
  ["icon-192.png", 192, drawing],
  ["icon-512.png", 512, drawing],
  ["maskable-512.png", 512, maskable],
])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<body style="margin: 0">${svg.replace("<svg ", `<svg width="${size}" height="${size}" style="display: block" `)}</body>`);
  writeFileSync(here(name), await page.screenshot({ omitBackground: true }));
}
await browser.close();
