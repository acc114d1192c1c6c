import { expect, test } from 'vitest';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const busy = () => new NodeFailure('busy', 'come back later', { isRetryable: true });

test('an unhandled failure ends the run, cancels what runs and skips the rest', async () => {
  const engine = new TestEngine();
  const { outcome, runId } = await engine.start(
    workflowOf({ start, a: ['gate'], b: ['gate'], after: ['gate'] }, ['start -> a', 'start -> b', 'a -> after']),
  );
  await engine.gates.reached('b');
  await engine.gates.fail('a', new NodeFailure('broken', 'a is broken'));
  const { status, reason, error } = await outcome;
  expect({ status, reason, error }).toMatchObject({
    status: 'failed',
    reason: 'node_failed',
    error: { code: 'broken', nodeId: 'a', attempts: 1 },
  });
  const events = await engine.events(runId);
  expect(endsOf(events)).toEqual({ start: 'succeeded', a: 'failed', b: 'cancelled/run_failed', after: 'skipped/run_failed' });
  expect(events.at(-1)).toMatchObject({ type: 'done', status: 'failed' });
  expect(eventsOf(events, 'error')).toHaveLength(1);
});

test('an error edge handles a failure and carries the error', async () => {
  const engine = new TestEngine();
  const { outcome } = await engine.start(
    workflowOf(
      {
        start,
        a: ['gate'],
        fix: ['set', { values: { was: '{{a.message}}' } }],
        end: ['end', { outputs: { was: '{{fix.was}}' } }],
      },
      ['start -> a', 'a.error -> fix', 'fix -> end'],
    ),
  );
  await engine.gates.fail('a', new NodeFailure('broken', 'a is broken'));
  expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { was: 'a is broken' } });
});

test('onError continue continues with the given value', async () => {
  const engine = new TestEngine();
  const { outcome, runId } = await engine.start(
    workflowOf(
      {
        start,
        a: ['gate', {}, { onError: { continue: { value: 'fallback' } } }],
        end: ['end', { outputs: { got: '{{a.value}}' } }],
      },
      ['start -> a', 'a -> end'],
    ),
  );
  await engine.gates.fail('a', new NodeFailure('broken', 'a is broken'));
  expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { got: 'fallback' } });
  expect(endsOf(await engine.events(runId)).a).toBe('succeeded/continued');
});

test('a retryable error is retried with growing backoff until its attempts are used up', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock, random: () => 1 });
  const { outcome, runId } = await engine.start(
    workflowOf({ start, a: ['gate', {}, { retry: { attempts: 3, delayMs: 1000, factor: 2, on: 'retryable' } }] }, ['start -> a']),
  );
  await engine.gates.fail('a', busy());
  await expect.poll(() => clock.waitingMs).toContain(1000);
  clock.advance(1000);
  await engine.gates.fail('a', busy());
  await expect.poll(() => clock.waitingMs).toContain(2000);
  clock.advance(2000);
  await engine.gates.fail('a', busy());
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'busy', attempts: 3 } });
  const events = await engine.events(runId);
  expect(
    eventsOf(events, 'node_started')
      .filter((event) => event.nodeId === 'a')
      .map((event) => event.attempt),
  ).toEqual([1, 2, 3]);
  expect(eventsOf(events, 'node_retried').map((event) => event.delayMs)).toEqual([1000, 2000]);
});

test('a retry waits at least as long as the server asks for, and not for more than ten minutes', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock, random: () => 1 });
  const retry = { attempts: 4, delayMs: 1000, factor: 1, on: 'all' };
  const { outcome } = await engine.start(workflowOf({ start, a: ['gate', {}, { retry }] }, ['start -> a']));
  const asking = (retryAfterMs: number) => new NodeFailure('busy', 'come back later', { isRetryable: true, retryAfterMs });
  for (const [askedMs, waitMs] of [
    [3000, 3000],
    [10, 1000],
  ] as const) {
    await engine.gates.fail('a', asking(askedMs).inField('config.url'));
    await expect.poll(() => clock.waitingMs).toContain(waitMs);
    clock.advance(waitMs);
  }
  await engine.gates.fail('a', asking(600_001));
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'busy', attempts: 3 } });
});

test('a permanent error is not retried', async () => {
  const engine = new TestEngine();
  const { outcome } = await engine.start(
    workflowOf({ start, a: ['gate', {}, { retry: { attempts: 3, delayMs: 0, factor: 1, on: 'retryable' } }] }, ['start -> a']),
  );
  await engine.gates.fail('a', new NodeFailure('broken', 'for good'));
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'broken', attempts: 1 } });
});

test('a node that throws undefined fails like any other', async () => {
  const engine = new TestEngine();
  const { outcome, runId } = await engine.start(workflowOf({ start, a: ['gate'] }, ['start -> a']));
  await engine.gates.fail('a', undefined);
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'node-failed', nodeId: 'a' } });
  expect(endsOf(await engine.events(runId)).a).toBe('failed');
});

test('a node that takes longer than its time limit is aborted and fails, and may be tried again', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock });
  const { outcome } = await engine.start(
    workflowOf({ start, a: ['gate', {}, { timeoutMs: 500, retry: { attempts: 2, delayMs: 10, factor: 1, on: 'retryable' } }] }, [
      'start -> a',
    ]),
  );
  const { signal } = await engine.gates.reached('a');
  clock.advance(500);
  await expect.poll(() => signal.aborted).toBe(true);
  await expect.poll(() => clock.waitingMs.length).toBeGreaterThan(0);
  clock.advance(10);
  await expect.poll(() => engine.gates.calls.get('a')).toBe(2);
  await engine.gates.open('a');
  expect((await outcome).status).toBe('succeeded');
});

test('a time limit applies to a node that ignores the abort signal', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock });
  const { outcome } = await engine.start(
    workflowOf({ start, a: ['gate', { ignoresStop: true }, { timeoutMs: 500 }] }, ['start -> a']),
  );
  await engine.gates.reached('a');
  clock.advance(500);
  await expect.poll(() => clock.waitingMs).toContain(1000);
  clock.advance(1000);
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'node-timed-out', path: 'options.timeoutMs' } });
});

test('a reference to a field that is not there fails the node, names the path, and is not retried', async () => {
  const engine = new TestEngine();
  const { outcome } = await engine.start(
    workflowOf(
      {
        start,
        a: ['gate'],
        b: ['template', { template: '{{a.boddy}}' }, { retry: { attempts: 5, delayMs: 0, factor: 1, on: 'all' } }],
      },
      ['start -> a', 'a -> b'],
    ),
  );
  await engine.gates.open('a', { body: 'hello' });
  const { status, error } = await outcome;
  expect(status).toBe('failed');
  expect(error).toMatchObject({ code: 'unknown-reference', nodeId: 'b', attempts: 1 });
  expect(error?.message).toContain('boddy');
});

test('inputs that do not fit are refused before anything is stored', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start: ['start', { inputs: [{ name: 'n', type: 'number', required: true }] }] }, []);
  await expect(engine.start(workflow, { n: 'three' })).rejects.toMatchObject({
    code: 'inputs-invalid',
    details: { problems: [{ path: 'inputs.n' }] },
  });
  expect(engine.store.database.runs.size).toBe(0);
});

test('a workflow with problems is refused with all of them', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start, a: ['teleport'], b: ['template', { template: '{{nobody.x}}' }] }, [
    'start -> a',
    'a -> b',
  ]);
  const refusal = await engine.start(workflow).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'workflow-invalid' });
  const { problems } = (refusal as { details: { problems: { nodeId: string }[] } }).details;
  expect(problems.map((problem) => problem.nodeId)).toEqual(expect.arrayContaining(['a', 'b']));
});

test('a result after the timeout is ignored', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock });
  const { outcome } = await engine.start(
    workflowOf({ start, a: ['gate', { ignoresStop: true }, { timeoutMs: 500 }] }, ['start -> a']),
  );
  await engine.gates.reached('a');
  clock.advance(500);
  await expect.poll(() => clock.waitingMs).toContain(1000);
  await engine.gates.open('a');
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'node-timed-out' } });
});

test('a value that is too large for the log fails its node and no other run', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start, a: ['gate'], fix: ['set', { values: { was: '{{a.code}}' } }] }, [
    'start -> a',
    'a.error -> fix',
  ]);
  const { outcome } = await engine.start(workflow);
  const small = engine.run(workflowOf({ start, say: ['template', { template: 'small' }] }, ['start -> say']));
  await engine.gates.open('a', { text: 'x'.repeat(17 * 1024 * 1024) });
  expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { fix: { was: 'output-too-large' } } });
  expect((await small).status).toBe('succeeded');
});

test('outputs that are too large together fail the run, and its end is stored', async () => {
  const engine = new TestEngine();
  const { outcome } = await engine.start(workflowOf({ start, a: ['gate'], b: ['gate'] }, ['start -> a', 'start -> b']));
  for (const id of ['a', 'b']) await engine.gates.open(id, { text: 'x'.repeat(9 * 1024 * 1024) });
  expect(await outcome).toMatchObject({ status: 'failed', outputs: {}, error: { code: 'output-too-large' } });
});

test('inputs that exceed the log limit when serialized are refused, and there is no run', async () => {
  const start = ['start', { inputs: [{ name: 'list', type: 'json', required: true }] }] as [string, Record<string, unknown>];
  const workflow = workflowOf({ start }, []);
  // Each number is about five bytes in the response, and 21 digits with a comma in the log.
  const inputs = { list: Array.from({ length: 780_000 }, () => 1e20) };
  const engine = new TestEngine();
  const refused = {
    code: 'body-too-large',
    message: expect.stringContaining('17160010 characters'),
    details: { maxChars: 16_677_216 },
  };
  await expect(engine.start(workflow, inputs)).rejects.toMatchObject(refused);
  const alone = { workspaceId: TEST_WORKSPACE, workflow, nodeId: 'start', inputs };
  await expect(engine.engine.runNode(alone)).rejects.toMatchObject({ code: 'body-too-large' });
  expect(engine.store.database.runs.size).toBe(0);
});

test('texts that quote whole nodes over and over end at the limit of the first one that is too long', async () => {
  const steps = Array.from({ length: 20 }, (_, index) => `quote_${index}`);
  const quoted = (index: number) => (index === 0 ? 'start' : `quote_${index - 1}`);
  const nodes = steps.map((id, index) => [id, ['template', { template: `{{${quoted(index)}}}` }]] as const);
  const { outcome } = await new TestEngine().start(
    workflowOf(
      { start: ['start', { inputs: [{ name: 'q', type: 'text', required: true }] }], ...Object.fromEntries(nodes) } as never,
      steps.map((id, index) => `${quoted(index)} -> ${id}`),
    ),
    { q: 'a "quoted" \\ text' },
  );
  const { status, error } = await outcome;
  expect({ status, error }).toMatchObject({
    status: 'failed',
    error: {
      code: 'config-invalid',
      path: 'config.template',
      message: 'Validation failed: config.template: the text is longer than 1000000 characters',
    },
  });
});
