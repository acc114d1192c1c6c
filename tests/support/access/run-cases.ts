import { Agent, request } from 'node:http';
import { callApi } from '../published-endpoint.ts';
import { type AccessCase, secretsOf, sees } from './access-case.ts';
import type { Belongings, Caller, World } from './access-world.ts';

const LANES = 8;
const LIMIT_MS = 20_000;
/** Streams of runs that wait end by themselves; of what does not end, the beginning is read. */
const STREAM_MS = 1500;
/** After ten wrong credentials the answers to one address are delayed. */
const WRONG_PER_ADDRESS = 8;

type Judged = { readonly covers: string; readonly status: number; readonly problem?: string };
/** Requests of one visitor, whose rate ends sooner than the matrix. */
const REQUESTS_PER_VISITOR = 20;

type Answer = { readonly status: number; readonly text: string };

/** Sends all requests, some at a time, and judges every answer. */
export async function runCases(server: string, cases: readonly AccessCase[], world: World): Promise<Judged[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const judged: Judged[] = [];
  let next = 0;
  let wrong = 0;
  const addressOf = ({ expected }: AccessCase) =>
    expected === 'refused' ? loopback(Math.floor(wrong++ / WRONG_PER_ADDRESS)) : undefined;
  const strangers = freshVisitors(server);
  const drive = async () => {
    for (;;) {
      const wanted = cases[next++];
      if (!wanted) return;
      const one = isOfAnyVisitor(wanted) ? { ...wanted, caller: await strangers(wanted.caller) } : wanted;
      const connection = { agent, localAddress: addressOf(one) };
      // A connection that was kept may be closed at the moment of the request.
      const answer = await send(server, one, connection).catch(() => send(server, one, { ...connection, agent: false }));
      const problem = problemOf(one, answer, world);
      judged.push({
        covers: one.covers,
        status: answer.status,
        ...(problem !== undefined && { problem: `${describe(one)}: ${problem}` }),
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, drive));
  agent.destroy();
  return judged;
}

/** What is refused to one visitor is refused to every other one. */
function isOfAnyVisitor({ caller, expected }: AccessCase): boolean {
  return caller.is === 'visitor' && expected === 'refused';
}

/** The caller as a new visitor of the same page, after some requests another one. */
function freshVisitors(server: string): (caller: Caller) => Promise<Caller> {
  const admitted = new Map<string, { token: Promise<string>; requests: number }>();
  const admit = async (slug: string) => {
    const { json } = await callApi(`${server}/api/v1/chat/${slug}/visitors`, { method: 'POST' });
    return String(json.token);
  };
  return async (caller) => {
    const { slug = '' } = caller;
    const last = admitted.get(slug);
    const visitor = last && last.requests < REQUESTS_PER_VISITOR ? last : { token: admit(slug), requests: 0 };
    visitor.requests++;
    admitted.set(slug, visitor);
    return { ...caller, token: await visitor.token };
  };
}

/** Addresses of this machine, all of which reach the server. */
function loopback(index: number): string {
  return `127.${1 + (index >> 14)}.${(index >> 7) & 127}.${1 + (index & 127)}`;
}

function describe({ covers, caller, target, method, path, body }: AccessCase): string {
  const about = target === undefined ? '' : `, of ${target}`;
  return `${covers} as ${caller.name}${about} (${method} ${path} ${JSON.stringify(body)?.slice(0, 160) ?? ''})`;
}

type Connection = { readonly agent: Agent | false; readonly localAddress: string | undefined };

function send(
  server: string,
  { method, path, headers, body, caller }: AccessCase,
  { agent, localAddress }: Connection,
): Promise<Answer> {
  const { hostname, port } = new URL(server);
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        ...(localAddress === undefined ? { agent } : { agent: false, localAddress }),
        headers: {
          ...headers,
          ...(caller.token !== undefined && { authorization: `Bearer ${caller.token}` }),
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [Buffer.from(JSON.stringify(incoming.headers))];
        const finish = () => {
          clearTimeout(cut);
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
        };
        const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true;
        const cut = setTimeout(() => outgoing.destroy(), isStream ? STREAM_MS : LIMIT_MS);
        incoming
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('close', finish)
          .on('error', finish);
      },
    );
    outgoing.setTimeout(LIMIT_MS, () => outgoing.destroy(new Error(`No answer within ${LIMIT_MS} ms: ${method} ${path}`)));
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Undefined where the answer is as it should be. */
function problemOf(one: AccessCase, { status, text }: Answer, world: World): string | undefined {
  const shown = world.belongings.find((owner) => !sees(one.caller, owner) && showsOf(owner, one, text));
  if (shown) return `shows what ${shown.owner} has (${status}): ${around(text, shown, one)}`;
  if (status >= 500) return `answered with ${status}: ${text.slice(-300)}`;
  const isError = isProtocolError(text);
  if (one.expected === 'allowed' && (status >= 400 || isError)) return `refused with ${status}: ${text.slice(-300)}`;
  if (one.expected === 'authorized' && [401, 403].includes(status)) return `refused with ${status}: ${text.slice(-300)}`;
  if (one.expected === 'refused' && ![401, 403, 404].includes(status) && !isError)
    return `answered with ${status}: ${text.slice(-300)}`;
  if (one.expected === 'not-started' && status < 400 && !isError) return `answered with ${status}: ${text.slice(-300)}`;
  return undefined;
}

/** What the request says itself is no news in its answer. */
function showsOf(owner: Belongings, { path, body }: AccessCase, text: string): boolean {
  const asked = `${path} ${JSON.stringify(body)}`;
  return secretsOf(owner).some((secret) => !asked.includes(secret) && text.includes(secret));
}

function around(text: string, owner: Belongings, { path, body }: AccessCase): string {
  const asked = `${path} ${JSON.stringify(body)}`;
  const secret = secretsOf(owner).find((one) => !asked.includes(one) && text.includes(one)) ?? '';
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 80), at + secret.length + 20);
}

/** JSON-RPC answers refusals with 200, and tools of MCP with `isError`. */
function isProtocolError(text: string): boolean {
  return /"jsonrpc":"2\.0"/.test(text) && (/"error":\{/.test(text) || /"isError":true/.test(text));
}
