import { AppError } from '#lib/errors/app-error.ts';
import type { StreamAnswer } from '../handler-kit/define-handler.ts';
import * as assistants from './langgraph/assistants.ts';
import { type GraphCall, graphCallOf } from './langgraph/graph-context.ts';
import * as runs from './langgraph/runs.ts';
import * as threads from './langgraph/threads.ts';

/** A published workflow as a LangGraph server with one assistant, opened by the key of its endpoint. */
export const LANGGRAPH_PATH = '/api/v1/run/:slug/langgraph';

type Answer =
  | StreamAnswer
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: object | undefined };
type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly handle: (call: GraphCall) => Promise<Answer>;
};
type WithHeaders = { readonly headers?: Readonly<Record<string, string>>; readonly body: object };

/** An answer without a body where the operation gives nothing. */
const whole =
  (operation: (call: GraphCall) => Promise<object | number | undefined>) =>
  async (call: GraphCall): Promise<Answer> => {
    const body = await operation(call);
    return body === undefined ? { status: 204 } : { status: 200, body: body as object };
  };
const located =
  (operation: (call: GraphCall) => Promise<WithHeaders>) =>
  async (call: GraphCall): Promise<Answer> => ({ status: 200, ...(await operation(call)) });

const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, handle });
const post = (path: string, handle: Route['handle']): Route => ({ method: 'POST', path, handle });

const routes: readonly Route[] = [
  get(
    '/ok',
    whole(async () => ({ ok: true })),
  ),
  get(
    '/info',
    whole(async ({ context }) => ({ version: context.deps.version, flags: { assistants: true, crons: false } })),
  ),
  post('/assistants/search', whole(assistants.searchAssistants)),
  post('/assistants/count', whole(assistants.countAssistants)),
  get('/assistants/:assistantId', whole(assistants.getAssistant)),
  get('/assistants/:assistantId/graph', whole(assistants.getAssistantGraph)),
  get('/assistants/:assistantId/schemas', whole(assistants.getAssistantSchemas)),
  get('/assistants/:assistantId/subgraphs', whole(assistants.getSubgraphs)),
  post('/threads', whole(threads.createThread)),
  post('/threads/search', whole(threads.searchThreads)),
  get('/threads/:threadId', whole(threads.getThread)),
  { method: 'PATCH', path: '/threads/:threadId', handle: whole(threads.updateThread) },
  { method: 'DELETE', path: '/threads/:threadId', handle: whole(threads.deleteThread) },
  post('/threads/:threadId/copy', whole(threads.copyThread)),
  get('/threads/:threadId/state', whole(threads.getState)),
  post('/threads/:threadId/state/checkpoint', whole(threads.getStateAtCheckpoint)),
  get('/threads/:threadId/state/:checkpointId', whole(threads.getState)),
  post('/threads/:threadId/history', whole(threads.getHistory)),
  ...['', '/threads/:threadId'].flatMap((base) => [
    post(`${base}/runs`, located(runs.createRun)),
    post(`${base}/runs/wait`, located(runs.waitForRun)),
    post(`${base}/runs/stream`, runs.streamRun),
    get(`${base}/runs/:runId`, whole(runs.getRun)),
    get(`${base}/runs/:runId/join`, whole(runs.joinRun)),
    get(`${base}/runs/:runId/stream`, runs.joinStream),
    post(`${base}/runs/:runId/cancel`, whole(runs.cancelRun)),
  ]),
  post('/runs/batch', located(runs.createRuns)),
  get('/threads/:threadId/runs', whole(runs.listRuns)),
];

/** The routes below `LANGGRAPH_PATH`. */
export const langGraphRoutes = routes.map(({ method, path, handle }) => ({
  method,
  path: `${LANGGRAPH_PATH}${path}`,
  handle: async (request: Parameters<typeof graphCallOf>[0]) => handle(await graphCallOf(request)),
}));

/** @throws {AppError} `not-found` */
export function refuseGraphPath(path: string): never {
  const known = 'assistants, threads and runs, without crons, store and thread streams';
  throw new AppError('not-found', `There is nothing at ${path}. This server has ${known}.`);
}
