import { setTimeout as wait } from 'node:timers/promises';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { bearer, callApi } from '#tests/support/published-endpoint.ts';

const THINK_MS = 60;

export type Insider = { readonly name: string; readonly work: readonly (() => Promise<number>)[] };
export type Worked = {
  /** Of requests that were answered as they should be, in milliseconds. */
  readonly latenciesMs: readonly number[];
  /** Requests that were not, by what was asked and the status. */
  readonly failed: Readonly<Record<string, number>>;
};

type Site = {
  readonly url: string;
  readonly token: string;
  readonly workflow: Workflow;
  readonly workflowId: string;
  readonly slug: string;
  readonly keys: readonly string[];
  readonly members: number;
};

/** Members who run drafts and read lists, and programs with keys that start runs, plainly and as streams. */
export function insiders({ url, token, workflow, workflowId, slug, keys, members }: Site): Insider[] {
  const inputs = { text: 'work' };
  const ofMember = bearer(token);
  const post = async (path: string, headers: Readonly<Record<string, string>>, body: object) =>
    (await fetchAll(`${url}/api/v1${path}`, headers, body)).status;
  const get = async (path: string, headers: Readonly<Record<string, string>>) =>
    (await callApi(`${url}/api/v1${path}`, { headers })).status;
  const member = (index: number): Insider => ({
    name: `member ${index}`,
    work: [
      () => post('/runs', ofMember, { document: workflow, inputs }),
      () => post(`/workflows/${workflowId}/runs`, ofMember, { inputs, mode: 'stream' }),
      () => get('/runs?limit=20', ofMember),
      () => get('/workflows', ofMember),
    ],
  });
  const program = (key: string, index: number): Insider => ({
    name: `key ${index}`,
    work: [
      () => post(`/run/${slug}`, bearer(key), { inputs }),
      () => post(`/run/${slug}/stream`, bearer(key), { inputs }),
      () => get('/sessions', bearer(key)),
    ],
  });
  return [...Array.from({ length: members }, (_, index) => member(index)), ...keys.map(program)];
}

/** Each of them does one thing after the other for a time. */
export async function work(all: readonly Insider[], seconds: number): Promise<Worked> {
  const latenciesMs: number[] = [];
  const failed: Record<string, number> = {};
  const endsAtMs = performance.now() + seconds * 1000;
  const workOne = async ({ name, work: tasks }: Insider) => {
    for (let turn = 0; performance.now() < endsAtMs; turn++) {
      const index = turn % tasks.length;
      const startedAtMs = performance.now();
      const status = (await tasks[index]?.().catch(() => 0)) ?? 0;
      if (status === 200) latenciesMs.push(performance.now() - startedAtMs);
      else failed[`${name} ${index}: ${status}`] = (failed[`${name} ${index}: ${status}`] ?? 0) + 1;
      await wait(THINK_MS);
    }
  };
  await Promise.all(all.map(workOne));
  return { latenciesMs, failed };
}

/** Reads the whole answer, a stream to its end. */
async function fetchAll(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<{ readonly status: number }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  await answer.arrayBuffer();
  return { status: answer.status };
}
