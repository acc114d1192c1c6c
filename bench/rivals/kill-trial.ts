import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startCall } from './calls.ts';
import type { Endpoint, Product, StoredRun } from './product.ts';
import { findFreePort, ProductServer } from './server.ts';

const ANSWER_MS = 4000;
const SHOWN_MS = 5000;
const POLL_MS = 500;
const START_ATTEMPTS = 5;
const SLOW_LIMIT_MS = 45_000;
const WAIT_LIMIT_MS = 150_000;
const OPEN_STATES = /running|waiting|queued|new|missing|INPROGRESS/i;
/** Between the arrival of the request and the kill, so that what is written in batches is written. */
const BEFORE_KILL_MS = 1000;

/** What the log says of a run after its server was killed and started again. */
export type Outcome = StoredRun & { readonly isOver: boolean };

export type KillTrial = {
  /** Killed while a node of the run sends a request. `requests`: how often the request arrived. */
  readonly inRequest: Outcome & { readonly requests: number };
  /** Killed while the run waits for 70 seconds, or for a person. */
  readonly inWait: Outcome;
};

/** Kills every process of the server with SIGKILL during a run, starts it again, and reads the log. */
export async function runKillTrial(product: Product): Promise<KillTrial> {
  const folder = mkdtempSync(join(tmpdir(), `rivals-kill-${product.name}-`));
  const slow = await startHoldingServer();
  const at = { port: await findFreePort(), folder, slowOrigin: slow.origin };
  let server = await ProductServer.start(product, at);
  try {
    const { slow: request, waiting } = await product.setUp(server);
    startCall(request);
    if ((await Promise.race([slow.untilRequest(), wait(SLOW_LIMIT_MS, 'late', { ref: false })])) === 'late')
      throw new Error(`${product.name} sent no request`);
    await wait(BEFORE_KILL_MS);
    await server.kill();
    server = await ProductServer.start(product, at);
    const inRequest = await untilOver(product, server, SLOW_LIMIT_MS);
    const requests = slow.requests();
    await untilStored(product, server, waiting);
    await server.kill();
    server = await ProductServer.start(product, at);
    await product.decide?.(server, waiting);
    const inWait = await untilOver(product, server, WAIT_LIMIT_MS);
    return { inRequest: { ...inRequest, requests }, inWait };
  } finally {
    await server.kill();
    slow.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Starts a run and waits until it is in the log. A server that has just started may refuse the first calls. */
async function untilStored(product: Product, server: ProductServer, endpoint: Endpoint): Promise<void> {
  const before = (await product.storedRuns(server)).length;
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    startCall(endpoint);
    await wait(SHOWN_MS);
    if ((await product.storedRuns(server)).length > before) return;
  }
  throw new Error(`${product.name} stored no run that waits`);
}

/** The newest run when it has ended, or after the limit as it is. */
async function untilOver(product: Product, server: ProductServer, limitMs: number): Promise<Outcome> {
  const until = performance.now() + limitMs;
  for (;;) {
    const [run = { status: 'missing', nodesWithOutput: 0 }] = await product.storedRuns(server);
    const isOver = !OPEN_STATES.test(run.status);
    if (isOver || performance.now() > until) return { ...run, isOver };
    await wait(POLL_MS);
  }
}

/** A server that answers after four seconds, and knows when a request has come. */
async function startHoldingServer() {
  let requests = 0;
  let onRequest = () => {};
  const arrived = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const server: Server = createServer((_, response) => {
    requests++;
    onRequest();
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'), ANSWER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    untilRequest: () => arrived,
    stop: () => server.close().closeAllConnections(),
  };
}
