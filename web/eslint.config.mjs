import js from "@eslint/js";

const browser = [
  "Blob",
  "Element",
  "File",
  "HTMLButtonElement",
  "HTMLElement",
  "HTMLInputElement",
  "KeyboardEvent",
  "MouseEvent",
  "ResizeObserver",
  "Response",
  "URL",
  "URLSearchParams",
  "WebSocket",
  "XMLSerializer",
  "clearTimeout",
  "console",
  "crypto",
  "document",
  "fetch",
  "history",
  "localStorage",
  "location",
  "navigator",
  "setTimeout",
  "window",
];
const node = [
  "Buffer",
  "URL",
  "console",
  "fetch",
  "process",
  "setTimeout",
  "document",
  "window",
  "localStorage",
  "location",
  "performance",
  "DOMParser",
  "DataTransfer",
  "File",
  "HTMLElement",
  "KeyboardEvent",
  "URLSearchParams",
  "getComputedStyle",
  "requestAnimationFrame",
];
const names = (/** @type {string[]} */ list) => Object.fromEntries(list.map((name) => [name, "readonly"]));

export default [
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Text goes in as text: see dom.js." },
        { property: "outerHTML" },
        { property: "insertAdjacentHTML" },
      ],
      "no-restricted-syntax": ["error", "ExportDefaultDeclaration", "ImportExpression", "MetaProperty"],
      "max-lines": ["error", 420],
    },
  },
  // A list of texts is no module to split.
  { files: ["words.js"], rules: { "max-lines": "off" } },
  { files: ["*.js"], languageOptions: { globals: names(browser) } },
  {
    files: ["**/*.mjs"],
    languageOptions: { globals: names(node) },
    rules: { "no-restricted-syntax": "off", "no-restricted-properties": "off" },
  },
];
