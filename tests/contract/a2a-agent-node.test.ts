import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { ExecutorContext } from '#engine/contract/define-executor.ts';
import { RunEnding } from '#engine/contract/run-ending.ts';
import execute from '#engine/executors/a2a-agent.executor.ts';
import a2aAgent from '#nodes/a2a-agent/a2a-agent.node.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { startA2aAgent } from '../support/a2a/start-a2a-agent.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';

type Config = z.input<typeof a2aAgent.config>;

/** A node with a guarded fetch that allows only that server. */
function nodeFor(host: string, overrides: Partial<ExecutorContext> = {}) {
  const fetch = makeSafeFetch({ allowedPrivateHosts: [host] });
  onTestFinished(() => fetch.close());
  const test = makeExecutorContext({ fetch, ...overrides });
  const run = (config: Config) => execute({ config: a2aAgent.config.parse(config), context: test.context });
  return { ...test, run };
}

describe.each(['1.0', '0.3'] as const)('an agent of protocol %s', (version) => {
  test('is given a message and data, and its result is text and data', async () => {
    const agent = await startA2aAgent(version);
    const { run, sleeps } = nodeFor(agent.host);
    const { out } = (await run({ url: agent.url, message: '你好', data: { orderId: 7 } })) as { out: object };
    expect(out).toEqual({
      text: 'You said: 你好',
      data: { orderId: 7 },
      taskId: expect.any(String),
      contextId: expect.any(String),
    });
    // The task was accepted, and then followed.
    expect(sleeps.length).toBeGreaterThan(0);
    expect(agent.hits.filter(({ method }) => method === 'GET').map(({ url }) => url)).toEqual(['/.well-known/agent-card.json']);
    expect(agent.hits.every(({ method, headers }) => method === 'GET' || headers['a2a-version'] === version)).toBe(true);
  });

  test('asks back, and gets the answer in the same task', async () => {
    const agent = await startA2aAgent(version);
    const first = (await nodeFor(agent.host).run({ url: agent.url, message: 'ask' })) as {
      asks: { text: string; taskId: string; contextId: string };
    };
    expect(first.asks.text).toBe('Which order?');
    const { taskId, contextId } = first.asks;
    const second = await nodeFor(agent.host).run({ url: agent.url, message: 'number 7', taskId, contextId });
    expect(second).toMatchObject({ out: { text: 'You said: number 7', taskId, contextId } });
  });

  test('fails the node with its reason', async () => {
    const agent = await startA2aAgent(version);
    await expect(nodeFor(agent.host).run({ url: agent.url, message: 'fail' })).rejects.toMatchObject({
      code: 'a2a-failed',
      message: 'The task of the agent is failed: The shop is closed',
    });
  });

  test('has its task cancelled at the time limit, and when the run is stopped', async () => {
    const agent = await startA2aAgent(version);
    const late = nodeFor(agent.host, { clock: systemClock });
    await expect(late.run({ url: agent.url, message: 'slow', timeoutMs: 1000 })).rejects.toMatchObject({ code: 'a2a-timed-out' });
    const cancelled = () => agent.hits.filter(({ body }) => /"(CancelTask|tasks\/cancel)"/.test(body)).length;
    expect(cancelled()).toBe(1);
    const stopping = new AbortController();
    const stopped = nodeFor(agent.host, { clock: systemClock, signal: stopping.signal });
    const running = stopped.run({ url: agent.url, message: 'slow' });
    const ended = expect(running).rejects.toThrow('stopped here');
    await expect.poll(() => stopped.effects.size).toBe(1);
    stopping.abort(new Error('stopped here'));
    await ended;
    expect(cancelled()).toBe(2);
  });
});

test('a message that was accepted is not sent again: its task is followed', async () => {
  const agent = await startA2aAgent('1.0');
  const node = nodeFor(agent.host);
  await node.run({ url: agent.url, message: 'once' });
  const sent = () => agent.hits.filter(({ body }) => body.includes('SendMessage')).length;
  expect(sent()).toBe(1);
  // The same node after a crash: the ledger has the first answer.
  expect(await node.run({ url: agent.url, message: 'once' })).toMatchObject({ out: { text: 'You said: once' } });
  expect(sent()).toBe(1);
});

test('a run that another process continues keeps its task', async () => {
  const agent = await startA2aAgent('1.0');
  const lost = new AbortController();
  const node = nodeFor(agent.host, { clock: systemClock, signal: lost.signal });
  const ended = expect(node.run({ url: agent.url, message: 'slow' })).rejects.toThrow('worker_lost');
  await expect.poll(() => node.effects.size).toBe(1);
  lost.abort(new RunEnding('worker_lost'));
  await ended;
  expect(agent.hits.filter(({ body }) => body.includes('"CancelTask"'))).toEqual([]);
});

test('cards of other servers, other pages and refused addresses are errors at the address', async () => {
  const elsewhere = await startA2aAgent('1.0', { cardUrl: 'https://other.example/rpc' });
  await expect(nodeFor(elsewhere.host).run({ url: elsewhere.url, message: 'x' })).rejects.toMatchObject({
    code: 'a2a-card-invalid',
    path: 'config.url',
    message: expect.stringContaining('https://other.example/rpc'),
  });
  const page = await startLoopbackServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  await expect(nodeFor(page.host).run({ url: page.origin, message: 'x' })).rejects.toMatchObject({ code: 'a2a-card-invalid' });
  await expect(nodeFor('127.0.0.1:1').run({ url: page.origin, message: 'x' })).rejects.toMatchObject({
    code: 'url-refused',
    path: 'config.url',
  });
  await expect(nodeFor(page.host).run({ url: page.origin })).rejects.toMatchObject({
    code: 'a2a-message-missing',
    path: 'config.message',
  });
});
