import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Sandbox, SandboxAnswer, SandboxCallAnswer, SandboxResult, SandboxRunOptions } from '#lib/ports/sandbox.ts';
import { isSameText } from '../../auth/is-same-text.ts';
import { readBearer } from '../../auth/read-bearer.ts';
import type { HostRequestKind } from '../answer-host-request.ts';
import type { MeasuredSandbox } from '../make-sandbox.ts';
import { readLines } from '../read-lines.ts';
import {
  answerSchema,
  decodeFiles,
  encodeFiles,
  HEARTBEAT,
  HEARTBEAT_INTERVAL_MS,
  MAX_LINE_CHARS,
  orderSchema,
  type RemoteMessage,
  type RemoteOrder,
  RUN_PATH,
} from './remote-messages.ts';

type Served = {
  readonly sandbox: Sandbox & Partial<Pick<MeasuredSandbox, 'knownWalls'>>;
  /** Authenticates callers. Also on loopback, which pages in a browser reach. */
  readonly token: string;
};

/** Far more than runs can wait; further connections are refused. */
const MAX_CONNECTIONS = 2000;
/** Closes the connection of a caller that does not read the end of its run. */
const CLOSE_AFTER_MS = 10_000;

/** Answers for a sandbox over HTTP. It listens once the caller says where. */
export function makeSandboxServer({ sandbox, token }: Served): Server {
  const server = createServer((request, response) => {
    const refuse = (status: number, message: string) =>
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ message }));
    if (request.method === 'GET' && request.url === '/health') {
      const body = JSON.stringify({ status: 'ok', walls: sandbox.knownWalls ?? null });
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(body);
      return;
    }
    if (!isSameText(readBearer(request.headers.authorization) ?? '', token)) {
      refuse(401, 'The token is not the one that this sandbox was started with');
      return;
    }
    if (request.method !== 'POST' || request.url !== RUN_PATH) refuse(404, `Runs are sent to POST ${RUN_PATH}`);
    else void serveRun(request, response, sandbox);
  });
  // A run may take longer than the default request timeout.
  server.requestTimeout = 0;
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function serveRun(request: IncomingMessage, response: ServerResponse, sandbox: Sandbox): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort(new Error('the caller has gone')));
  const send = (message: RemoteMessage) => {
    if (!response.destroyed) response.write(`${JSON.stringify(message)}\n`);
  };
  const heartbeat = setInterval(() => send({ type: HEARTBEAT }), HEARTBEAT_INTERVAL_MS);
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  response.flushHeaders();
  try {
    const lines = readLines(request, { maxChars: MAX_LINE_CHARS });
    const first = await lines.next();
    const order = orderSchema.parse(JSON.parse(first.value ?? ''));
    const channel = new Channel(send);
    void channel.listen(lines).catch((error) => gone.abort(error));
    send(endOf(await sandbox.run(toProgram(order), channel.optionsFor(order, gone.signal))));
  } catch (error) {
    send(refusalOf(error));
  } finally {
    clearInterval(heartbeat);
    if (!request.complete) await untilTaken(response);
    response.end();
  }
}

/** The caller closes the connection: data that it has not read could be lost otherwise. */
async function untilTaken(response: ServerResponse): Promise<void> {
  const taken = AbortSignal.timeout(CLOSE_AFTER_MS);
  if (!response.destroyed) await once(response, 'close', { signal: taken }).catch(() => {});
}

/** Sends the code's host requests to the server that started the run, and receives the answers. */
class Channel {
  readonly #send: (message: RemoteMessage) => void;
  readonly #waiting = new Map<number, (answer: SandboxAnswer & SandboxCallAnswer) => void>();
  #last = 0;

  constructor(send: (message: RemoteMessage) => void) {
    this.#send = send;
  }

  async listen(lines: AsyncIterable<string>): Promise<void> {
    for await (const line of lines) {
      const { number, head, base64 } = answerSchema.parse(JSON.parse(line));
      const body = base64 === undefined ? {} : { body: Buffer.from(base64, 'base64') };
      this.#waiting.get(number)?.({ ...JSON.parse(head), ...body });
      this.#waiting.delete(number);
    }
  }

  optionsFor({ hasFetch, hasTools }: RemoteOrder, signal: AbortSignal): SandboxRunOptions {
    return {
      signal,
      onOutput: (output) => this.#send({ type: 'output', ...output }),
      ...(hasFetch && { fetch: (request) => this.#ask('fetch', request) }),
      ...(hasTools && { callTool: (call) => this.#ask('call', call) }),
    };
  }

  #ask(kind: HostRequestKind, request: unknown): Promise<SandboxAnswer & SandboxCallAnswer> {
    const number = ++this.#last;
    const answer = new Promise<SandboxAnswer & SandboxCallAnswer>((resolve) => this.#waiting.set(number, resolve));
    this.#send({ type: 'asked', number, kind, request: JSON.stringify(request) });
    return answer;
  }
}

function toProgram({ hasFetch: _, hasTools: __, files, ...program }: RemoteOrder) {
  return { ...program, files: decodeFiles(files) };
}

function endOf(result: SandboxResult): RemoteMessage {
  if (!result.ok) return { type: 'failure', failure: result.failure };
  const { value, files } = result;
  return { type: 'value', value, ...(files && { files: encodeFiles(files) }) };
}

function refusalOf(error: unknown): RemoteMessage {
  const isBusy = NodeFailure.is(error) && error.code === 'sandbox-busy';
  return {
    type: 'refused',
    code: isBusy ? 'sandbox-busy' : 'sandbox-failed',
    message: String((error as Error)?.message ?? error),
  };
}
