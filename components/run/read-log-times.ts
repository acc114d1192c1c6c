import type { LogLine, RunState } from '#lib/run/run-state.ts';

/** A stretch of time in milliseconds since 1970; it goes on while `toMs` is missing. */
export type Stretch = { readonly fromMs: number; toMs?: number };

/** When what happened, by node id, as far as only the log tells it. */
export type LogTimes = {
  /** Of the latest attempt. */
  readonly firstWords: ReadonlyMap<string, number>;
  /** The attempt to come, and how long it waits. */
  readonly retries: ReadonlyMap<string, { readonly attempt: number; readonly delayMs: number }>;
  /** While people were asked for the node. */
  readonly waits: ReadonlyMap<string, readonly Stretch[]>;
  /** While the run did nothing but wait for people. */
  readonly runWaits: readonly Stretch[];
};

export function readLogTimes({ log }: Pick<RunState, 'log'>): LogTimes {
  const waits = new Map<string, WaitCounter>();
  const ofRun = new WaitCounter();
  const firstWords = new Map<string, number>();
  const retries = new Map<string, { attempt: number; delayMs: number }>();
  for (const line of log) {
    readRunWait(line, ofRun);
    const { type, nodeId, agent, at, attempt, delayMs } = line;
    if (nodeId === undefined) continue;
    readNodeWait(line, waits.get(nodeId) ?? setNew(waits, nodeId));
    // a worker's words are not its node's
    if (agent) continue;
    if (type === 'node_started') {
      firstWords.delete(nodeId);
      retries.delete(nodeId);
    }
    if ((type === 'content' || type === 'thinking') && !firstWords.has(nodeId)) firstWords.set(nodeId, Date.parse(at));
    if (type === 'node_retried' && attempt !== undefined && delayMs !== undefined)
      retries.set(nodeId, { attempt: attempt + 1, delayMs });
  }
  return {
    firstWords,
    retries,
    runWaits: ofRun.stretches,
    waits: new Map([...waits].map(([nodeId, { stretches }]) => [nodeId, stretches])),
  };
}

/** Several people may be asked at once: the wait lasts from the first question to the last answer. */
class WaitCounter {
  readonly stretches: Stretch[] = [];
  #open = 0;

  ask(at: string): void {
    if (this.#open === 0) this.stretches.push({ fromMs: Date.parse(at) });
    this.#open++;
  }

  answer(at: string): void {
    if (this.#open > 0) this.#open--;
    if (this.#open === 0) this.end(at);
  }

  end(at: string): void {
    this.#open = 0;
    const latest = this.stretches.at(-1);
    if (latest) latest.toMs ??= Date.parse(at);
  }
}

function readRunWait({ type, status, at }: LogLine, wait: WaitCounter): void {
  if (type === 'done' && status === 'waiting') wait.ask(at);
  else if (type === 'run_resumed' || type === 'done') wait.end(at);
}

function readNodeWait({ type, at }: LogLine, wait: WaitCounter): void {
  if (type === 'confirm_required') wait.ask(at);
  if (type === 'approval_decided') wait.answer(at);
  if (type === 'node_finished') wait.end(at);
}

function setNew(waits: Map<string, WaitCounter>, nodeId: string): WaitCounter {
  const made = new WaitCounter();
  waits.set(nodeId, made);
  return made;
}
