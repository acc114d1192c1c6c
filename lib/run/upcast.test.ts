import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readStoredEvent } from './read-stored-event.ts';
import { RUN_EVENT_VERSION, type RunEventType } from './run-event.ts';
import { UPCASTERS, upcast } from './upcast.ts';

const folder = new URL('../../tests/fixtures/runs/', import.meta.url);
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.events.ndjson'))
  .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n'))
  .map((json) => ({ json, raw: JSON.parse(json) as { seq: number; type: RunEventType; v: number } }));

const typesAndVersions = Object.entries(RUN_EVENT_VERSION).flatMap(([type, newest]) =>
  Array.from({ length: newest }, (_, index) => [type, index + 1] as const),
);

test.each(typesAndVersions)('a recorded %s of version %i still loads', (type, version) => {
  const events = recorded.filter(({ raw }) => raw.type === type && raw.v === version);
  expect(events.length).toBeGreaterThan(0);
  for (const { json, raw } of events)
    expect(readStoredEvent({ seq: raw.seq, type: raw.type, json })).toMatchObject({ seq: raw.seq, type });
});

test('each version after the first has an upcaster, and no upcaster has an unknown version', () => {
  const wanted = typesAndVersions.filter(([, version]) => version > 1).map(([type, version]) => `${type} ${version}`);
  const present = Object.entries(UPCASTERS).flatMap(([type, steps]) => Object.keys(steps).map((version) => `${type} ${version}`));
  expect(present.sort()).toEqual(wanted.sort());
});

test('an old event is brought up step by step', () => {
  const upcasters = {
    content: {
      2: (event: object) => ({ ...event, content: `${(event as { text: string }).text}!` }),
      3: (event: object) => ({ ...event, isFinal: false }),
    },
  };
  const versions = { content: 3 };
  expect(upcast({ type: 'content', v: 1, text: 'hi' }, { upcasters, versions })).toEqual({
    type: 'content',
    v: 3,
    text: 'hi',
    content: 'hi!',
    isFinal: false,
  });
  expect(upcast({ type: 'content', v: 2, content: 'hi' }, { upcasters, versions })).toEqual({
    type: 'content',
    v: 3,
    content: 'hi',
    isFinal: false,
  });
  expect(upcast({ type: 'content', v: 3, content: 'hi' }, { upcasters, versions })).toEqual({
    type: 'content',
    v: 3,
    content: 'hi',
  });
});

test('a missing step is found out', () => {
  expect(() => upcast({ type: 'content', v: 1 }, { upcasters: {}, versions: { content: 2 } })).toThrow(
    'No upcaster brings content from version 1 to 2',
  );
});

test.each([
  ['a type of a newer build', { type: 'hologram_shown', v: 1 }],
  ['a newer version of a known type', { type: 'content', v: 99, nodeId: 'a' }],
  ['a name every object has', { type: 'constructor', v: 1 }],
  ['something without a type', { v: 1 }],
])('%s is passed over', (_, event) => {
  expect(upcast(event)).toBeUndefined();
});

test('an event that does not fit its type is an error', () => {
  const json = '{"seq":1,"at":1,"v":1,"type":"content"}';
  expect(() => readStoredEvent({ seq: 1, type: 'content', json })).toThrow();
});

test('a deeply nested value is read back', () => {
  const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
  const json = `{"seq":1,"at":1,"v":1,"type":"node_started","nodeId":"a","attempt":1,"inputs":${deep}}`;
  expect(readStoredEvent({ seq: 1, type: 'node_started', json })?.type).toBe('node_started');
});
