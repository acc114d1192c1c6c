import { Agent, request } from 'node:http';
import type { LoadTarget } from '#tests/support/surface-targets.ts';
import { cpuMsOf, listProcessTree } from './process-tree.ts';

export type { LoadTarget };

export type LoadResult = { readonly requestsPerSecond: number; readonly cpuMsPerRequest: number; readonly requests: number };

type Load = {
  readonly concurrency: number;
  /** @defaultValue unlimited */
  readonly durationMs?: number;
  /** @defaultValue unlimited */
  readonly requests?: number;
};

/**
 * Sends requests on `concurrency` keep-alive connections for about `durationMs`, or up to a number
 * of requests, each after the response of the previous one.
 */
export async function applyLoad(
  target: LoadTarget,
  { concurrency, durationMs = Number.POSITIVE_INFINITY, requests: most = Number.POSITIVE_INFINITY }: Load,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  // Measured before the shot, because processes that end meanwhile would not be counted.
  const pids = target.pids.flatMap(listProcessTree);
  const cpuBefore = cpuMsOf(pids);
  const startedAt = performance.now();
  let begun = 0;
  let requests = 0;
  const client = async () => {
    while (performance.now() - startedAt < durationMs && begun++ < most) {
      await send(target, agent);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  const elapsedMs = performance.now() - startedAt;
  const cpuMs = cpuMsOf(pids) - cpuBefore;
  agent.destroy();
  return {
    requestsPerSecond: Math.round((requests / elapsedMs) * 1000),
    cpuMsPerRequest: Number((cpuMs / requests).toFixed(3)),
    requests,
  };
}

function send({ url, headers, body }: LoadTarget, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      },
      (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
