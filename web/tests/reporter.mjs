// A reporter for `node --test-reporter`: tells run.mjs of each test when it begins and how it ends.

import { inspect } from "node:util";

/** @typedef {{ name: string, began?: true, left?: true, time?: number, error?: string }} Told */

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* reporter(events) {
  const tell = (/** @type {Told} */ told) => void process.send?.(told);
  for await (const { type, data } of events) {
    if (data.nesting !== 0) continue;
    const { name, skip, details } = data;
    if (type === "test:start") tell({ name, began: true });
    if (type === "test:pass") tell({ name, ...(skip ? { left: true } : { time: details.duration_ms }) });
    if (type === "test:fail") tell({ name, time: details.duration_ms, error: inspect(details.error?.cause ?? details.error) });
    yield "";
  }
}
