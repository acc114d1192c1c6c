import { Worker } from 'node:worker_threads';
import type { Encoding } from './count-tokens.ts';
import type { TokenizerAnswer, TokenizerRequest } from './tokenizer-worker.ts';

/** A vocabulary takes some 200 MB of memory; it is unloaded after so long without a request. */
const IDLE_MS = 60_000;

type TokenizerThread = {
  readonly worker: Worker;
  readonly open: Map<number, (counts: readonly number[] | undefined) => void>;
  idle: NodeJS.Timeout | undefined;
};

// One for the process: it holds no state that a caller could see.
let thread: TokenizerThread | undefined;
let lastId = 0;

/** The tokens of each text, counted in a worker thread. @returns undefined when the thread fails */
export function countWithTokenizer(texts: readonly string[], encoding: Encoding): Promise<readonly number[] | undefined> {
  thread ??= startThread();
  const current = thread;
  clearTimeout(current.idle);
  const id = ++lastId;
  return new Promise((resolve) => {
    current.open.set(id, resolve);
    current.worker.ref();
    current.worker.postMessage({ id, texts, encoding } satisfies TokenizerRequest);
  });
}

function startThread(): TokenizerThread {
  const worker = new Worker(new URL('./tokenizer-worker.ts', import.meta.url));
  const started: TokenizerThread = { worker, open: new Map(), idle: undefined };
  const stop = () => {
    if (thread === started) thread = undefined;
    for (const resolve of started.open.values()) resolve(undefined);
    started.open.clear();
  };
  worker.on('message', ({ id, counts }: TokenizerAnswer) => {
    started.open.get(id)?.(counts);
    started.open.delete(id);
    if (started.open.size > 0) return;
    // An idle thread does not keep the process alive.
    worker.unref();
    started.idle = setTimeout(() => {
      if (thread === started) thread = undefined;
      void worker.terminate();
    }, IDLE_MS).unref();
  });
  worker.on('error', stop).on('exit', stop);
  return started;
}
