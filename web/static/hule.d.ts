// What the worker uses of the module that `wasm/build` makes. Not shipped.

interface Answer {
  status: number;
  kind: string;
  body: string;
}

/** Long work, one line after another. */
interface Work {
  next(): string | undefined;
}

/** A review, decision by decision. */
interface ReviewWork {
  total: number;
  appraise(number: number): string;
  whole(decisions: string[]): string;
}

export class Engine {
  ask(method: string, path: string, lang: string, body: string): Answer;
  /** Throws an answer if it is refused. */
  begin(path: string, lang: string, body: string): Work;
  review(lang: string, body: string): ReviewWork;
  record(table: string): string | undefined;
  restore(record: string): boolean;
}

export function installNetwork(weights: Uint8Array): void;

export default function init(how: { module_or_path: WebAssembly.Module }): Promise<unknown>;
