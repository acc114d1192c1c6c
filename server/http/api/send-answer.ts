import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { RunReader } from '#lib/run/what-leaves.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import type { FileAnswer, HandlerContext, RawAnswer, StreamAnswer } from '../handler-kit/define-handler.ts';
import { eventStreamHeaders, eventsOf, withHeartbeat } from '../protocol/event-stream.ts';
import { securityHeaders } from '../protocol/security-headers.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { RunStream } from '../runs/run-stream.ts';
import type { StreamPermit } from '../runs/stream-limits.ts';
import { sendFile } from './send-file.ts';
import { sendRaw } from './send-raw.ts';

export type ApiAnswer =
  | StreamAnswer
  | FileAnswer
  | RawAnswer
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: object | undefined };

type Sending = Pick<HandlerContext, 'deps' | 'repos' | 'endpoint' | 'language' | 'streamPermit'>;

/** The answer of a handler as a response: JSON, a file, or the events of a run. */
export function sendAnswer(
  c: Context<ApiEnv>,
  answer: ApiAnswer,
  { deps, repos, streamPermit, ...caller }: Sending,
): Response | Promise<Response> {
  if (isStream(answer))
    return openStream(c, answer, { deps, store: repos.runs, permit: streamPermit, reader: runReaderOf(caller) });
  if (isFile(answer)) return sendFile(c, answer.file, deps);
  if (isRaw(answer)) return sendRaw(c, answer, deps);
  const { status, headers = {}, body } = answer;
  const { 'x-run-id': runId } = headers;
  if (runId !== undefined) c.set('runId', runId);
  const { incoming, outgoing } = c.env;
  const json = body === undefined ? undefined : JSON.stringify(body);
  const about = json !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) };
  const described = { ...headers, ...about };
  // Hono makes the answer to a HEAD out of that to a GET, so it is not sent here.
  if (incoming.method === 'HEAD') return c.body(null, status as 200, described);
  outgoing.writeHead(status, described).end(json);
  return RESPONSE_ALREADY_SENT;
}

/** Values as server-sent events. A reader that is slow makes the source wait; one that is gone ends it. */
export function sendEvents(
  c: Context<ApiEnv>,
  values: AsyncIterable<unknown>,
  { heartbeatMs }: Pick<ApiDependencies, 'heartbeatMs'>,
): Response {
  return c.body(withHeartbeat(eventsOf(values), heartbeatMs), 200, { ...securityHeaders, ...eventStreamHeaders });
}

function isStream(answer: object): answer is StreamAnswer {
  return 'stream' in answer;
}

function isFile(answer: object): answer is FileAnswer {
  return 'file' in answer;
}

function isRaw(answer: object): answer is RawAnswer {
  return 'raw' in answer;
}

type Streaming = {
  readonly deps: ApiDependencies;
  readonly store: RunRepository;
  readonly permit: StreamPermit | undefined;
  readonly reader: RunReader;
};

async function openStream(
  c: Context<ApiEnv>,
  { stream }: StreamAnswer,
  { deps, store, permit, reader }: Streaming,
): Promise<Response> {
  const { runId, afterSeq, level, texts, started, headers: more, frames, lastFrame, stopsWithClient } = stream;
  c.set('runId', runId);
  const headers = {
    ...securityHeaders,
    ...eventStreamHeaders,
    'x-request-id': c.get('requestId'),
    'x-run-id': runId,
    ...more,
  };
  if (c.req.raw.method === 'HEAD') return c.body(null, 200, headers);
  permit?.takeFor(runId);
  const { outgoing } = c.env;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  new RunStream(outgoing, {
    ...reader,
    runId,
    afterSeq,
    level,
    texts,
    hub: deps.hub,
    store,
    log: deps.log,
    pages: deps.streams.pages,
    isStranger: c.get('isVisitor') === true,
    onEnd: () => permit?.release(),
    heartbeatMs: deps.heartbeatMs,
    stallMs: deps.stallMs,
    accepted: started?.accepted,
    frames,
    lastFrame,
  });
  const isAbandoned = () =>
    !outgoing.writableFinished && (typeof stopsWithClient === 'function' ? stopsWithClient() : stopsWithClient);
  if (stopsWithClient) outgoing.once('close', () => isAbandoned() && void stopAbandoned(runId, { deps, store }));
  try {
    // A client may ask for the run as soon as it has the id.
    await started?.accepted;
  } catch (error) {
    for (const name of Object.keys(headers)) outgoing.removeHeader(name);
    throw error;
  }
  // A client may wait long for the first event, and would not know that it is connected.
  if (!outgoing.headersSent) outgoing.flushHeaders();
  return RESPONSE_ALREADY_SENT;
}

/** For a run whose client is gone. */
async function stopAbandoned(runId: string, { deps, store }: Pick<Streaming, 'deps' | 'store'>): Promise<void> {
  try {
    await store.requestStop(runId);
    await deps.runs.stop(runId, { graceMs: 0 });
  } catch (error) {
    deps.log.warn('a run whose client is gone could not be stopped', { runId, error });
  }
}
