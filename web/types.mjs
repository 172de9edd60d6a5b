// Makes the types of what the server takes and sends, server.d.ts, from docs/openapi.json.
//
//     node types.mjs            writes them
//     node types.mjs --check    only says whether they are up to date

import { readFileSync, writeFileSync } from "node:fs";

const { components } = JSON.parse(readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8"));

/** @param {string} text */
const comment = (text) => (text ? `/** ${text.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n` : "");

/** @param {string} text */
const indented = (text) => text.replaceAll(/^(?=.)/gmu, "  ");

/** @param {any} schema @returns {string} */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
  if (schema.oneOf) return schema.oneOf.map(alternative).join(" | ");
  if (schema.allOf) return schema.allOf.map((/** @type {any} */ part) => `(${typeOf(part)})`).join(" & ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((/** @type {string} */ type) => typeOf({ ...schema, type })).join(" | ");
  }
  switch (schema.type) {
    case "array":
      return `(${typeOf(schema.items)})[]`;
    case "object":
      return objectOf(schema);
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
  }
}

/**
 * One of several types. An object has no field of the others, so that the page may ask for it.
 * @param {any} schema @param {number} _ @param {any[]} all
 */
function alternative(schema, _, all) {
  if (!schema.properties) return typeOf(schema);
  const others = all.flatMap(({ properties = {} }) => Object.keys(properties));
  const missing = [...new Set(others)].filter((name) => !(name in schema.properties));
  const nothing = missing.map((name) => `  ${name}?: undefined;\n`).join("");
  return typeOf(schema).replace(/\}$/u, `${nothing}}`);
}

/** @param {any} schema */
function objectOf({ properties, required = [], additionalProperties, propertyNames }) {
  if (!properties) {
    const keys = propertyNames ? typeOf(propertyNames) : "string";
    const values = typeOf(additionalProperties);
    return keys === "string" ? `Record<string, ${values}>` : `Partial<Record<${keys}, ${values}>>`;
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};\n`,
  );
  return `{\n${indented(fields.join(""))}}`;
}

const types = Object.entries(components.schemas).map(
  ([name, schema]) => `${comment(schema.description)}type ${name} = ${typeOf(schema)};\n`,
);
const text = `// Made from docs/openapi.json by types.mjs. Not shipped.\n\ndeclare namespace Api {\n${indented(types.join("\n"))}}\n`;
const path = new URL("server.d.ts", import.meta.url);
if (!process.argv.includes("--check")) {
  writeFileSync(path, text);
} else if (readFileSync(path, "utf8") !== text) {
  console.error("web/server.d.ts is not what docs/openapi.json says; please run: node web/types.mjs");
  process.exitCode = 1;
}
