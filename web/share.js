// Takes things out of the page: links, files, pictures.

import { html, svg } from "./dom.js";
import { tileSymbols } from "./tiles.js";

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Puts text on the clipboard, and says whether that went well.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/**
 * The same where browsers do not allow it: on pages of other computers without https.
 * @param {string} text
 */
function copySelected(text) {
  const area = html("textarea", { class: "hidden", readonly: true });
  area.value = text;
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/**
 * A table as a file that stands alone.
 * @param {SVGSVGElement} table
 */
export function tableFile(table) {
  const copy = /** @type {SVGSVGElement} */ (table.cloneNode(true));
  for (const hidden of copy.querySelectorAll('[display="none"]')) hidden.remove();
  const used = new Set([...copy.querySelectorAll("use")].map((use) => use.getAttribute("href")?.slice(1)));
  const defs = tileSymbols();
  for (const symbol of [...defs.children]) if (!used.has(symbol.id)) symbol.remove();
  const [width, height] = (copy.getAttribute("viewBox") ?? "").split(" ").slice(2);
  const file = svg("svg", {
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": copy.getAttribute("aria-label"),
  });
  file.append(defs, ...copy.childNodes);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(file)}\n`;
}
