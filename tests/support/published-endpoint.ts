import { request } from 'node:http';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type RawAnswer, rawRequest } from './raw-request.ts';

type Json = Record<string, unknown>;
type Call = { readonly method?: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };
export type JsonAnswer = { readonly status: number; readonly headers: RawAnswer['headers']; readonly json: Json };

/** One plain HTTP request with JSON in and out, as curl would send it. */
export async function callApi(url: string, { method, body, headers = {} }: Call = {}): Promise<JsonAnswer> {
  const answer = await rawRequest(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? [] : [JSON.stringify(body)],
  });
  return { status: answer.status, headers: answer.headers, json: answer.text === '' ? {} : (JSON.parse(answer.text) as Json) };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Ids of a published workflow, its endpoint and a key. */
export type PublishedEndpoint = {
  readonly workflowId: string;
  readonly slug: string;
  readonly key: string;
  readonly keyId: string;
};

type Allow = {
  readonly models?: readonly string[];
  readonly toolNames?: boolean;
  readonly decisions?: boolean;
  readonly sharedRuns?: boolean;
  readonly callerTools?: boolean;
  readonly publicCard?: boolean;
  readonly origins?: readonly string[];
};

/** Saves a workflow, publishes it under a new slug and makes a key. */
export async function publish(
  server: string,
  workflow: Workflow,
  {
    events,
    allow,
    hosts,
    key = {},
  }: { events?: 'full'; allow?: Allow; hosts?: readonly string[]; key?: { expiresAt?: string; ratePerMinute?: number } } = {},
): Promise<PublishedEndpoint> {
  const slug = `t-${crypto.randomUUID()}`;
  const saved = await callApi(`${server}/api/v1/workflows`, { body: workflow });
  const workflowId = String(saved.json.id);
  const deployed = await callApi(`${server}/api/v1/workflows/${workflowId}/deployments`, {
    body: { slug, ...(events && { events }), ...(allow && { allow }), ...(hosts && { hosts }) },
  });
  if (deployed.status !== 201)
    throw new Error(`Publishing was answered with ${deployed.status}: ${JSON.stringify(deployed.json)}`);
  return { workflowId, slug, ...(await makeKey(server, slug, key)) };
}

export async function makeKey(server: string, slug: string, options: Json = {}): Promise<{ key: string; keyId: string }> {
  const made = await callApi(`${server}/api/v1/deployments/${slug}/keys`, { body: { name: 'test', ...options } });
  if (made.status !== 201) throw new Error(`A key was answered with ${made.status}: ${JSON.stringify(made.json)}`);
  return { key: String(made.json.key), keyId: String(made.json.id) };
}

export type Frame = { readonly id: number; readonly event: string; readonly data: Json };

/** Reads server-sent events to the end, or disconnects after `cutAfter` of them. */
export async function readFrames(
  url: string,
  { method = 'GET', headers = {}, body, cutAfter = Number.POSITIVE_INFINITY }: Call & { cutAfter?: number } = {},
): Promise<{ status: number; frames: Frame[] }> {
  return await new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const outgoing = request(url, { method, headers: { ...type, ...headers } }, (incoming) => {
      let text = '';
      const finish = (frames: Frame[]) => resolve({ status: incoming.statusCode ?? 0, frames });
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const frames = parseFrames(text);
        if (frames.length < cutAfter) return;
        finish(frames.slice(0, cutAfter));
        outgoing.destroy();
      });
      incoming.on('end', () => finish(parseFrames(text)));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function parseFrames(text: string): Frame[] {
  return [...text.matchAll(/^id: run_[\w-]+:(\d+)\nevent: (\w+)\ndata: (.*)\n\n/gm)].map(([, id, event = '', data = '']) => ({
    id: Number(id),
    event,
    data: JSON.parse(data) as Json,
  }));
}
