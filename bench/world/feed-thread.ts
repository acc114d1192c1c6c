import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { textOfHtml } from '#server/documents/reader/html-parts.ts';
import poll from '#server/triggers/handlers/poll.handler.ts';
import type { FeedAnswer } from './our-readers.ts';

const CONFIG = { url: 'https://feed.example/', format: 'feed', items: '', key: '', everyMs: 60_000 } as const;
/** A trigger that has seen no item yet. */
const NOTHING_SEEN = JSON.stringify({ version: 3, keys: [] });
/** Errors of code, and not of a feed. */
const OF_CODE = /^(?:Type|Range|Reference|Syntax)Error$/;

parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(await read(path));
});

/** All items as texts; summaries and contents are HTML. */
async function read(path: string): Promise<FeedAnswer> {
  try {
    const items: unknown[] = [];
    let doubt: string | undefined;
    for (let state = NOTHING_SEEN; ; ) {
      const turn = await lookAt(path, state);
      items.push(...turn.events.map(({ event }) => event.item));
      doubt = turn.failure;
      if (turn.events.length === 0 || typeof turn.state !== 'string') break;
      state = turn.state;
    }
    const texts = items.flatMap((item) => stringsIn(item));
    return { text: texts.flatMap((text) => [text, textOfHtml(text, 'text').text]).join('\n'), doubt };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: message, isNamed: !OF_CODE.test(name) };
  }
}

async function lookAt(path: string, state: string) {
  const now = new Date();
  const answer = { status: 200, headers: {}, body: readFileSync(path) };
  const context = { fetch: async () => answer, signal: new AbortController().signal };
  const turn = await poll.collect?.(CONFIG, { dueAt: now, now, state }, context as never);
  if (!turn) throw new Error('The trigger does not look at feeds');
  return turn;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
