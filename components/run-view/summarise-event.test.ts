import { expect, test } from 'vitest';
import { readPublicFixture } from '#tests/support/read-fixture-log.ts';
import { summariseEvent } from './summarise-event.ts';

const lines = new Map(readPublicFixture('tools-and-approval').map((event) => [event.seq, summariseEvent(event)]));

test('events of tools and approvals are summarized in words, with the subagent', () => {
  expect(lines.get(9)).toBe('agent, ask_researcher, pending, {"question":"What is tea?"}');
  expect(lines.get(11)).toBe('agent, http_request, Send a request that may change something');
  expect(lines.get(19)).toBe('agent › researcher, read_url, error, 0.01 s, GET https://example.com/tea answered 404');
  expect(lines.get(24)).toBe('agent, confirmed, "Only a try.", {"method":"POST","url":"https://example.com/orders?dryRun=1"}');
  expect(lines.get(27)).toBe('agent, http_request, success, 0.05 s, example.com answered 201');
});

test('any other event is summarized by its fields, except those with a column of their own', () => {
  expect(lines.get(25)).toBe('agent');
  expect(lines.get(1)).toBe('inputs {"topic":"tea"}');
  expect(lines.get(6)).toBe('agent, content "Let me look. "');
  expect(lines.get(23)).toBe('reason "decided"');
});

test('a run that resumes from a breakpoint names its node', () => {
  const events = readPublicFixture('forked');
  expect(events.filter(({ type }) => type === 'run_continued').map(summariseEvent)).toEqual(['check']);
});

test('a text that turns its direction is shown with the character that does so', () => {
  const event = {
    type: 'content',
    runId: 'run_1',
    seq: 1,
    at: '2026-01-01T00:00:00Z',
    nodeId: 'write',
    content: 'a\u202eb',
  } as const;
  expect(summariseEvent(event)).toBe('write, content "a⟨U+202E⟩b"');
});
