// Puts the site together: node static/build.mjs ENGINE OUT
//
// ENGINE is the folder that `wasm/build` has made; the files of the page are in the module. All but the page itself, sw.js and
// the manifest get names with a hash of what is in them, so that a browser may keep them for ever, and no two versions are mixed.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** As strict as that of the server, which is in guard.rs. A page cannot say of itself who may frame it. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; manifest-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'";

const ICONS = [
  { file: "icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "maskable-512.png", sizes: "512x512", purpose: "maskable" },
];

const here = fileURLToPath(new URL(".", import.meta.url));
const [engine = "", out = ""] = process.argv.slice(2);
if (!out) fail("usage: node static/build.mjs ENGINE OUT");
/** Names the files of the version before. */
const earlier = existsSync(join(out, "sw.js")) ? readFileSync(join(out, "sw.js"), "utf8") : "";

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(`site: ${sentence}`);
  process.exit(1);
}

/** @param {string[]} path */
function read(...path) {
  try {
    return readFileSync(join(...path));
  } catch (error) {
    return fail(`cannot read ${join(...path)}: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * The text of a file, with its references to others put right.
 * @param {Buffer} file
 * @param {Record<string, string>} references
 */
function referring(file, references) {
  let text = file.toString();
  for (const [from, to] of Object.entries(references)) {
    if (text.split(from).length !== 2) fail(`expected ${from} exactly once in a file that begins ${text.slice(0, 60)}`);
    text = text.replace(from, () => to);
  }
  return Buffer.from(text);
}

const module = await import(pathToFileURL(join(engine, "hule.js")).href);
module.initSync({ module: read(engine, "hule_bg.wasm") });

/**
 * A file of the page, as the server has it.
 * @param {string} name
 */
function pageFile(name) {
  return Buffer.from(module.pageFile(name) ?? fail(`the module has no file ${name}`));
}

const hash = (/** @type {string | Buffer} */ text) => createHash("sha256").update(text);

/** What is kept for the time without a connection: names, and hashes that the browser checks. */
/** @type {Record<string, string>} */
const kept = {};

/**
 * @param {string} name
 * @param {string | Buffer} content
 */
function write(name, content) {
  writeFileSync(join(out, name), content);
  return (kept[name] = `sha256-${hash(content).digest("base64")}`);
}

/**
 * Writes a file under a name with its hash.
 * @param {string} name
 * @param {Buffer} content
 */
function add(name, content) {
  const kind = extname(name);
  const hashed = `${name.slice(0, -kind.length)}.${hash(content).digest("hex").slice(0, 12)}${kind}`;
  write(`assets/${hashed}`, content);
  return hashed;
}

mkdirSync(join(out, "assets"), { recursive: true });

const worker = add(
  "worker.js",
  referring(read(here, "worker.js"), {
    '"./hule.js"': `"./${add("hule.js", read(engine, "hule.js"))}"`,
    '"./hule_bg.wasm"': `"./${add("hule_bg.wasm", read(engine, "hule_bg.wasm"))}"`,
    '"./net.bin"': `"./${add("net.bin", read(engine, "net.bin"))}"`,
  }),
);
const charts = add("charts.css", pageFile("charts.css"));
const script = add("main.js", referring(pageFile("main.js"), { "assets/charts.css": `assets/${charts}` }));
const style = add("style.css", pageFile("style.css"));
const icons = ICONS.map(({ file, ...icon }) => ({ src: `assets/${add(file, read(here, file))}`, type: "image/png", ...icon }));
write(
  "manifest.webmanifest",
  `${JSON.stringify(
    {
      name: "hule 和了",
      short_name: "hule",
      description: "Watch, play and understand the Mahjong game of the 148 tiles",
      start_url: "./",
      scope: "./",
      display: "standalone",
      background_color: "#1f6b4f",
      theme_color: "#1f6b4f",
      icons,
    },
    null,
    2,
  )}\n`,
);
const head = [
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  '<meta name="referrer" content="no-referrer">',
  `<meta name="hule-engine" content="assets/${worker}">`,
  '<meta name="theme-color" content="#1f6b4f">',
  '<link rel="manifest" href="manifest.webmanifest">',
  `<link rel="apple-touch-icon" href="${icons[0]?.src}">`,
];
// As a file, the browser loads no script.
const note =
  "Loading … If this stays, open the page from a web server, such as `python3 -m http.server`, and not as a file. " +
  "正在加载……如果一直停在这里，请通过 Web 服务器（例如 `python3 -m http.server`）打开本页，不要直接打开文件。";
const index = referring(pageFile("index.html"), {
  "<body>": `<body>\n<p class="unserved">${note}</p>`,
  '<meta charset="utf-8">': `<meta charset="utf-8">\n${head.join("\n")}`,
  "assets/style.css": `assets/${style}`,
  "assets/main.js": `assets/${script}`,
});
const files = JSON.stringify(kept, null, 2);
writeFileSync(join(out, "index.html"), index);
writeFileSync(
  join(out, "sw.js"),
  referring(read(here, "sw.js"), {
    '"PAGE"': JSON.stringify(index.toString()),
    "({})": `(${files})`,
    '"VERSION"': JSON.stringify(hash(index + files).digest("hex").slice(0, 12)),
  }),
);

// Pages that are open may still load what belongs to the version before. What is older, nobody needs.
for (const name of readdirSync(join(out, "assets")).map((file) => `assets/${file}`))
  if (!(name in kept) && !earlier.includes(JSON.stringify(name))) rmSync(join(out, name));
