import { Worker } from 'node:worker_threads';
import type { Encoding } from './count-tokens.ts';
import type { TokenizerAnswer, TokenizerRequest } from './tokenizer-worker.ts';

/** A vocabulary takes some 200 MB of memory; it is unloaded after so long without a request. */
const IDLE_MS = 60_000;

type Counting = {
  readonly worker: Worker;
  readonly open: Map<number, (counts: readonly number[] | undefined) => void>;
  idle: NodeJS.Timeout | undefined;
};

// One for the process: it holds no state that a caller could see.
let counting: Counting | undefined;
let asked = 0;

/** The tokens of each text, counted in a worker thread. @returns undefined when the thread fails */
export function countWithTokenizer(texts: readonly string[], encoding: Encoding): Promise<readonly number[] | undefined> {
  counting ??= startCounting();
  const current = counting;
  clearTimeout(current.idle);
  const id = ++asked;
  return new Promise((resolve) => {
    current.open.set(id, resolve);
    current.worker.ref();
    current.worker.postMessage({ id, texts, encoding } satisfies TokenizerRequest);
  });
}

function startCounting(): Counting {
  const worker = new Worker(new URL('./tokenizer-worker.ts', import.meta.url));
  const started: Counting = { worker, open: new Map(), idle: undefined };
  const stop = () => {
    if (counting === started) counting = undefined;
    for (const resolve of started.open.values()) resolve(undefined);
    started.open.clear();
  };
  worker.on('message', ({ id, counts }: TokenizerAnswer) => {
    started.open.get(id)?.(counts);
    started.open.delete(id);
    if (started.open.size > 0) return;
    // Nothing waits for it: it does not keep the process alive.
    worker.unref();
    started.idle = setTimeout(() => {
      if (counting === started) counting = undefined;
      void worker.terminate();
    }, IDLE_MS).unref();
  });
  worker.on('error', stop).on('exit', stop);
  return started;
}
