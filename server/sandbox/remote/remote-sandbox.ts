import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import {
  SANDBOX_CALLS,
  SANDBOX_NETWORK,
  type Sandbox,
  type SandboxProgram,
  type SandboxResult,
  type SandboxRunOptions,
} from '#lib/ports/sandbox.ts';
import { answerHostRequest } from '../answer-host-request.ts';
import { OutputCap } from '../output-cap.ts';
import { readLines } from '../read-lines.ts';
import { MAX_RESULT_CHARS } from '../sandbox-limits.ts';
import { withWritten } from '../written-files.ts';
import {
  decodeFiles,
  encodeFiles,
  HEARTBEAT,
  HEARTBEAT_INTERVAL_MS,
  MAX_LINE_CHARS,
  type RemoteAnswer,
  type RemoteMessage,
  type RemoteOrder,
  RUN_PATH,
  remoteMessageSchema,
} from './remote-messages.ts';

/** As the operator's config names it. */
export type RemoteSandboxAddress = { readonly url: string; readonly token: string };

/** The connection counts as lost after so long without data. */
const SILENCE_MS = 5 * HEARTBEAT_INTERVAL_MS;
/** Longest wait for a permit there, in addition to the program's own time limit. */
const MAX_WAIT_MS = 10 * 60_000;
const MAX_HOST_REQUESTS = SANDBOX_NETWORK.maxRequests + SANDBOX_CALLS.maxCalls;
const CONNECT_TRIES = 3;
const RETRY_DELAY_MS = 300;

/** Runs code on another machine, which gets only the code and its inputs. Host requests are answered here. */
export class RemoteSandbox implements Sandbox {
  readonly #address: RemoteSandboxAddress;
  readonly #silenceMs: number;
  readonly #running = new Set<AbortController>();

  constructor(address: RemoteSandboxAddress, { silenceMs = SILENCE_MS }: { silenceMs?: number } = {}) {
    this.#address = address;
    this.#silenceMs = silenceMs;
  }

  async run(program: SandboxProgram, options: SandboxRunOptions): Promise<SandboxResult> {
    const closing = new AbortController();
    const signal = AbortSignal.any([options.signal, closing.signal]);
    this.#running.add(closing);
    try {
      for (let tries = 1; ; tries++) {
        signal.throwIfAborted();
        const connected = await connect(this.#address, { signal, silenceMs: this.#silenceMs }).catch((error: unknown) => {
          if (tries === CONNECT_TRIES || !mayComeBack(error)) throw error;
        });
        if (connected) return await converse(connected, program, { ...options, signal });
        await setTimeout(RETRY_DELAY_MS, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      options.signal.throwIfAborted();
      throw NodeFailure.is(error) ? error : this.#broken(error);
    } finally {
      this.#running.delete(closing);
    }
  }

  async close(): Promise<void> {
    for (const running of this.#running) running.abort(new Error('the server is stopping'));
  }

  #broken(error: unknown): NodeFailure {
    const message = error instanceof Error ? error.message : String(error);
    return new NodeFailure('sandbox-failed', `The sandbox at ${this.#address.url} could not run the code: ${message}`, {
      isRetryable: true,
      hint: 'Look there whether it runs: GET /health. It is started with `npm run sandbox`',
      cause: error,
    });
  }
}

/** The sandbox is not running, or is stopping. */
function mayComeBack(error: unknown): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown } | undefined)?.code));
}

type Connected = { readonly out: ClientRequest; readonly answers: IncomingMessage };

type Connecting = { readonly signal: AbortSignal; readonly silenceMs: number };

/** The operator configures the URL, so it is exempt from the SSRF checks for URLs of workflows. */
function connect({ url, token }: RemoteSandboxAddress, { signal, silenceMs }: Connecting): Promise<Connected> {
  const address = new URL(`${url.replace(/\/$/, '')}${RUN_PATH}`);
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const out = send(address, {
      method: 'POST',
      agent: false,
      signal,
      timeout: silenceMs,
      headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
    });
    let incoming: IncomingMessage | undefined;
    out.on('error', reject);
    out.on('timeout', () => {
      const silent = new Error(`it sent nothing for ${silenceMs} ms`);
      // The first one that is destroyed determines the error.
      incoming?.destroy(silent);
      out.destroy(silent);
    });
    out.on('response', (answers) => {
      incoming = answers;
      if (answers.statusCode === 200) return resolve({ out, answers });
      out.destroy();
      const why =
        answers.statusCode === 401 ? 'it does not take the token (sandbox.remote.token)' : `it answered ${answers.statusCode}`;
      reject(new NodeFailure('sandbox-failed', `The sandbox at ${url} could not run the code: ${why}`));
    });
    out.flushHeaders();
  });
}

async function converse(
  { out, answers }: Connected,
  program: SandboxProgram,
  options: SandboxRunOptions,
): Promise<SandboxResult> {
  const { hasFetch, hasTools } = { hasFetch: options.fetch !== undefined, hasTools: options.callTool !== undefined };
  const output = new OutputCap(options.onOutput);
  let asked = 0;
  const write = (line: RemoteOrder | RemoteAnswer) => {
    if (!out.destroyed) out.write(`${JSON.stringify(line)}\n`);
  };
  const limit = globalThis.setTimeout(
    () => answers.destroy(new Error('it did not end the code in time')),
    program.timeoutMs + MAX_WAIT_MS,
  );
  try {
    write(orderFor(program, { hasFetch, hasTools }));
    // The other server does not say when it begins.
    options.onStart?.();
    for await (const line of readLines(answers, { maxChars: MAX_LINE_CHARS })) {
      const message = readMessage(line);
      if (message.type === 'output') output.write(message.stream, message.text);
      else if (message.type === 'asked' && ++asked > MAX_HOST_REQUESTS) throw new Error('it asked for more than code may');
      else if (message.type === 'asked')
        void answerHostRequest(options, message).then((answer) => write(toAnswer(message.number, answer)));
      else if (message.type !== HEARTBEAT) return endOf(message, program);
    }
    throw new Error('it went away while the code ran');
  } finally {
    clearTimeout(limit);
    out.destroy();
  }
}

function readMessage(line: string): RemoteMessage {
  try {
    return remoteMessageSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error('it sent an invalid message', { cause });
  }
}

function orderFor(program: SandboxProgram, given: Pick<RemoteOrder, 'hasFetch' | 'hasTools'>): RemoteOrder {
  const { language, code, inputs, args = [], timeoutMs, memoryMb, files = [], keepsFiles = false, environment = {} } = program;
  return {
    language,
    code,
    inputs: { ...inputs },
    args: [...args],
    timeoutMs,
    memoryMb,
    keepsFiles,
    environment: { ...environment },
    files: encodeFiles(files),
    ...given,
  };
}

function toAnswer(number: number, answer: Awaited<ReturnType<typeof answerHostRequest>>): RemoteAnswer {
  if (!('body' in answer)) return { number, head: JSON.stringify(answer) };
  const { body, ...head } = answer;
  return { number, head: JSON.stringify(head), base64: Buffer.from(body).toString('base64') };
}

type End = Extract<RemoteMessage, { type: 'value' | 'failure' | 'refused' }>;

function endOf(end: End, { keepsFiles = false }: SandboxProgram): SandboxResult {
  if (end.type === 'refused') throw new NodeFailure(end.code, end.message, { isRetryable: true });
  if (end.type === 'failure') return { ok: false, failure: end.failure as Extract<SandboxResult, { ok: false }>['failure'] };
  const value = end.value ?? null;
  const { length } = JSON.stringify(value);
  if (length > MAX_RESULT_CHARS)
    return {
      ok: false,
      failure: {
        reason: 'bad-result',
        message: `What the code returns has ${length} characters as JSON, more than ${MAX_RESULT_CHARS}`,
      },
    };
  return keepsFiles ? withWritten(value, decodeFiles(end.files ?? [])) : { ok: true, value };
}
