import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MISSING, readPath } from '#lib/expression/read-path.ts';
import { readJsonText } from '#lib/json/json-limits.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type trigger from '#triggers/poll.trigger.ts';
import { defineTriggerHandler, type TurnContext } from '../define-trigger-handler.ts';

const ANSWER_LIMIT_MS = 30_000;
const MAX_BYTES = 5_000_000;
const MAX_EVENTS = 100;
const MAX_REMEMBERED = 5000;
const KEY_CHARS = 16;

type Config = TriggerConfigOf<typeof trigger>;
type Item = { readonly key: string; readonly item: unknown };

/** Hashes of the keys that were there before, oldest first. */
const stateSchema = z.array(z.string());

export default defineTriggerHandler<typeof trigger>({
  // The first look is at once: it only remembers the items.
  firstAt: (_, after) => after,

  async collect(config, { now, state }, context) {
    const items = await readItems(config, context);
    const known = state === null ? undefined : stateSchema.parse(JSON.parse(state));
    const seen = new Set(known);
    const fresh = items.filter(({ key }) => !seen.has(hashOf(key)));
    // The rest is found by the next look.
    const taken = known ? fresh.slice(0, MAX_EVENTS) : fresh;
    const remembered = [...new Set([...(known ?? []), ...taken.map(({ key }) => hashOf(key))])].slice(-MAX_REMEMBERED);
    const foundAt = now.toISOString();
    const { url, everyMs } = config;
    return {
      events: known ? taken.map(({ key, item }) => ({ event: { item, key, url, foundAt }, key: hashOf(key) })) : [],
      nextAt: new Date(now.getTime() + everyMs),
      state: JSON.stringify(remembered),
    };
  },
});

async function readItems(
  config: Config,
  { fetch, signal, credentialOf }: Pick<TurnContext, 'fetch' | 'signal' | 'credentialOf'>,
): Promise<readonly Item[]> {
  const accept =
    config.format === 'feed' ? 'application/rss+xml, application/atom+xml, application/xml, text/xml' : 'application/json';
  const { status, body } = await fetch(config.url, {
    headers: { accept },
    maxBytes: MAX_BYTES,
    ...(config.auth !== undefined && { credential: credentialOf(config.auth) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
  });
  if (status < 200 || status > 299) throw new Error(`${config.url} answered ${status}.`);
  const text = new TextDecoder().decode(body);
  if (config.format === 'json') return itemsOf(jsonOf(text), config);
  const { readFeed } = await import('../read-feed.ts');
  return readFeed(text).map((item) => ({ key: item.id, item }));
}

function jsonOf(text: string): unknown {
  const { value, excess } = readJsonText(text);
  if (excess !== undefined) throw new Error(`The document has ${excess}.`);
  return value;
}

function itemsOf(document: unknown, { items, key }: Config): readonly Item[] {
  const list = readPath(document, pathOf(items));
  if (!Array.isArray(list)) throw new Error(items === '' ? 'The document is no list.' : `There is no list at ${items}.`);
  return list.map((item: unknown) => {
    const value = readPath(item, pathOf(key));
    if (value === MISSING || value === undefined || value === null || typeof value === 'object')
      throw new Error(`An item has no text or number at ${key}.`);
    return { key: String(value), item };
  });
}

function pathOf(text: string): string[] {
  return text.split('.').filter((part) => part !== '');
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, KEY_CHARS);
}
