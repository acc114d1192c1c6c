import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { QueuedRuns } from '#lib/ports/run-queue.ts';
import { workspaceId as makeWorkspaceId } from '#lib/ports/run-store.ts';
import type { RunEventType } from '#lib/run/run-event.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { LeaseStore } from '#server/db/queue/lease-store.ts';
import { PgQueuedRuns } from '#server/db/queue/queued-runs.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { eachDatabase } from '#tests/support/databases.ts';
import { localWorkspace, makeAsk, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

const workspaceId = localWorkspace;
const otherWorkspace = makeWorkspaceId('ws_other');
type LoggedEvent = { readonly type: RunEventType; readonly result?: string; readonly error?: string };
const eventOf = (seq: number, { type, ...fields }: LoggedEvent) => ({
  seq,
  type,
  json: JSON.stringify({ seq, at: 1, v: 1, type, nodeId: 'a', content: '{"type":"node_finished"}', ...fields }),
});

eachDatabase('queued runs', (database) => {
  /** A process with a lease. */
  async function join({ maxPerWorkspace = 0 }: { maxPerWorkspace?: number } = {}) {
    const { pool } = database();
    const leases = new LeaseStore(pool, { kind: 'worker' });
    await leases.register();
    return {
      leases,
      store: new PgRunStore(pool, { instance: leases }),
      queued: new PgQueuedRuns(pool, { leases, maxPerWorkspace }),
    };
  }
  type Process = Awaited<ReturnType<typeof join>>;
  /** The lease of a process expires, as when it is disconnected. */
  const runOut = ({ leases }: Process) =>
    database().pool.query("UPDATE holders SET lease_until = lease_until - interval '1 hour' WHERE id = $1", [leases.id]);
  const statusOf = async (runId: string) => (await reposFor(database().db, workspaceId).runs.get(runId))?.status;
  const takeoversOf = async (runId: string) =>
    (await database().pool.query<{ takeovers: number }>('SELECT takeovers FROM runs WHERE id = $1', [runId])).rows[0]?.takeovers;

  test('a queued run has no lease, and of many concurrent claims one succeeds', async () => {
    const processes = await Promise.all(Array.from({ length: 5 }, () => join()));
    const [first] = processes as [Process];
    await first.store.append([makeBatch({ runId: 'run_q1', status: 'queued' })]);
    expect(await first.queued.find(10)).toEqual([{ runId: 'run_q1', workspaceId, leaseToken: 1, isStranger: false }]);
    const claims = await Promise.all(processes.map(({ queued }) => queued.claim({ runId: 'run_q1', workspaceId })));
    expect(claims.filter((claim) => claim !== undefined)).toMatchObject([{ runId: 'run_q1', leaseToken: 2, crashCount: 0 }]);
    expect(await statusOf('run_q1')).toBe('running');
    expect(await first.queued.find(10)).toEqual([]);
    await first.store.append([makeBatch({ runId: 'run_q1', leaseToken: 2, events: makeEvents(2, 2), status: 'succeeded' })]);
    expect(await first.queued.claim({ runId: 'run_q1', workspaceId })).toBeUndefined();
  });

  test('runs of one session are claimed one after the other, first in, first out', async () => {
    const { store, queued } = await join();
    const deployment = { slug: 's', version: 1, owner: { kind: 'endpoint', id: 's' }, sessionId: 'chat' } as const;
    const runIds = ['run_s1', 'run_s2', 'run_s3'];
    for (const runId of runIds) await store.append([makeBatch({ runId, status: 'queued', mode: 'deployed', deployment })]);
    const claim = (runId: string) => queued.claim({ runId, workspaceId });
    expect(await claim('run_s2')).toBeUndefined();
    const claims = await Promise.all(runIds.map(claim));
    expect(claims.map((found) => found?.runId)).toEqual(['run_s1', undefined, undefined]);
    expect(await queued.findNext('run_s1')).toEqual([]);
    await store.append([makeBatch({ runId: 'run_s1', leaseToken: 2, events: makeEvents(2, 2), status: 'waiting' })]);
    // A waiting run does not block others.
    expect(await queued.findNext('run_s1')).toMatchObject([{ runId: 'run_s2' }]);
    expect(await claim('run_s3')).toBeUndefined();
    expect(await claim('run_s2')).toMatchObject({ runId: 'run_s2' });
    // Another session, or the same one of another endpoint, does not count.
    const others = [
      { ...deployment, sessionId: 'other' },
      { ...deployment, slug: 'else' },
    ];
    for (const [index, other] of others.entries()) {
      await store.append([makeBatch({ runId: `run_o${index}`, status: 'queued', mode: 'deployed', deployment: other })]);
      expect(await claim(`run_o${index}`)).toBeDefined();
    }
  });

  test('a decided run waits for the running one of its session, and one that is to be stopped does not', async () => {
    const { store, queued } = await join();
    const deployment = { slug: 's', version: 1, owner: { kind: 'endpoint', id: 's' }, sessionId: 'decided' } as const;
    const begin = (runId: string, batch: object) => store.append([makeBatch({ runId, mode: 'deployed', deployment, ...batch })]);
    await begin('run_d1', { status: 'waiting', approvals: [makeAsk({ actionId: 'act_d1' })] });
    await begin('run_d2', { status: 'waiting', approvals: [makeAsk({ actionId: 'act_d2' })] });
    await begin('run_d3', { status: 'queued' });
    const claim = (runId: string) => queued.claim({ runId, workspaceId });
    expect(await claim('run_d3')).toMatchObject({ runId: 'run_d3' });
    await database().pool.query(
      "UPDATE approvals SET status = 'approved', decided_at = now() WHERE action_id IN ('act_d1', 'act_d2')",
    );
    expect(await claim('run_d1')).toBeUndefined();
    await reposFor(database().db, workspaceId).runs.requestStop('run_d2');
    expect(await claim('run_d2')).toMatchObject({ runId: 'run_d2' });
    for (const runId of ['run_d2', 'run_d3'])
      await store.append([makeBatch({ runId, leaseToken: 2, events: makeEvents(2, 2), status: 'cancelled' })]);
    expect(await claim('run_d1')).toMatchObject({ runId: 'run_d1' });
  });

  test('a workspace never exceeds its concurrency limit, however many claims are made at once', async () => {
    await database().pool.query(`UPDATE runs SET status = 'cancelled' WHERE status = 'running'`);
    const processes = await Promise.all(Array.from({ length: 4 }, () => join({ maxPerWorkspace: 3 })));
    const [first] = processes as [Process];
    const runIds = Array.from({ length: 12 }, (_, index) => `run_w${index}`);
    for (const runId of runIds) await first.store.append([makeBatch({ runId, status: 'queued' })]);
    const claims = await Promise.all(runIds.map((runId, index) => processes[index % 4]?.queued.claim({ runId, workspaceId })));
    const had = claims.flatMap((claim) => claim?.runId ?? []);
    expect(had).toHaveLength(3);
    await first.store.append([makeBatch({ runId: had[0] ?? '', leaseToken: 2, events: makeEvents(2, 2), status: 'failed' })]);
    const [next] = await first.queued.findNext(had[0] ?? '');
    expect(await first.queued.claim({ runId: next?.runId ?? '', workspaceId })).toBeDefined();
    await database().pool.query(`UPDATE runs SET status = 'cancelled' WHERE status IN ('queued', 'running')`);
  });

  test('queued runs of a full workspace, however many and old, do not hide those of another one', async () => {
    const { pool } = database();
    await pool.query(`UPDATE runs SET status = 'cancelled' WHERE status IN ('queued', 'running', 'waiting')`);
    await pool.query(`INSERT INTO workspaces (id, name) VALUES ('ws_other', 'Other') ON CONFLICT DO NOTHING`);
    const { store, queued } = await join({ maxPerWorkspace: 2 });
    await store.append([makeBatch({ runId: 'run_full0' })]);
    const full = Array.from({ length: 9 }, (_, index) => `run_full${index + 1}`);
    for (const runId of full) await store.append([makeBatch({ runId, status: 'queued' })]);
    const others = ['run_other1', 'run_other2', 'run_other3'];
    for (const runId of others) await store.append([makeBatch({ runId, status: 'queued', workspaceId: otherWorkspace })]);
    const found = async (limit: number) => (await queued.find(limit)).map(({ runId }) => runId);
    // As many as each has permits for, the oldest first.
    expect(await found(5)).toEqual(['run_full1', 'run_other1', 'run_other2']);
    expect(await found(2)).toEqual(['run_full1', 'run_other1']);
    await queued.claim({ runId: 'run_full1', workspaceId });
    expect(await found(5)).toEqual(['run_other1', 'run_other2']);
    await pool.query(`UPDATE runs SET status = 'cancelled' WHERE status IN ('queued', 'running')`);
  });

  describe('beside a backlog of visitors', () => {
    const deployment = { slug: 'page', version: 1, owner: { kind: 'visitor', id: 'visitor_ada' } } as const;

    /** Queues the four runs of a visitor, then three others. */
    async function storeBoth({ store }: Process, name: string) {
      const idsOf = (kind: string, count: number) =>
        Array.from({ length: count }, (_, index) => `run_${name}_${kind}${index + 1}`);
      const [ofVisitor, ofMembers] = [idsOf('a', 4), idsOf('b', 3)] as const;
      for (const runId of ofVisitor) await store.append([makeBatch({ runId, status: 'queued', mode: 'deployed', deployment })]);
      for (const runId of ofMembers) await store.append([makeBatch({ runId, status: 'queued' })]);
      return { ofVisitor, ofMembers };
    }
    const cancelAll = async () => {
      await database().pool.query(`UPDATE runs SET status = 'cancelled' WHERE status IN ('queued', 'running', 'waiting')`);
    };
    beforeEach(cancelAll);
    afterEach(cancelAll);

    test.each([0, 20])('runs of others are found, with a limit of %d per workspace', async (maxPerWorkspace) => {
      const process = await join({ maxPerWorkspace });
      const { ofVisitor, ofMembers } = await storeBoth(process, `found${maxPerWorkspace}`);
      const found = async (...limits: Parameters<QueuedRuns['find']>) =>
        (await process.queued.find(...limits)).map(({ runId, isStranger }) => ({ runId, isStranger }));
      const strangers = ofVisitor.map((runId) => ({ runId, isStranger: true }));
      const others = ofMembers.map((runId) => ({ runId, isStranger: false }));
      expect(await found(2)).toEqual([...strangers.slice(0, 2), ...others.slice(0, 2)]);
      expect(await found(2, { maxOfStrangers: 1 })).toEqual([...strangers.slice(0, 1), ...others.slice(0, 2)]);
      expect(await found(1, { maxOfStrangers: 0 })).toEqual(others.slice(0, 1));
    });

    test('half of the limit of a workspace stays for others, and what ends makes room for one of each', async () => {
      const process = await join({ maxPerWorkspace: 4 });
      const { ofVisitor, ofMembers } = await storeBoth(process, 'half');
      const claim = async (runIds: readonly string[]) => {
        const claims = await Promise.all(runIds.map((runId) => process.queued.claim({ runId, workspaceId })));
        return claims.flatMap((claimed) => claimed?.runId ?? []);
      };
      const had = await claim(ofVisitor);
      expect(had).toHaveLength(2);
      expect((await process.queued.find(2)).map(({ runId }) => runId)).toEqual(ofMembers.slice(0, 2));
      expect(await claim(ofMembers)).toHaveLength(2);
      const ended = makeBatch({ runId: had[0] ?? '', leaseToken: 2, events: makeEvents(2, 2), status: 'failed' });
      await process.store.append([ended]);
      const next = await process.queued.findNext(had[0] ?? '');
      expect(next.map(({ isStranger }) => isStranger)).toEqual([false, true]);
    });

    test('a run that a process hands over stays one of a visitor', async () => {
      const process = await join();
      const { ofVisitor, ofMembers } = await storeBoth(process, 'handed');
      const claimed = [ofVisitor[0] ?? '', ofMembers[0] ?? ''];
      for (const runId of claimed) await process.queued.claim({ runId, workspaceId });
      const queuedAgain = (await process.leases.handOver()).map(({ runId, isStranger }) => [runId, isStranger]);
      expect(Object.fromEntries(queuedAgain)).toEqual({ [claimed[0] ?? '']: true, [claimed[1] ?? '']: false });
    });
  });

  test('a decided run of a full workspace is found once there is a free permit, and one that is to be stopped at once', async () => {
    const { store, queued } = await join({ maxPerWorkspace: 1 });
    await store.append([makeBatch({ runId: 'run_t1', status: 'waiting', approvals: [makeAsk({ actionId: 'act_t1' })] })]);
    await store.append([makeBatch({ runId: 'run_t2', status: 'waiting', approvals: [makeAsk({ actionId: 'act_t2' })] })]);
    await store.append([makeBatch({ runId: 'run_busy' })]);
    await database().pool.query("UPDATE approvals SET status = 'approved', decided_at = now() WHERE action_id = 'act_t1'");
    await reposFor(database().db, workspaceId).runs.requestStop('run_t2');
    const found = async () => (await queued.find(10)).map(({ runId }) => runId);
    expect(await found()).toEqual(['run_t2']);
    await store.append([makeBatch({ runId: 'run_busy', events: makeEvents(2, 2), status: 'succeeded' })]);
    expect(await found()).toEqual(['run_t1', 'run_t2']);
    await database().pool.query(`UPDATE runs SET status = 'cancelled' WHERE status = 'waiting'`);
  });

  test('an expired lease may be renewed until the run is requeued, and never after that', async () => {
    const [late, other] = await Promise.all([join(), join()]);
    await runOut(late);
    expect(await late.leases.heartbeat()).toBe(true);
    await late.store.append([makeBatch({ runId: 'run_late' })]);
    await runOut(late);
    expect(await other.leases.markExpired()).toBe(true);
    expect(await late.leases.heartbeat()).toBe(false);
    const [found] = await other.leases.requeueLost(10);
    expect(found).toEqual({ runId: 'run_late', workspaceId, leaseToken: 2, isStranger: false });
    expect(await statusOf('run_late')).toBe('queued');
    expect(await late.store.append([makeBatch({ runId: 'run_late', events: makeEvents(2, 2) })])).toEqual(new Set());
    const before = late.leases.id;
    await late.leases.register();
    expect(late.leases.id).not.toBe(before);
    expect(await late.queued.claim({ runId: 'run_late', workspaceId })).toMatchObject({ leaseToken: 3, crashCount: 1 });
  });

  test('the runs of a process that lives are not taken, and those of several that are lost are taken once', async () => {
    const [alive, lost, first, second] = await Promise.all([join(), join(), join(), join()]);
    await alive.store.append([makeBatch({ runId: 'run_alive' })]);
    const runIds = Array.from({ length: 9 }, (_, index) => `run_many${index}`);
    await lost.store.append(runIds.map((runId) => makeBatch({ runId })));
    await runOut(lost);
    await first.leases.markExpired();
    const found = (await Promise.all([first.leases.requeueLost(5), second.leases.requeueLost(5)])).flat();
    const rest = await first.leases.requeueLost(20);
    expect(
      [...found, ...rest]
        .map(({ runId }) => runId)
        .filter((runId) => runId.startsWith('run_many'))
        .sort(),
    ).toEqual(runIds);
    expect(await alive.store.append([makeBatch({ runId: 'run_alive', events: makeEvents(2, 2) })])).toEqual(
      new Set(['run_alive']),
    );
  });

  /** A run whose processes crash one after another, each after appending these events. */
  function makeLosing(runId: string, { hasCompany = false } = {}) {
    let leaseToken = 1;
    let seq = 1;
    return async (...events: LoggedEvent[]) => {
      const holder = await join();
      if (leaseToken === 1) await holder.store.append([makeBatch({ runId, events: [eventOf(1, { type: 'node_started' })] })]);
      else leaseToken = (await holder.queued.claim({ runId, workspaceId }))?.leaseToken ?? 0;
      const batch = events.map((event) => eventOf(++seq, event));
      if (batch.length > 0) await holder.store.append([makeBatch({ runId, leaseToken, events: batch })]);
      if (hasCompany) await holder.store.append([makeBatch({ runId: `${runId}_beside_${leaseToken}` })]);
      await runOut(holder);
      const other = await join();
      await other.leases.markExpired();
      await other.leases.requeueLost(10);
      leaseToken++;
      return takeoversOf(runId);
    };
  }

  test('the crash count of a run is reset by progress', async () => {
    const lose = makeLosing('run_poison');
    expect(await lose()).toBe(1);
    expect(await lose({ type: 'run_resumed' }, { type: 'node_started' })).toBe(2);
    // It was alone in its process, so it caused the crash.
    expect(await lose({ type: 'run_resumed' }, { type: 'node_started' })).toBe(4);
    expect(await lose({ type: 'run_resumed' }, { type: 'effect_finished', result: 'sent' })).toBe(1);
    expect(await lose()).toBe(2);
    expect(await lose({ type: 'run_resumed' }, { type: 'node_finished' })).toBe(1);
    // Approval to repeat an effect with unknown outcome: the next process finds it and creates no
    // other one.
    expect(await lose({ type: 'run_resumed' }, { type: 'confirm_required' })).toBe(1);
  });

  test('a third crash does not confirm a poison run while its process had other runs', async () => {
    const lose = makeLosing('run_in_company', { hasCompany: true });
    for (const steps of [1, 2, 3, 4, 4]) expect(await lose({ type: 'run_resumed' }, { type: 'node_started' })).toBe(steps);
  });

  test.each<readonly [string, LoggedEvent[]]>([
    ['a model streams', [{ type: 'llm_call' }, { type: 'thinking' }, { type: 'content' }]],
    ['a model answers before its answer is kept', [{ type: 'llm_call' }, { type: 'content' }, { type: 'llm_result' }]],
    ['its code prints', [{ type: 'code_output' }]],
    ['it tries a second time', [{ type: 'node_retried' }, { type: 'node_started' }]],
    ['a request fails first', [{ type: 'effect_started' }, { type: 'effect_finished', error: 'refused' }]],
    [
      'a result is thrown away first',
      [{ type: 'effect_started' }, { type: 'effect_finished', result: 'no JSON' }, { type: 'effect_discarded' }],
    ],
    ['its conversation is made shorter first', [{ type: 'context_compacted' }, { type: 'tool_call' }]],
  ])('events that every process repeats are no progress: one in which %s', async (what, again) => {
    const lose = makeLosing(`run_poison_${what.replaceAll(' ', '_')}`);
    for (const count of [1, 2, 4]) expect(await lose({ type: 'run_resumed' }, { type: 'node_started' }, ...again)).toBe(count);
  });

  test('an innocent run is not ended with the poison run: of runs with two crashes a process claims one at a time', async () => {
    const runIds = ['run_innocent', 'run_of_poison'];
    const claimBoth = ({ queued }: Process) =>
      Promise.all(runIds.map(async (runId) => (await queued.claim({ runId, workspaceId }))?.runId));
    const loseAll = async (holder: Process) => {
      await runOut(holder);
      const other = await join();
      await other.leases.markExpired();
      await other.leases.requeueLost(10);
      return Promise.all(runIds.map(takeoversOf));
    };
    const first = await join();
    await first.store.append(runIds.map((runId) => makeBatch({ runId })));
    expect(await loseAll(first)).toEqual([1, 1]);
    const second = await join();
    expect(await claimBoth(second)).toEqual(runIds);
    expect(await loseAll(second)).toEqual([2, 2]);
    // Claims both at once, then again: the process gets only one of them.
    const third = await join();
    const [one] = (await claimBoth(third)).filter((runId) => runId !== undefined);
    expect(await claimBoth(third)).toEqual([undefined, undefined]);
    const fourth = await join();
    const [other] = (await claimBoth(fourth)).filter((runId) => runId !== undefined);
    expect([one, other].sort()).toEqual(runIds);
    expect((await loseAll(one === 'run_of_poison' ? third : fourth)).sort()).toEqual([2, 4]);
    // A run that is to be ended does no harm, and the other one still runs in its process.
    expect((await claimBoth(await join())).filter((runId) => runId !== undefined)).toEqual(['run_of_poison']);
    await database().pool.query(`UPDATE runs SET status = 'cancelled' WHERE status IN ('queued', 'running')`);
  });

  test('a possible poison run that has made progress does not block other claims', async () => {
    const losses = ['run_further', 'run_next'].map((runId) => ({ runId, lose: makeLosing(runId) }));
    for (const { lose } of losses) for (const count of [1, 2]) expect(await lose()).toBe(count);
    const { queued, store } = await join();
    const claim = (runId: string) => queued.claim({ runId, workspaceId });
    const further = await claim('run_further');
    expect(await claim('run_next')).toBeUndefined();
    const { leaseToken = 0, lastSeq = 0 } = further ?? {};
    const finished = eventOf(lastSeq + 1, { type: 'node_finished' });
    await store.append([makeBatch({ runId: 'run_further', leaseToken, events: [finished] })]);
    expect(await claim('run_next')).toBeDefined();
  });

  test('released runs count as no crash, and a process releases only its own', async () => {
    const [leaving, staying] = await Promise.all([join(), join()]);
    await leaving.store.append([
      makeBatch({ runId: 'run_go1' }),
      makeBatch({ runId: 'run_go2' }),
      makeBatch({ runId: 'run_rests', status: 'waiting' }),
    ]);
    await staying.store.append([makeBatch({ runId: 'run_stays' })]);
    expect(await leaving.leases.handOver(['run_go1'])).toMatchObject([{ runId: 'run_go1', leaseToken: 2 }]);
    expect(await leaving.leases.handOver()).toMatchObject([{ runId: 'run_go2', leaseToken: 2 }]);
    expect(await Promise.all(['run_go1', 'run_go2', 'run_rests', 'run_stays'].map(statusOf))).toEqual([
      'queued',
      'queued',
      'waiting',
      'running',
    ]);
    expect(await staying.queued.claim({ runId: 'run_go1', workspaceId })).toMatchObject({ crashCount: 0, leaseToken: 3 });
  });

  test('a dead process of this machine is detected at once, and a live one is not', async () => {
    const [gone, neighbour] = await Promise.all([join(), join()]);
    // No process has this pid: it is above what Linux assigns. The neighbour's is that of the
    // process above this one.
    await database().pool.query('UPDATE holders SET pid = CASE id WHEN $1 THEN 4194305 ELSE $3::int END WHERE id IN ($1, $2)', [
      gone.leases.id,
      neighbour.leases.id,
      process.ppid,
    ]);
    const starting = new LeaseStore(database().pool, { kind: 'worker' });
    await starting.register();
    await starting.markDeadNeighbours();
    expect(await gone.leases.heartbeat()).toBe(false);
    expect(await neighbour.leases.heartbeat()).toBe(true);
  });
});
