import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runEvent } from '#tests/support/run-event-arbitrary.ts';
import { hiddenPath } from './hidden-path.ts';
import type { NodeError, PendingApproval, RunEventType } from './run-event.ts';
import { toPublicEvent, toPublicFrame } from './to-public-event.ts';
import { approvalFor, errorFor, errorIn } from './what-leaves.ts';

const asked: PendingApproval = {
  actionId: 'act_1',
  nodeId: 'approve',
  kind: 'value',
  tool: 'approval',
  description: 'Send this reply? The message is about a secret.',
  expiresAt: '2026-12-21T10:00:00.000Z',
};
const failure: NodeError = {
  code: 'code-failed',
  number: 5001,
  message: 'Node check failed: the secret is 7',
  nodeId: 'check',
  path: 'config.code',
  hint: 'Look at the secret',
};

test('who decides an approval reads what it asks, and everybody else only that the run waits', () => {
  expect(approvalFor(asked, { level: 'full' })).toEqual(asked);
  expect(approvalFor(asked, { level: 'summary', decides: true })).toEqual(asked);
  const unknown = { ...asked, tool: 'value', description: 'This run waits for a decision of a person' };
  expect(approvalFor(asked, { level: 'summary' })).toEqual(unknown);
  expect(approvalFor({ ...asked, kind: 'tool', tool: 'send_mail' }, { level: 'summary' })).toMatchObject({ tool: 'tool' });
  expect(approvalFor(asked, { level: 'summary', language: 'zh-CN' }).description).toBe('此次运行正在等待人工决定');
});

test('a visitor reads one sentence with the id of the run, whatever failed', () => {
  const visitor = { level: 'summary', isVisitor: true } as const;
  const words = 'Something went wrong. Try again, or tell us this number: run_1';
  expect(errorFor(failure, visitor, 'run_1')).toEqual({ code: 'something-went-wrong', message: words });
  expect(errorFor(failure, { ...visitor, language: 'zh-CN' }, 'run_1').message).toBe(
    '出了点问题。请重试，或把此编号告诉我们：run_1',
  );
  expect(errorIn(null, visitor, 'run_1')).toEqual({});
});

test('a visitor learns that it was a file, and not which code or name', () => {
  const error = { ...failure, code: 'document-unsupported' };
  const shown = errorFor(error, { level: 'summary', isVisitor: true }, 'run_1');
  expect(shown).toEqual({ code: 'file-unreadable', message: expect.stringContaining('run_1') });
});

test('a key reads code and place of a failure, and no value', () => {
  const shown = errorFor(failure, { level: 'summary' }, 'run_1');
  expect(shown).toEqual({ code: 'code-failed', number: 5001, message: 'Node check failed: code-failed', nodeId: 'check' });
});

/** What authors, models and people wrote in any event. */
const SECRET = 'the-secret-draft';
/** A text of the answer, and what the run gives back. */
const ANSWERS = new Set<RunEventType>(['content', 'reply', 'open_url', 'a2ui', 'done']);

test('no event tells a visitor what approvals ask, nor why something failed', () => {
  const visitor = { runId: 'run_1', level: 'summary', isVisitor: true, texts: new Set<string>() } as const;
  const isCode = (error: unknown) => (error as { code?: string } | undefined)?.code;
  fc.assert(
    fc.property(runEvent(fc.constant(SECRET)), (generated) => {
      const shown = toPublicEvent(generated, visitor);
      if (!ANSWERS.has(generated.type)) expect(JSON.stringify(shown ?? null)).not.toContain(SECRET);
      if (generated.type === 'content') expect(shown).toBeUndefined();
      if (shown?.type === 'done') {
        expect(JSON.stringify(shown.approvals ?? [])).not.toContain(SECRET);
        expect([undefined, 'something-went-wrong']).toContain(isCode(shown.error));
      } else expect(shown ?? {}).not.toHaveProperty('error');
      if (shown?.type === 'error') expect(shown.code).toBe('something-went-wrong');
    }),
    { numRuns: 500 },
  );
});

test('a visitor reads numbers in place of names, the same in events, texts and approvals', () => {
  const path = 'each[2.1]/write_refusal';
  const name = hiddenPath(path);
  expect(name).toMatch(/^n[0-9a-z]+\[2\.1\]\/n[0-9a-z]+$/);
  const view = { runId: 'run_1', level: 'summary', isVisitor: true, texts: new Set(['each/write_refusal']) } as const;
  const at = Date.parse('2026-11-28T10:00:00.000Z');
  expect(toPublicEvent({ seq: 1, at, v: 1, type: 'node_started', nodeId: path, attempt: 1, inputs: {} }, view)).toMatchObject({
    nodeId: name,
  });
  const json = `{"seq":2,"at":${at},"v":1,"type":"content","content":"Dear \\"nodeId\\"","nodeId":"${path}"}`;
  const frame = toPublicFrame({ seq: 2, type: 'content', json }, view);
  expect(JSON.parse(frame.split('\ndata: ')[1] ?? '')).toMatchObject({ nodeId: name, content: 'Dear "nodeId"' });
  expect(approvalFor({ ...asked, nodeId: path }, view).nodeId).toBe(name);
});

test('a visitor is shown no text while it is not known which of them leave', () => {
  const event = { seq: 1, at: 0, v: 1, type: 'content', nodeId: 'write', content: 'A draft' } as const;
  expect(toPublicEvent(event, { runId: 'run_1', level: 'summary', isVisitor: true })).toBeUndefined();
});
