// A reporter that writes the names of the files in which a test has failed, one on each line.

import { relative } from "node:path";

/** @param {AsyncIterable<{ type: string, data: { file?: string } }>} events */
export default async function* failed(events) {
  for await (const { type, data } of events) if (type === "test:fail" && data.file) yield `${relative("", data.file)}\n`;
}
