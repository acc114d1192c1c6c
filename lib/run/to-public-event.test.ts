import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFixtureLog } from '#tests/support/read-fixture-log.ts';
import { runEvent } from '#tests/support/run-event-arbitrary.ts';
import { publicEventSchema } from './public-event.ts';
import { readStoredEvent } from './read-stored-event.ts';
import { type NewRunEvent, RUN_EVENT_VERSION, type RunEvent, type RunEventType, type StoredEvent } from './run-event.ts';
import { toPublicEvent, toPublicFrame } from './to-public-event.ts';

const full = { runId: 'run_1', level: 'full' } as const;
const summary = { runId: 'run_1', level: 'summary', decides: true } as const;

const event = (fields: NewRunEvent): RunEvent => ({ seq: 9, at: Date.UTC(2026, 10, 21, 10), v: 1, ...fields }) as RunEvent;
const stored = (fields: RunEvent): StoredEvent => ({ seq: fields.seq, type: fields.type, json: JSON.stringify(fields) });
const base = { runId: 'run_1', seq: 9, at: '2026-11-21T10:00:00.000Z' };

describe('names and payloads of the public log', () => {
  test('a finished node carries the value of its fired port', () => {
    const finished = event({
      type: 'node_finished',
      nodeId: 'a',
      status: 'succeeded',
      fired: { true: { n: 1 } },
      executionTimeMs: 2,
    });
    expect(toPublicEvent(finished, full)).toEqual({
      ...base,
      type: 'node_finished',
      nodeId: 'a',
      status: 'succeeded',
      ports: ['true'],
      output: { n: 1 },
      executionTimeMs: 2,
    });
  });

  test('with several ports it is the value of out', () => {
    const finished = event({
      type: 'node_finished',
      nodeId: 'a',
      status: 'succeeded',
      fired: { log: 1, out: 2 },
      executionTimeMs: 2,
    });
    expect(toPublicEvent(finished, full)).toMatchObject({ ports: ['log', 'out'], output: 2 });
  });

  test('a model call is one name with two states', () => {
    const model = { name: 'default', provider: 'openai', modelId: 'gpt-5-mini' };
    const usage = { promptTokens: 1, completionTokens: 2, totalTokens: 3 };
    expect(toPublicEvent(event({ type: 'llm_call', nodeId: 'a', callId: 'c', model, request: { messages: [] } }), full)).toEqual({
      ...base,
      type: 'llm_call',
      nodeId: 'a',
      callId: 'c',
      status: 'running',
      model: 'default',
      request: { messages: [] },
    });
    expect(
      toPublicEvent(
        event({ type: 'llm_result', nodeId: 'a', callId: 'c', finishReason: 'stop', content: 'x', usage, durationMs: 5 }),
        full,
      ),
    ).toEqual({
      ...base,
      type: 'llm_call',
      nodeId: 'a',
      callId: 'c',
      status: 'finished',
      finishReason: 'stop',
      usage,
      durationMs: 5,
    });
  });
});

test('events inside a tool call name the call', () => {
  const parent = { toolCallId: 'tool_1', agent: 'researcher' };
  expect(toPublicEvent(event({ type: 'content', parent, nodeId: 'a', content: 'hi' }), summary)).toEqual({
    ...base,
    type: 'content',
    parent,
    nodeId: 'a',
    content: 'hi',
  });
});

test('an interface is shown wherever the text of its node is, unlike the arguments of other tools', () => {
  const call = (name: string) =>
    event({ type: 'tool_call', nodeId: 'a', id: 't', name, status: 'pending', args: { text: 'When?' } });
  const shown = (name: string, texts: string[]) => toPublicEvent(call(name), { ...summary, texts: new Set(texts) });
  expect(shown('a2ui', ['a'])).toMatchObject({ args: { text: 'When?' } });
  expect(shown('a2ui', ['b'])).not.toHaveProperty('args');
  expect(shown('http_request', ['a'])).not.toHaveProperty('args');
});

test('a page and an interface that a node shows are hidden where its text is, and those of agents', () => {
  const surface = event({ type: 'a2ui', nodeId: 'a', toolCallId: 't', surface: { text: 'When?' } });
  const tab = { toolCallId: 't', tabId: 't', url: 'https://example.com/', title: '' };
  const page = event({ type: 'open_url', nodeId: 'a', ...tab, parent: { toolCallId: 'p', agent: 'writer' } });
  expect(toPublicEvent(surface, { ...summary, texts: new Set(['a']) })).toMatchObject({ surface: { text: 'When?' } });
  expect(toPublicEvent(surface, { ...summary, texts: new Set(['b']) })).toBeUndefined();
  expect(toPublicEvent(page, { ...summary, texts: new Set(['a']) })).toBeUndefined();
  expect(toPublicEvent(page, full)).toMatchObject(tab);
});

test('events of the effect ledger are visible at the level full only', () => {
  const started = event({
    type: 'effect_started',
    nodeId: 'a',
    key: 'request',
    kind: 'http',
    name: 'POST https://example.com',
    isRepeatable: false,
    idempotencyKey: 'k',
  });
  expect(toPublicEvent(started, full)).toMatchObject({ type: 'effect', status: 'started', name: 'POST https://example.com' });
  expect(toPublicEvent(event({ type: 'effect_finished', nodeId: 'a', key: 'request', error: 'no' }), full)).toMatchObject({
    type: 'effect',
    status: 'failed',
    error: 'no',
  });
  expect(toPublicEvent(started, summary)).toBeUndefined();
});

test('the summary has the names of tools and approvals, without arguments and results', () => {
  const result = { type: 'tool_result', nodeId: 'a', id: 't', name: 'read_url', status: 'error', durationMs: 3 } as const;
  expect(
    toPublicEvent(event({ ...result, summary: 'https://example.com answered 404', error: 'no', result: {} }), summary),
  ).toEqual({ ...base, ...result });
  const asked = {
    type: 'confirm_required',
    nodeId: 'a',
    actionId: 'act_1',
    kind: 'tool',
    tool: 'http_request',
    toolCallId: 't',
    description: 'POST https://example.com',
    expiresAt: '2026-12-21T10:00:00.000Z',
  } as const;
  expect(toPublicEvent(event({ ...asked, key: 't', args: { url: 'https://example.com' } }), summary)).toEqual({
    ...base,
    ...asked,
    description: 'http_request',
  });
  const value = { ...asked, kind: 'value', tool: 'approval', description: 'Send it?' } as const;
  expect(toPublicEvent(event({ ...value, key: 'value', args: 'Dear Ada' }), summary)).toEqual({ ...base, ...value });
});

test('the summary tells that a file was made, and nothing of what is in it', () => {
  const made = { nodeId: 'art', artifactId: 'file_1', mediaType: 'text/markdown', revision: 1 };
  const written = { name: 'Offer for Ada.md', path: 'Offer for Ada.md', sizeBytes: 4711 };
  const created = event({ type: 'artifact_created', ...made, ...written });
  expect(toPublicEvent(created, summary)).toEqual({ ...base, type: 'artifact_created', ...made });
  expect(toPublicEvent(created, full)).toEqual({ ...base, type: 'artifact_created', ...made, ...written });
});

test('the public form of any event fits the published schema', () => {
  fc.assert(
    fc.property(runEvent(fc.string()), fc.constantFrom(full, summary), (generated, view) => {
      const shown = toPublicEvent(generated, view);
      if (shown) expect(publicEventSchema.parse(shown)).toEqual(shown);
    }),
  );
});

const SECRET = 'the-secret-prompt';
/**
 * May hold what people or models wrote, even at this level: the answer's text, and what the run
 * gives back.
 */
const SHOWN_IN_SUMMARY = new Set<RunEventType>(['content', 'reply', 'open_url', 'a2ui']);

test('the summary never holds prompts, node inputs, node outputs, reasoning, requests or messages made from them', () => {
  const seen = new Set<RunEventType>();
  fc.assert(
    fc.property(runEvent(fc.constant(SECRET)), (generated) => {
      if (SHOWN_IN_SUMMARY.has(generated.type)) return;
      seen.add(generated.type);
      const { outputs: _, ...shown } = { outputs: undefined, ...toPublicEvent(generated, summary) };
      expect(JSON.stringify(shown)).not.toContain(SECRET);
      if (generated.type !== 'done') expect(toPublicFrame(stored(generated), summary)).not.toContain(SECRET);
    }),
    { numRuns: 1000 },
  );
  expect(seen.size).toBe(Object.keys(RUN_EVENT_VERSION).length - SHOWN_IN_SUMMARY.size);
});

test('a frame holds exactly the public event, the short way for deltas too', () => {
  fc.assert(
    fc.property(runEvent(fc.string({ unit: 'binary' })), fc.constantFrom(full, summary), (generated, view) => {
      const shown = toPublicEvent(generated, view);
      const frame = toPublicFrame(stored(generated), view);
      if (!shown) {
        expect(frame).toBe('');
        return;
      }
      const [id, name, data, ...end] = frame.split('\n');
      expect([id, name, end]).toEqual([`id: run_1:${generated.seq}`, `event: ${shown.type}`, ['', '']]);
      expect(JSON.parse((data ?? '').slice('data: '.length))).toEqual(JSON.parse(JSON.stringify(shown)));
    }),
  );
});

test('a frame of a delta shows exactly the texts that leave, wherever its fields are written', () => {
  const nodeId = fc.constantFrom('shown', 'shown[2]', 'hidden', 'a"b', 'a\\b');
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(',"nodeId":"shown"}', '"parent":', '\\', ',"nodeId":"'));
  const parent = fc.option(fc.constant({ agent: 'a', toolCallId: 't', depth: 1 }), { nil: undefined });
  const view = { ...summary, texts: new Set(['shown', 'a"b']) };
  fc.assert(
    fc.property(nodeId, text, parent, fc.boolean(), fc.boolean(), (node, content, by, isNodeLast, hasCitations) => {
      const rest = { content, ...(hasCitations && { citations: [] }), ...(by && { parent: by }) };
      const delta = event({
        type: 'content',
        ...(isNodeLast ? { ...rest, nodeId: node } : { nodeId: node, ...rest }),
      } as NewRunEvent);
      const shown = toPublicEvent(delta, view);
      const frame = toPublicFrame(stored(delta), view);
      expect(shown !== undefined).toBe(by === undefined && ['shown', 'shown[2]', 'a"b'].includes(node));
      expect(shown ? JSON.parse(frame.split('data: ')[1] ?? '') : frame).toEqual(shown ?? '');
    }),
  );
});

test('a delta written with another order of keys gives the same frame', () => {
  const delta = event({ type: 'content', nodeId: 'a', content: 'hi' });
  const { seq, at, v, ...rest } = delta;
  const other = { seq: 9, type: 'content', json: JSON.stringify({ ...rest, v, at, seq }) } as const;
  const data = (frame: string) => JSON.parse(frame.split('data: ')[1] ?? '');
  expect(data(toPublicFrame(other, full))).toEqual(data(toPublicFrame(stored(delta), full)));
});

test.each([
  'hello',
  'killed-and-resumed',
  'triage-failed',
  'every-type-v1',
  'tools-and-approval',
  'code-output',
  'plan',
] as const)('the recorded log %s is public in full, seq by seq', (name) => {
  for (const entry of readFixtureLog(name)) {
    const read = readStoredEvent(entry);
    expect(publicEventSchema.parse(read && toPublicEvent(read, full)).seq).toBe(entry.seq);
  }
});

test('an event of a newer build gives no frame', () => {
  expect(
    toPublicFrame({ seq: 1, type: 'hologram' as RunEventType, json: '{"seq":1,"at":1,"v":1,"type":"hologram"}' }, full),
  ).toBe('');
});
