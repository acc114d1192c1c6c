import { describe, expect, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import type { RunWaiting } from '#lib/api/run-starts.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { RunService } from '#lib/ports/run-service.ts';
import type { ApprovalAsk, RunBatch } from '#lib/ports/run-store.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { type ApiServer, startApi } from '#tests/support/api-server.ts';
import { withDatabase } from '#tests/support/databases.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { makeAsk, makeBatch, makeEvents } from '#tests/support/run-batch.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

/** A workflow that pays the approved amount, or outputs the rejection. */
const payment = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'sum', type: 'number', required: true }] }],
    ask: ['approval', { title: 'Pay {{start.sum}}?', value: '{{start.sum}}' }],
    pay: ['end', { outputs: { paid: '{{ask}}' } }],
    refuse: ['end', { outputs: { refused: '{{ask.comment}}' } }],
  },
  ['start -> ask', 'ask.approved -> pay', 'ask.rejected -> refuse'],
);

const refusal = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

/** A run suspended with one approval. */
async function makeWaitingRun(api: ApiServer, { ask, batch }: { ask?: Partial<ApprovalAsk>; batch?: Partial<RunBatch> } = {}) {
  const runId = `run_${crypto.randomUUID()}`;
  const actionId = `act_${crypto.randomUUID()}`;
  const asked = makeAsk({ actionId, ...ask });
  await api.store.append([makeBatch({ runId, status: 'waiting', approvals: [asked], events: makeEvents(1, 3), ...batch })]);
  return { runId, actionId };
}

/** Accepts decisions and does nothing. */
function listeningService(takeUpDecisions: RunService['resumeWithDecisions']): RunService {
  const unused = () => Promise.reject(new Error('This test starts no runs'));
  return {
    start: unused,
    readOutcome: unused,
    plan: unused,
    previewPrompt: unused,
    runNode: unused,
    stop: unused,
    resumeWithDecisions: takeUpDecisions,
  };
}

withDatabase('approvals over HTTP', (database) => {
  describe('a decision', () => {
    async function startListening() {
      const takenUp: string[] = [];
      const runs = listeningService(async (runId) => void takenUp.push(runId));
      return { api: await startApi(database(), { runs }), takenUp };
    }

    test('is stored once: later ones return the first', async () => {
      const { api, takenUp } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api);
      const params = { id: runId, actionId };
      const body = { confirmed: true, args: { to: 'bob@example.org' }, comment: 'To Bob instead' };
      expect(await api.client.decideApproval({ params, body })).toEqual({
        status: 'confirmed',
        nextAction: { runId, streamUrl: `/api/v1/runs/${runId}/events?after=3` },
      });
      expect(await api.client.decideApproval({ params, body: { confirmed: false } })).toMatchObject({ status: 'confirmed' });
      expect(takenUp).toEqual([runId, runId]);
      const { items } = await api.client.listRunApprovals({ params: { id: runId } });
      expect(items).toMatchObject([
        {
          actionId,
          runId,
          workflowName: 'Test',
          nodeId: 'a',
          kind: 'tool',
          tool: 'send_mail',
          toolCallId: 'call_1',
          description: 'Send a mail',
          status: 'confirmed',
          comment: 'To Bob instead',
          args: { to: 'ann@example.org' },
          decidedArgs: { to: 'bob@example.org' },
          decidedAt: expect.any(String),
          decidedBy: { kind: 'workspace', name: null },
        },
      ]);
    });

    test('may be a no, which changes no arguments', async () => {
      const { api } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api);
      const body = { confirmed: false, args: { to: 'nobody' }, comment: 'Not now', remember: true };
      expect(await api.client.decideApproval({ params: { id: runId, actionId }, body })).toMatchObject({ status: 'rejected' });
      expect(await api.store.readDecisions(runId)).toEqual([
        { actionId, status: 'rejected', args: null, comment: 'Not now', isRemembered: false },
      ]);
    });

    test('of an effect may be its result, and is named so', async () => {
      const { api } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api, { ask: { kind: 'effect' } });
      const params = { id: runId, actionId };
      const decided = await api.client.decideApproval({ params, body: { confirmed: false, result: { id: 7 } } });
      expect(decided.status).toBe('answered');
      // A later one learns what was decided.
      expect((await api.client.decideApproval({ params, body: { confirmed: true } })).status).toBe('answered');
      const of = async (status: 'answered' | 'rejected') =>
        (await api.client.listApprovals({ query: { runId, status } })).items.map((one) => one.decidedArgs);
      expect([await of('answered'), await of('rejected')]).toEqual([[{ id: 7 }], []]);
      const other = await makeWaitingRun(api, { ask: { kind: 'effect' } });
      const refused = { id: other.runId, actionId: other.actionId };
      expect((await api.client.decideApproval({ params: refused, body: { confirmed: false } })).status).toBe('rejected');
    });

    test('is too late after the deadline', async () => {
      const { api } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api, { ask: { expiresAtMs: Date.now() - 1 } });
      const decided = await api.client.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
      expect(decided.status).toBe('expired');
    });

    test('for an unknown approval or a finished run is refused', async () => {
      const { api, takenUp } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api);
      const other = await makeWaitingRun(api);
      const decide = (id: string, action: string) =>
        refusal(api.client.decideApproval({ params: { id, actionId: action }, body: { confirmed: true } }));
      expect(await decide('run_unknown', actionId)).toMatchObject({ status: 404, code: 'run-not-found' });
      expect(await decide(runId, 'act_unknown')).toMatchObject({ status: 404, code: 'approval-not-found' });
      expect(await decide(runId, other.actionId)).toMatchObject({ status: 404, code: 'approval-not-found' });
      await api.store.append([makeBatch({ runId, status: 'cancelled', outputs: '{}', events: makeEvents(4, 4) })]);
      expect(await decide(runId, actionId)).toMatchObject({
        status: 409,
        code: 'run-ended',
        details: { status: 'cancelled' },
      });
      expect(takenUp).toEqual([]);
    });

    test('is refused when it has too many values, however small it is in bytes', async () => {
      const { api, takenUp } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api);
      const args = Array.from({ length: 500_000 }, () => 1e20);
      const body = `{"confirmed":true,"args":${JSON.stringify(args).replaceAll('100000000000000000000', '1e20')}}`;
      const answer = await fetch(`${api.url}/api/v1/runs/${runId}/approvals/${actionId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(400);
      expect(await api.store.readDecisions(runId)).toEqual([]);
      expect(takenUp).toEqual([]);
    });

    test('taken while the server shuts down is no fault of anybody', async () => {
      const runs = listeningService(() => Promise.reject(new AppError('unavailable', 'The server is shutting down')));
      const api = await startApi(database(), { runs });
      const { runId, actionId } = await makeWaitingRun(api);
      const decided = await api.client.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
      expect(decided.status).toBe('confirmed');
      expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
    });

    test('must have a valid body', async () => {
      const { api } = await startListening();
      const { runId, actionId } = await makeWaitingRun(api);
      const url = `${api.url}/api/v1/runs/${runId}/approvals/${actionId}`;
      for (const body of [
        {},
        { confirmed: 'yes' },
        { confirmed: true, approve: true },
        { confirmed: true, comment: 'x'.repeat(2001) },
      ])
        expect(await callApi(url, { body })).toMatchObject({ status: 400, json: { error: { code: 'body-invalid' } } });
    });

    test('is stored although the run could not be resumed at once', async () => {
      const runs = listeningService(() => Promise.reject(new Error('The database went away')));
      const api = await startApi(database(), { runs });
      const { runId, actionId } = await makeWaitingRun(api);
      const decided = await api.client.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
      expect(decided.status).toBe('confirmed');
      expect(api.log).toContainEqual(
        expect.objectContaining({
          level: 'error',
          fields: expect.objectContaining({ runId }),
          message: expect.stringContaining('could not be resumed'),
        }),
      );
    });
  });

  describe('open approvals', () => {
    test('are listed for the workspace, newest first and page by page, and with their run', async () => {
      const api = await startApi(database());
      const first = await makeWaitingRun(api, { ask: { description: 'first' } });
      const second = await makeWaitingRun(api, {
        ask: { description: 'second', kind: 'value', tool: 'approval', toolCallId: null },
      });
      // All may have been stored in one millisecond, within which ids decide.
      for (const [index, { runId }] of [first, second].entries())
        await database().pool.query("UPDATE approvals SET created_at = created_at + $1 * interval '1 second' WHERE run_id = $2", [
          index + 1,
          runId,
        ]);
      const third = await makeWaitingRun(api, { ask: { expiresAtMs: Date.now() - 1 } });
      const page = await api.client.listApprovals({ query: { status: 'pending', limit: 1 } });
      expect(page.items).toMatchObject([
        { ...second, description: 'second', kind: 'value', toolCallId: null, status: 'pending' },
      ]);
      const next = await api.client.listApprovals({ query: { status: 'pending', limit: 1, cursor: String(page.nextCursor) } });
      expect(next.items).toMatchObject([first]);
      expect((await api.client.listApprovals({ query: { runId: third.runId } })).items).toMatchObject([third]);
      expect((await api.client.listApprovals({ query: { runId: third.runId, status: 'pending' } })).items).toEqual([]);
      expect(await api.client.getRun({ params: { id: second.runId } })).toMatchObject({
        status: 'waiting',
        outputs: null,
        approvals: [{ actionId: second.actionId, nodeId: 'a', kind: 'value', tool: 'approval', description: 'second' }],
      });
    });

    test('name their node by its label, with the id where two nodes have one label', async () => {
      const api = await startApi(database());
      const labelled = (labels: Record<string, string>) => ({
        ...payment,
        nodes: payment.nodes.map((node) => ({ ...node, label: labels[node.id] ?? '' })),
      });
      const asked = async (labels: Record<string, string>) => {
        const { json } = await callApi(`${api.url}/api/v1/runs`, {
          body: { document: labelled(labels), inputs: { sum: 5 }, mode: 'sync' },
        });
        const { items } = await api.client.listApprovals({ query: { runId: String(json.runId) } });
        return items.map(({ nodeLabel }) => nodeLabel);
      };
      expect(await asked({ ask: 'Release' })).toEqual(['Release']);
      expect(await asked({ ask: 'Release', pay: 'Release' })).toEqual(['Release (ask)']);
      expect(await asked({})).toEqual([undefined]);
    });

    test('are visible to a key for runs of its endpoint only, and the arguments only if the endpoint publishes them', async () => {
      const api = await startApi(database(), { runs: listeningService(async () => {}) });
      for (const events of [undefined, 'full'] as const) {
        const { slug, key, workflowId } = await publish(api.url, payment, {
          allow: { decisions: true },
          ...(events && { events }),
        });
        const batch = {
          workflowId,
          mode: 'deployed',
          deployment: { slug, version: 1, owner: { kind: 'endpoint', id: slug } },
        } as const;
        const { runId, actionId } = await makeWaitingRun(api, { batch });
        const other = await makeWaitingRun(api);
        const ask = (path: string, body?: unknown) => callApi(`${api.url}/api/v1${path}`, { headers: bearer(key), body });
        const listed = await ask(`/runs/${runId}/approvals?status=pending`);
        const description = events === 'full' ? 'Send a mail' : 'send_mail';
        expect(listed.json.items).toMatchObject([{ actionId, tool: 'send_mail', description }]);
        expect(JSON.stringify(listed.json).includes('ann@example.org')).toBe(events === 'full');
        expect(await ask('/approvals')).toMatchObject({ status: 403 });
        expect(await ask(`/runs/${other.runId}/approvals`)).toMatchObject({ status: 404 });
        expect(await ask(`/runs/${other.runId}/approvals/${other.actionId}`, { confirmed: true })).toMatchObject({ status: 404 });
        const decided = await ask(`/runs/${runId}/approvals/${actionId}`, { confirmed: true, comment: 'SECRET COMMENT' });
        expect(decided).toMatchObject({ status: 200, json: { status: 'confirmed' } });
        const after = JSON.stringify((await ask(`/runs/${runId}/approvals`)).json);
        expect(after.includes('SECRET COMMENT')).toBe(events === 'full');
      }
    });
  });

  describe('a workflow that asks', () => {
    const runPayment = async (api: ApiServer) =>
      (await api.client.runDocument({ body: { document: payment, inputs: { sum: 12 }, mode: 'sync' } })) as RunWaiting;

    test('answers a waiting caller with the approval, and continues with the decision', async () => {
      const api = await startApi(database());
      const answer = await callApi(`${api.url}/api/v1/runs`, { body: { document: payment, inputs: { sum: 12 } } });
      const { runId } = answer.json;
      expect(answer).toMatchObject({ status: 202, headers: { location: `/api/v1/runs/${runId}` } });
      expect(answer.json).toEqual({
        runId,
        status: 'waiting',
        approvals: [
          {
            actionId: expect.any(String),
            nodeId: 'ask',
            kind: 'value',
            tool: 'approval',
            description: expect.stringContaining('Pay 12?'),
            expiresAt: expect.any(String),
          },
        ],
        statusUrl: `/api/v1/runs/${runId}`,
        eventsUrl: `/api/v1/runs/${runId}/events`,
      });
      const { approvals } = answer.json as RunWaiting;
      const params = { id: String(runId), actionId: String(approvals[0]?.actionId) };
      const { nextAction } = await api.client.decideApproval({
        params,
        body: { confirmed: true, args: 10, comment: 'Ten will do' },
      });
      const events = await readEvents(api.url + nextAction.streamUrl);
      expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run_resumed', 'approval_decided', 'done']));
      expect(events.find(({ type }) => type === 'approval_decided')).toMatchObject({ status: 'confirmed', args: 10 });
      expect(events.at(-1)).toMatchObject({ type: 'done', status: 'succeeded', outputs: { paid: 10 } });
    });

    test('continues after a rejection, too', async () => {
      const api = await startApi(database());
      const { runId, approvals } = await runPayment(api);
      const params = { id: runId, actionId: String(approvals[0]?.actionId) };
      await api.client.decideApproval({ params, body: { confirmed: false, comment: 'Too much' } });
      await expect.poll(async () => (await api.client.getRun({ params: { id: runId } })).status).toBe('succeeded');
      const run = await api.client.getRun({ params: { id: runId } });
      expect(run).toMatchObject({ outputs: { refused: 'Too much' }, approvals: [] });
    });

    test('is followed by a client over its wait to its end', async () => {
      const api = await startApi(database());
      const { runId, approvals } = await runPayment(api);
      const seen: PublicEvent['type'][] = [];
      for await (const event of api.client.streamEvents(runId, { isFollowing: true })) {
        seen.push(event.type);
        if (event.type !== 'done' || event.status !== 'waiting') continue;
        const params = { id: runId, actionId: String(approvals[0]?.actionId) };
        await api.client.decideApproval({ params, body: { confirmed: true } });
      }
      expect(seen.filter((type) => type === 'done')).toHaveLength(2);
    });

    test('can be stopped while it waits, and is decided no more', async () => {
      const api = await startApi(database());
      const { runId, approvals } = await runPayment(api);
      expect(await api.client.stopRun({ params: { id: runId } })).toEqual({ status: 'stopped' });
      const params = { id: runId, actionId: String(approvals[0]?.actionId) };
      expect(await refusal(api.client.decideApproval({ params, body: { confirmed: true } }))).toMatchObject({
        code: 'run-ended',
      });
      const of = async (status?: 'pending' | 'expired') =>
        (await api.client.listApprovals({ query: { runId, ...(status && { status }) } })).items.map((one) => one.status);
      expect([await of('pending'), await of(), await of('expired')]).toEqual([[], ['expired'], ['expired']]);
      const own = await api.client.listRunApprovals({ params: { id: runId } });
      expect(own.items.map((one) => one.status)).toEqual(['expired']);
    });

    test('asks when one node runs alone', async () => {
      const api = await startApi(database());
      const { id } = await api.client.createWorkflow({ body: payment });
      const answer = await callApi(`${api.url}/api/v1/workflows/${id}/nodes/ask/run`, {
        body: { inputs: { start: { sum: 3 } } },
      });
      expect(answer).toMatchObject({ status: 202, json: { success: false, output: null, approvals: [{ nodeId: 'ask' }] } });
    });
  });
});

async function readEvents(url: string): Promise<PublicEvent[]> {
  const text = await (await fetch(url)).text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as PublicEvent);
}
