import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MISSING, readPath } from '#lib/expression/read-path.ts';
import { type ExactJson, isInexactNumber } from '#lib/json/exact-numbers.ts';
import { readJsonText } from '#lib/json/json-limits.ts';
import { type DecodedText, decodeText } from '#lib/text/decode-text.ts';
import type { TriggerConfigOf } from '#lib/trigger-kit/define-trigger.ts';
import type trigger from '#triggers/poll.trigger.ts';
import { defineTriggerHandler, type TurnContext } from '../define-trigger-handler.ts';
import type { EarlierKey } from '../feed-item.ts';

const ANSWER_LIMIT_MS = 30_000;
const MAX_BYTES = 5_000_000;
const MAX_EVENTS = 100;
/** Of items that are in the list no more, which may come back. */
const MAX_GONE = 5000;
/** Keys of all items of a list are kept, 20 bytes each. */
const MAX_ITEMS = 100_000;
const KEY_CHARS = 16;

type Config = TriggerConfigOf<typeof trigger>;
type Item = {
  readonly key: string;
  readonly item: unknown;
  readonly earlierKeys?: readonly EarlierKey[] | undefined;
  /** Fields whose numbers are texts in some item of the list: `item.id`. */
  readonly numbersAsText?: readonly string[] | undefined;
};

const STATE_VERSION = 4;
/** From this version on, states have numbers of JSON as they are written; they were rounded before. */
const SINCE_EXACT = 3;
/** Hashes of the keys that were there before, oldest first; a list alone is of the first version. */
const stateSchema = z.union([
  z.array(z.string()).transform((keys) => ({ version: 1, keys })),
  z.object({ version: z.int().min(2).max(STATE_VERSION), keys: z.array(z.string()) }),
]);

export default defineTriggerHandler<typeof trigger>({
  // The first look is at once: it only remembers the items.
  firstAt: (_, after) => after,

  async collect(config, { now, state }, context) {
    const { items, failure } = await readItems(config, context);
    if (items.length > MAX_ITEMS)
      throw new Error(`The list has ${items.length} items; a look takes ${MAX_ITEMS}. Ask the address for fewer.`);
    const stored = state === null ? undefined : stateSchema.parse(JSON.parse(state));
    const known = stored?.keys;
    const seen = new Set(known);
    const wasSeen = (earlier: EarlierKey) =>
      stored !== undefined && stored.version < earlier.before && seen.has(hashOf(earlier.key));
    const isFresh = ({ key, earlierKeys = [] }: Item) => !seen.has(hashOf(key)) && !earlierKeys.some(wasSeen);
    const fresh = items.filter(isFresh);
    // The rest is found by the next look.
    const left = new Set(known ? fresh.slice(MAX_EVENTS) : []);
    const taken = fresh.filter((item) => !left.has(item));
    const inList = new Set(items.filter((item) => !left.has(item)).map(({ key }) => hashOf(key)));
    const gone = (known ?? []).filter((key) => !inList.has(key)).slice(-MAX_GONE);
    const foundAt = now.toISOString();
    const { url, everyMs } = config;
    return {
      events: known
        ? taken.map(({ key, item, numbersAsText }) => ({
            event: { item, key, url, foundAt, ...(numbersAsText && { numbersAsText }) },
            key: hashOf(key),
          }))
        : [],
      nextAt: new Date(now.getTime() + everyMs),
      ...(failure !== undefined && { failure }),
      state: JSON.stringify({ version: STATE_VERSION, keys: [...gone, ...inList] }),
    };
  },
});

async function readItems(
  config: Config,
  { fetch, signal, credentialOf }: Pick<TurnContext, 'fetch' | 'signal' | 'credentialOf'>,
): Promise<{ readonly items: readonly Item[]; readonly failure?: string | undefined }> {
  const accept =
    config.format === 'feed'
      ? 'application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml'
      : 'application/json';
  const { status, headers, body } = await fetch(config.url, {
    headers: { accept },
    maxBytes: MAX_BYTES,
    ...(config.auth !== undefined && { credential: credentialOf(config.auth) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
  });
  if (status < 200 || status > 299) throw new Error(`${config.url} answered ${status}.`);
  const format = config.format === 'feed' ? 'xml' : undefined;
  const decoded = await decodeText(body, { declared: headers['content-type'], format });
  const failure = doubtOf(decoded);
  if (config.format === 'json') return { items: itemsOf(jsonOf(decoded.text), config), failure };
  const { readFeed } = await import('../read-feed.ts');
  return {
    items: readFeed(decoded.text, config.url).map(({ item, earlierKeys }) => ({ key: item.id, item, earlierKeys })),
    failure,
  };
}

/** What may be wrong with the texts of all items. They start runs nevertheless. */
function doubtOf({ charset, isGuessed, isDamaged }: DecodedText): string | undefined {
  if (isDamaged) return `Characters of the answer do not fit its charset ${charset}, and were lost.`;
  return isGuessed ? `The answer declares no charset: ${charset} was guessed.` : undefined;
}

function jsonOf(text: string): ExactJson {
  const read = readJsonText(text);
  if (read.excess !== undefined) throw new Error(`The document has ${read.excess}.`);
  return read;
}

function itemsOf({ value: document, numbersAsText }: ExactJson, { items, key }: Config): readonly Item[] {
  const list = readPath(document, pathOf(items));
  const inItem = `${pathOf(items).join('.')}[]`;
  const fields = numbersAsText?.filter((field) => field.startsWith(inItem)).map((field) => `item${field.slice(inItem.length)}`);
  if (!Array.isArray(list)) throw new Error(items === '' ? 'The document is no list.' : `There is no list at ${items}.`);
  return list.map((item: unknown) => {
    const value = readPath(item, pathOf(key));
    if (value === MISSING || value === undefined || value === null || typeof value === 'object')
      throw new Error(`An item has no text or number at ${key}.`);
    const text = String(value);
    // Builds before this one rounded it.
    const earlierKeys = isInexactNumber(text) ? [{ key: String(Number(text)), before: SINCE_EXACT }] : undefined;
    return { key: text, item, earlierKeys, ...(fields?.length && { numbersAsText: fields }) };
  });
}

function pathOf(text: string): string[] {
  return text.split('.').filter((part) => part !== '');
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, KEY_CHARS);
}
