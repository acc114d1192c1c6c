import { expect, test } from 'vitest';
import { type ApprovalAsk, type RunBatch, workspaceId } from '#lib/ports/run-store.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { LeaseStore } from '#server/db/queue/lease-store.ts';
import { PgQueuedRuns } from '#server/db/queue/queued-runs.ts';
import type { Decide } from '#server/db/repositories/approval-repository.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { makeAsk, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

const HOUR_MS = 3_600_000;
const nowMs = Date.now();
const inMs = (durationMs: number) => nowMs + durationMs;

type SomeBatch = Partial<RunBatch> & { runId: string };
type SomeAsk = Partial<ApprovalAsk> & { readonly runId?: string; readonly status?: RunStatus };

/** A separate workspace and unique ids for each test, so that lists contain only its own rows. */
function makeDesk({ pool, db }: Database) {
  const mark = crypto.randomUUID();
  const id = (name: string) => `${name}_${mark}`;
  const workspace = workspaceId(id('ws'));
  const leases = new LeaseStore(pool, { kind: 'web' });
  const store = new PgRunStore(pool, { instance: leases });
  const queued = new PgQueuedRuns(pool, { leases, maxPerWorkspace: 0 });
  /** Ids of waiting runs that have pending signals. */
  const findDecided = async () => (await queued.find(1000)).map(({ runId }) => runId).toSorted();
  const { approvals } = reposFor(db, workspace);
  const append = (...batches: SomeBatch[]) =>
    store.append(batches.map((batch) => makeBatch({ workspaceId: workspace, ...batch })));
  const ask = async (actionId: string, { runId = id('run'), status = 'waiting', ...ask }: SomeAsk = {}) => {
    await append({ runId, status, approvals: [makeAsk({ ...ask, actionId })] });
    return runId;
  };
  const decide = (decision: Pick<Decide, 'runId' | 'actionId'> & Partial<Decide>) =>
    approvals.decide({ isConfirmed: true, isRemembered: false, nowMs, ...decision });
  return { id, store, approvals, append, ask, decide, findDecided };
}

eachDatabase('approvals', (database) => {
  test('an approval is stored with its events, and is read back unchanged', async () => {
    const { id, append, approvals } = makeDesk(database());
    const [runId, actionId] = [id('run'), id('act')];
    const args = { text: '\u0000 \u001e \u001f {a,"b"} \\x1e \' $1 🧵 \ud800 \u2028', lines: 'one\ntwo', nothing: null };
    const description = 'Send "a" to {b}?\nIt\'s 100 % \\ final, \ttoo: $1 🧵\r\n';
    await append({
      runId,
      workflowName: 'Greet',
      status: 'waiting',
      approvals: [
        makeAsk({
          actionId,
          description,
          args: JSON.stringify(args),
          fixed: JSON.stringify({ tool: 'http_request', args }),
          expiresAtMs: inMs(HOUR_MS),
        }),
      ],
    });
    expect(await approvals.get(runId, actionId)).toEqual({
      actionId,
      runId,
      workflowName: 'Greet',
      nodeId: 'a',
      kind: 'tool',
      tool: 'send_mail',
      toolCallId: 'call_1',
      args,
      fixed: { tool: 'http_request', args },
      description,
      createdAt: expect.any(Date),
      expiresAt: new Date(inMs(HOUR_MS)),
      status: 'pending',
      decidedArgs: undefined,
      comment: null,
      decidedAt: null,
      decidedBy: null,
    });
  });

  test('hostile text stays in its own field and changes no other', async () => {
    const { id, append, approvals } = makeDesk(database());
    const runId = id('run');
    const descriptions = ['\u001e', '\u001f', '', 'a\u001eb\u0000c', '\n\n', '🧵'];
    await append({
      runId,
      approvals: descriptions.map((description, index) =>
        makeAsk({
          actionId: id(`act${index}`),
          description,
          toolCallId: null,
          kind: 'value',
          tool: 'approval',
          args: `${index}`,
        }),
      ),
    });
    const { items } = await approvals.list({ runId });
    expect(items.map(({ description, args, toolCallId }) => [description, args, toolCallId])).toEqual(
      ['\ufffd', '\ufffd', '', 'a\ufffdb\ufffdc', '\n\n', '🧵'].map((description, index) => [description, index, null]),
    );
  });

  test('an empty description, and a time out of range, affect neither their run nor others in the batch', async () => {
    const { id, append, approvals } = makeDesk(database());
    const [runId, other] = [id('run'), id('run_other')];
    const ask = makeAsk({ actionId: id('act'), description: '', expiresAtMs: Number.MAX_SAFE_INTEGER });
    expect(await append({ runId, approvals: [ask] }, { runId: other })).toEqual(new Set([runId, other]));
    expect(await approvals.get(runId, id('act'))).toMatchObject({ description: '', expiresAt: new Date(8.64e15) });
  });

  test('a fenced batch stores no approval and applies no decision, and other batches do', async () => {
    const { id, append, ask, decide, approvals, findDecided } = makeDesk(database());
    const fenced = await ask(id('act_fenced'), { status: 'running' });
    const other = await ask(id('act_other'), { runId: id('run_other') });
    await decide({ runId: fenced, actionId: id('act_fenced') });
    await decide({ runId: other, actionId: id('act_other') });
    const committed = await append(
      {
        runId: fenced,
        leaseToken: 2,
        events: makeEvents(2, 2),
        status: 'waiting',
        approvals: [makeAsk({ actionId: id('act_late') })],
        consumedApprovals: [id('act_fenced')],
      },
      {
        runId: other,
        events: makeEvents(2, 2),
        status: 'waiting',
        approvals: [makeAsk({ actionId: id('act_next') })],
        consumedApprovals: [id('act_other')],
      },
    );
    expect(committed).toEqual(new Set([other]));
    expect(await approvals.get(fenced, id('act_late'))).toBeNull();
    expect(await approvals.get(other, id('act_next'))).toMatchObject({ status: 'pending' });
    await append({ runId: fenced, events: makeEvents(2, 2), status: 'waiting' });
    expect(await findDecided()).toContain(fenced);
    expect(await findDecided()).not.toContain(other);
  });

  test('a repeated approval changes nothing, and belongs to the workspace of its run, whatever the batch names', async () => {
    const { id, append, ask, decide, approvals } = makeDesk(database());
    const runId = await ask(id('act'), { status: 'running' });
    await decide({ runId, actionId: id('act') });
    await append({
      runId,
      workspaceId: workspaceId(id('ws_other')),
      events: makeEvents(2, 2),
      approvals: [makeAsk({ actionId: id('act'), description: 'Again' }), makeAsk({ actionId: id('act_new') })],
    });
    expect(await approvals.get(runId, id('act'))).toMatchObject({ status: 'confirmed', description: 'Send a mail' });
    expect(await approvals.get(runId, id('act_new'))).toMatchObject({ status: 'pending' });
    const elsewhere = reposFor(database().db, workspaceId(id('ws_other'))).approvals;
    expect((await elsewhere.list()).items).toEqual([]);
  });

  test('a decision is stored once, with its data, and later ones return the stored one', async () => {
    const { id, ask, decide, approvals, store } = makeDesk(database());
    const [runId, actionId] = [await ask(id('act')), id('act')];
    const args = { to: 'bob@example.org', text: '\u0000\n🧵' };
    const first = await decide({ runId, actionId, args, comment: 'Fine,\nbut "Bob"\u0000', isRemembered: true });
    expect(first).toEqual({ status: 'confirmed', isFirst: true });
    expect(await decide({ runId, actionId, isConfirmed: false, comment: 'No!' })).toEqual({
      status: 'confirmed',
      isFirst: false,
    });
    expect(await approvals.get(runId, actionId)).toMatchObject({
      status: 'confirmed',
      args: { to: 'ann@example.org' },
      decidedArgs: args,
      comment: 'Fine,\nbut "Bob"\ufffd',
      decidedAt: new Date(nowMs),
    });
    expect(await store.readDecisions(runId)).toEqual([
      { actionId, status: 'confirmed', args: JSON.stringify(args), comment: 'Fine,\nbut "Bob"\ufffd', isRemembered: true },
    ]);
  });

  test.each([
    ['null in their place', { args: null }, 'null', null],
    ['nothing in their place', {}, null, undefined],
  ])('the arguments of a rejected call with %s', async (_, given, stored, shown) => {
    const { id, ask, decide, approvals, store } = makeDesk(database());
    const [runId, actionId] = [await ask(id('act')), id('act')];
    expect(await decide({ runId, actionId, isConfirmed: false, ...given })).toEqual({ status: 'rejected', isFirst: true });
    expect(await store.readDecisions(runId)).toEqual([
      { actionId, status: 'rejected', args: stored, comment: null, isRemembered: false },
    ]);
    expect((await approvals.get(runId, actionId))?.decidedArgs).toBe(shown);
  });

  test('of twenty concurrent decisions exactly one is first, and all return the same one', async () => {
    const { id, ask, decide, approvals } = makeDesk(database());
    const runId = id('run');
    for (let round = 0; round < 5; round++) {
      const actionId = id(`act${round}`);
      await ask(actionId, { runId: `${runId}${round}` });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (__, index) =>
          decide({ runId: `${runId}${round}`, actionId, isConfirmed: index % 2 === 0, comment: `by ${index}` }),
        ),
      );
      const winner = answers.findIndex(({ isFirst }) => isFirst);
      expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([winner % 2 === 0 ? 'confirmed' : 'rejected']));
      expect(await approvals.get(`${runId}${round}`, actionId)).toMatchObject({ comment: `by ${winner}` });
    }
  });

  test('a decision at the deadline or later is expired, for every caller', async () => {
    const { id, ask, decide, approvals, store } = makeDesk(database());
    const [runId, actionId] = [await ask(id('act'), { expiresAtMs: inMs(HOUR_MS) }), id('act')];
    const late = { runId, actionId, args: { to: 'eve' }, comment: 'Yes', isRemembered: true, nowMs: inMs(HOUR_MS) };
    expect(await decide(late)).toEqual({ status: 'expired', isFirst: true });
    expect(await decide({ runId, actionId })).toEqual({ status: 'expired', isFirst: false });
    expect(await approvals.get(runId, actionId)).toMatchObject({
      status: 'expired',
      decidedArgs: undefined,
      comment: null,
      decidedBy: null,
    });
    expect(await store.readDecisions(runId)).toEqual([
      { actionId, status: 'expired', args: null, comment: null, isRemembered: false },
    ]);
    const early = await ask(id('act_early'), { runId: id('run_early'), expiresAtMs: inMs(HOUR_MS) });
    expect(await decide({ runId: early, actionId: id('act_early'), nowMs: inMs(HOUR_MS) - 1 })).toMatchObject({
      status: 'confirmed',
    });
  });

  test('another workspace neither sees nor decides it', async () => {
    const { id, ask, approvals } = makeDesk(database());
    const asked = { runId: await ask(id('act')), actionId: id('act') };
    const others = reposFor(database().db, workspaceId(id('ws_other'))).approvals;
    const yes = { ...asked, isConfirmed: true, isRemembered: false, nowMs };
    await expect(others.decide(yes)).rejects.toMatchObject({ code: 'approval-not-found' });
    expect(await others.get(asked.runId, asked.actionId)).toBeNull();
    expect(await others.list()).toMatchObject({ items: [] });
    expect(await approvals.get(asked.runId, asked.actionId)).toMatchObject({ status: 'pending' });
  });

  test('an approval is found only under its own run', async () => {
    const { id, ask, decide, approvals, append } = makeDesk(database());
    const runId = await ask(id('act'));
    await append({ runId: id('run_other') });
    for (const [run, action] of [
      [id('run_other'), id('act')],
      [runId, 'act_none'],
      ['run_none', id('act')],
    ] as const) {
      await expect(decide({ runId: run, actionId: action })).rejects.toMatchObject({ code: 'approval-not-found' });
      expect(await approvals.get(run, action)).toBeNull();
    }
    expect(await approvals.get(runId, id('act'))).toMatchObject({ status: 'pending' });
  });

  test.each(['succeeded', 'failed', 'cancelled'] as const)('nothing is decided any more of a run that has %s', async (status) => {
    const { id, ask, decide, approvals, append } = makeDesk(database());
    const runId = await ask(id('act_open'));
    await append({ runId, events: makeEvents(2, 2), status: 'running', approvals: [makeAsk({ actionId: id('act_done') })] });
    await decide({ runId, actionId: id('act_done') });
    await append({ runId, events: makeEvents(3, 3), status });
    await expect(decide({ runId, actionId: id('act_open') })).rejects.toMatchObject({ code: 'run-ended', details: { status } });
    expect(await decide({ runId, actionId: id('act_done') })).toEqual({ status: 'confirmed', isFirst: false });
    expect(await approvals.get(runId, id('act_open'))).toMatchObject({ status: 'expired', decidedAt: null });
  });

  test('a waiting run is found once it has a decision, until a batch of it applies that', async () => {
    const { id, append, ask, decide, store, findDecided } = makeDesk(database());
    const runIds = await Promise.all(['a', 'b', 'c'].map((name) => ask(id(`act_${name}`), { runId: id(`run_${name}`) })));
    const found = async () => (await findDecided()).filter((runId) => runIds.includes(runId));
    const [a, b, c] = runIds as [string, string, string];
    expect(await found()).toEqual([]);
    await decide({ runId: a, actionId: id('act_a') });
    await decide({ runId: b, actionId: id('act_b'), isConfirmed: false });
    expect(await found()).toEqual([a, b]);
    const consumedApprovals = [id('act_a')];
    // Neither by another run nor before it is decided.
    await append({
      runId: c,
      events: makeEvents(2, 2),
      status: 'waiting',
      consumedApprovals: [...consumedApprovals, id('act_c')],
    });
    expect(await found()).toEqual([a, b]);
    await append({ runId: a, events: makeEvents(2, 2), status: 'waiting', consumedApprovals });
    expect(await found()).toEqual([b]);
    expect(await store.readDecisions(a)).toHaveLength(1);
    await decide({ runId: c, actionId: id('act_c') });
    await append({ runId: b, events: makeEvents(2, 2), status: 'running' });
    expect(await found()).toEqual([c]);
  });

  test('a withdrawn approval expires or stays decided and is no pending signal; approvals of other runs stay', async () => {
    const { id, append, ask, decide, approvals, findDecided } = makeDesk(database());
    const runId = await ask(id('act_open'));
    const otherId = await ask(id('act_other'), { runId: id('run_other') });
    await append({ runId, events: makeEvents(2, 2), status: 'running', approvals: [makeAsk({ actionId: id('act_late') })] });
    await decide({ runId, actionId: id('act_late') });
    const withdrawnApprovals = [id('act_open'), id('act_late'), id('act_other')];
    await append({ runId, events: makeEvents(3, 3), status: 'waiting', withdrawnApprovals });
    expect(await approvals.get(runId, id('act_open'))).toMatchObject({ status: 'expired', decidedAt: expect.any(Date) });
    expect(await approvals.get(runId, id('act_late'))).toMatchObject({ status: 'confirmed' });
    expect(await decide({ runId, actionId: id('act_open') })).toEqual({ status: 'expired', isFirst: false });
    expect(await findDecided()).not.toContain(runId);
    expect(await approvals.get(otherId, id('act_other'))).toMatchObject({ status: 'pending' });
  });

  test('decisions are read in the order they were made, those that are open not at all', async () => {
    const { id, append, decide, store } = makeDesk(database());
    const runId = id('run');
    const actionIds = ['x', 'y', 'z'].map(id);
    await append({ runId, approvals: actionIds.map((actionId) => makeAsk({ actionId })) });
    await decide({ runId, actionId: id('y'), nowMs });
    await decide({ runId, actionId: id('x'), nowMs: nowMs + 1, isConfirmed: false });
    expect(await store.readDecisions(runId)).toMatchObject([{ actionId: id('y') }, { actionId: id('x'), status: 'rejected' }]);
    expect(await store.readDecisions('run_none')).toEqual([]);
  });

  test('pages hold every approval once, newest first, also many of the same moment', async () => {
    const { id, append, ask, approvals } = makeDesk(database());
    const runId = id('run');
    const actionIds = Array.from({ length: 11 }, (_, index) => id(`act${String(index).padStart(2, '0')}`));
    await append({ runId, approvals: actionIds.map((actionId) => makeAsk({ actionId })) });
    await ask(id('act_last'), { runId: id('run_last') });
    for (const filter of [{}, { status: 'pending' } as const]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await approvals.list({ ...filter, cursor, limit: 5 });
        expect(page.items.length).toBeLessThanOrEqual(5);
        seen.push(...page.items.map(({ actionId }) => actionId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual([id('act_last'), ...actionIds]);
    }
    expect((await approvals.list({ runId, limit: 100 })).items.map(({ actionId }) => actionId)).toEqual(actionIds);
    await expect(approvals.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'body-invalid' });
  });

  test('pending lists only what can still be decided; the other states are unchanged', async () => {
    const { id, ask, decide, append, approvals } = makeDesk(database());
    const runOf = (name: string) => id(`run_${name}`);
    for (const name of ['open', 'busy', 'over', 'ended', 'yes', 'no']) {
      const expiresAtMs = inMs(name === 'over' ? -1 : HOUR_MS);
      await ask(id(name), { runId: runOf(name), expiresAtMs, status: name === 'busy' ? 'running' : 'waiting' });
    }
    await append({ runId: runOf('ended'), events: makeEvents(2, 2), status: 'cancelled' });
    await decide({ runId: runOf('yes'), actionId: id('yes') });
    await decide({ runId: runOf('no'), actionId: id('no'), isConfirmed: false });
    const listed = async (options: Parameters<typeof approvals.list>[0]) =>
      (await approvals.list(options)).items.map(({ actionId }) => actionId).toSorted();
    const named = (...names: string[]) => names.map(id).toSorted();
    expect(await listed({ status: 'pending', nowMs })).toEqual(named('open', 'busy'));
    expect(await listed({ status: 'pending' })).toEqual(named('open', 'busy'));
    expect(await listed({ status: 'pending', nowMs: inMs(HOUR_MS) })).toEqual([]);
    expect(await listed({ status: 'pending', runId: runOf('busy') })).toEqual(named('busy'));
    expect(await listed({ status: 'confirmed' })).toEqual(named('yes'));
    expect(await listed({ status: 'rejected' })).toEqual(named('no'));
    expect(await listed({ status: 'rejected', runId: runOf('yes') })).toEqual([]);
    expect(await listed({})).toEqual(named('open', 'busy', 'over', 'ended', 'yes', 'no'));
  });
});

eachDatabase('time', (database) => {
  test('due approvals expire once, and the next due time is returned', async () => {
    const { id, ask, decide, append, store, approvals, findDecided } = makeDesk(database());
    expect(await store.expireApprovals(nowMs)).toEqual({ runIds: [], nextAtMs: undefined });
    const asked = { soon: 10, later: 20, never: 10, ended: 10 };
    for (const [name, durationMs] of Object.entries(asked))
      await ask(id(name), { runId: id(`run_${name}`), expiresAtMs: inMs(durationMs) });
    await decide({ runId: id('run_never'), actionId: id('never') });
    await append({ runId: id('run_ended'), events: makeEvents(2, 2), status: 'cancelled' });
    expect(await store.expireApprovals(inMs(9))).toEqual({ runIds: [], nextAtMs: inMs(10) });
    expect(await store.expireApprovals(inMs(10))).toEqual({ runIds: [id('run_soon')], nextAtMs: inMs(20) });
    expect(await store.expireApprovals(inMs(10))).toEqual({ runIds: [], nextAtMs: inMs(20) });
    expect(await approvals.get(id('run_soon'), id('soon'))).toMatchObject({ status: 'expired', decidedAt: new Date(inMs(10)) });
    expect(await approvals.get(id('run_never'), id('never'))).toMatchObject({ status: 'confirmed' });
    expect((await approvals.list({ status: 'expired' })).items.map(({ actionId }) => actionId).toSorted()).toEqual(
      [id('soon'), id('ended')].toSorted(),
    );
    expect(await findDecided()).toEqual(expect.arrayContaining([id('run_soon'), id('run_never')]));
    expect(await store.expireApprovals(inMs(20))).toEqual({ runIds: [id('run_later')], nextAtMs: undefined });
  });

  test('of a person and the deadline at the same moment one decides', async () => {
    const { id, ask, decide, store } = makeDesk(database());
    for (let round = 0; round < 10; round++) {
      const [runId, actionId] = [id(`run${round}`), id(`act${round}`)];
      await ask(actionId, { runId, expiresAtMs: inMs(HOUR_MS) });
      const [person, clock] = await Promise.all([decide({ runId, actionId }), store.expireApprovals(inMs(HOUR_MS))]);
      expect([person, clock.runIds]).toEqual(
        person.isFirst ? [{ status: 'confirmed', isFirst: true }, []] : [{ status: 'expired', isFirst: false }, [runId]],
      );
    }
  });
});

eachDatabase('at a start', (database) => {
  test('a start finds runs that are running, decided or due, and no others that wait', async () => {
    const { id, ask, append, decide, store } = makeDesk(database());
    expect(await store.hasUnfinishedRuns()).toBe(false);
    const runId = await ask(id('act'), { expiresAtMs: Date.now() + HOUR_MS });
    expect(await store.hasUnfinishedRuns()).toBe(false);
    await decide({ runId, actionId: id('act') });
    expect(await store.hasUnfinishedRuns()).toBe(true);
    await append({ runId, events: makeEvents(2, 2), status: 'waiting', consumedApprovals: [id('act')] });
    expect(await store.hasUnfinishedRuns()).toBe(false);
    await append({ runId, events: makeEvents(3, 3), status: 'running' });
    expect(await store.hasUnfinishedRuns()).toBe(true);
    await append({ runId, events: makeEvents(4, 4), status: 'succeeded' });
    expect(await store.hasUnfinishedRuns()).toBe(false);

    const due = await ask(id('act_due'), { runId: id('run_due'), expiresAtMs: Date.now() - 1 });
    expect(await store.hasUnfinishedRuns()).toBe(true);
    await append({ runId: due, events: makeEvents(2, 2), status: 'cancelled' });
    await store.expireApprovals(Date.now());
    expect(await store.hasUnfinishedRuns()).toBe(false);
  });
});
