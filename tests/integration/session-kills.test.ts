import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionTurnResource } from '#lib/api/sessions.contract.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { type FakeModel, startFakeModel } from '#tests/support/fake-model/start-fake-model.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { RandomSource } from '#tests/support/random/random-source.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const TURNS = 200;
const KILLS = 5;
const MAX_DELAY_MS = 150;
/** Under load a start of the server takes long. */
const LIMIT_MS = 240_000;

/** Writes before and after a model call that continues the conversation of the session. */
const talk = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    keep: [
      'set',
      { target: 'session', values: { count: 1, said: ['{{start.message}}'] }, operations: { count: 'add', said: 'append' } },
    ],
    answer: ['llm', { model: 'quick', userPrompt: '{{start.message}}', conversationScope: 'session', conversationWindow: 6 }],
    after: ['set', { target: 'session', values: { ended: 1 }, operations: { ended: 'add' } }],
    end: ['end', { outputs: { answer: '{{start.message}} {{keep.count}} {{after.ended}} {{session.turn}}' } }],
  },
  ['start -> keep', 'keep -> answer', 'answer -> after', 'after -> end'],
  {
    session: {
      variables: [
        { name: 'count', type: 'number' },
        { name: 'ended', type: 'number' },
        { name: 'said', type: 'list' },
      ],
    },
  },
);

let place: DatabaseLocation;
let fake: FakeModel;
let server: ServerProcess;
const start = () =>
  ServerProcess.start({
    ...place,
    config: `models:\n  quick:\n    provider: openai-compatible\n    base_url: ${fake.url}\n    model: fake-t3-d0\n`,
  });

beforeAll(async () => {
  place = await makeDatabaseLocation();
  fake = await startFakeModel();
  server = await start();
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await fake?.stop();
  await place?.remove();
});

test(
  'a session of 200 turns whose server is killed at random moments has every turn once, in order, with its variables',
  async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    console.info(`seed ${seed}: SEED=${seed} repeats it`);
    const random = new RandomSource(seed);
    const { slug, key } = await publish(server.url, talk, { events: 'full' });
    const headers = bearer(key);
    /** Until the server that is there answers: a killed one may have stored the turn already. */
    const untilAnswered = async <T>(ask: (url: string) => Promise<T | undefined>): Promise<T> => {
      for (;;) {
        const answer = await ask(`${server.url}/api/v1`).catch(() => undefined);
        if (answer !== undefined) return answer;
        await wait(50);
      }
    };
    const sessionId = 'long';
    const send = (message: string) =>
      untilAnswered(async (url) => {
        const body = { inputs: { message }, sessionId, mode: 'async' };
        const { status, json } = await callApi(`${url}/run/${slug}`, {
          body,
          headers: { ...headers, 'idempotency-key': message },
        });
        return status === 202 || status === 200 ? String(json.runId) : undefined;
      });
    const sent: string[] = [];
    const sending = (async () => {
      for (let turn = 1; turn <= TURNS; turn++) sent.push(await send(`m${turn}`));
    })();
    /** Turns end in their order. */
    const untilEnded = async (turn: number) => {
      while (sent.length < turn) await wait(10);
      const { status } = await untilAnswered(async (url) => {
        const run = await callApi(`${url}/runs/${sent[turn - 1]}`, { headers });
        return isTerminal(run.json.status as RunStatus) ? run : undefined;
      });
      expect(status).toBe(200);
    };

    for (let kill = 0, ended = 0; kill < KILLS; kill++) {
      // A turn ends between two kills: three crashes in a row would end a run as a poison run.
      ended = Math.max(ended + 1, Math.floor(((kill + random.next()) * (TURNS - 1)) / KILLS));
      await untilEnded(ended);
      await wait(random.below(MAX_DELAY_MS));
      await server.end('SIGKILL');
      server = await start();
    }
    await sending;
    await untilEnded(TURNS);

    const listed = (await callApi(`${server.url}/api/v1/sessions`, { headers })).json.items as { id: string }[];
    const session = (await callApi(`${server.url}/api/v1/sessions/${listed[0]?.id}`, { headers })).json as {
      turns: SessionTurnResource[];
      variables: object;
    };
    expect(session.turns.map(({ runId }) => runId)).toEqual(sent);
    expect(session.turns.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    expect(session.turns.map(({ message, answer }) => ({ message, answer }))).toEqual(
      Array.from({ length: TURNS }, (_, index) => {
        const turn = index + 1;
        return { message: `m${turn}`, answer: `m${turn} ${turn} ${turn} ${turn}` };
      }),
    );
    expect(session.turns.map(({ afterRunId }) => afterRunId)).toEqual([null, ...sent.slice(0, -1)]);
    expect(session.variables).toEqual({ count: TURNS, ended: TURNS, said: sent.map((_, index) => `m${index + 1}`) });
    // The conversation of the last turn begins with the turns before it, each said once.
    const last = fake.requests.findLast(({ body }) => JSON.stringify(body).includes(`m${TURNS}"`));
    const users = ((last?.body as { messages?: { role: string; content: string }[] })?.messages ?? []).flatMap(
      ({ role, content }) => (role === 'user' ? [content] : []),
    );
    expect(users).toEqual(session.turns.map(({ message }) => message).slice(-users.length));
    expect(users.length).toBeGreaterThan(1);
  },
  LIMIT_MS,
);
