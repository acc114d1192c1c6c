import type { IncomingHttpHeaders } from 'node:http';
import { once } from '#lib/async/once.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { waitsUntil } from '#lib/run/short-wait.ts';
import { approvalFor } from '#lib/run/what-leaves.ts';
import { inputsJsonSchema, type StartConfig } from '#lib/workflow/start-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { Decision, WorkflowProgress, WorkflowResult, WorkflowTool } from '../../mcp-endpoint/make-workflow-server.ts';
import type { RunningCalls } from '../../mcp-endpoint/running-calls.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { loadRunHead } from '../resources/run-resource.ts';
import { answeredOutcome } from '../runs/answered-outcome.ts';
import { outcomeAfter } from '../runs/outcome-after.ts';
import { startDeployment } from '../start/start-deployment.ts';
import { toRunResult } from '../start/start-run.ts';
import { makeInProcessClient } from './call-in-process.ts';

/** A published workflow as an MCP server, opened by the key of its endpoint. */
export const WORKFLOW_MCP_PATH = '/api/v1/run/:slug/mcp';

type StartedWorkflow = {
  readonly runId: string;
  readonly outcome: Promise<WorkflowResult>;
  /** It is stored, so that it can be stopped. */
  readonly accepted: Promise<void>;
};

/** Imported at the first request: Node resolves an `import()` anew each time. */
const loadModules = once(() =>
  Promise.all([
    import('@modelcontextprotocol/server'),
    import('../../mcp-endpoint/make-workflow-server.ts'),
    import('../../mcp-endpoint/answer-plain-call.ts'),
  ]),
);

/** As nginx says it; its client is not there any more. */
const CLIENT_GONE = 499;

export type McpRequest = {
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON of a POST. */
  readonly body: unknown;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  /** The whole request. */
  readonly raw: Request;
  /** Of this process. */
  readonly calls: RunningCalls;
};

const SESSION_HEADER = 'mcp-session-id';

/**
 * One request of the Model Context Protocol over streamable HTTP. Nothing is kept between requests: the id of a session
 * only tells apart the calls of clients that have the same key.
 */
export async function serveWorkflowMcp(
  { headers, body, gone, raw, calls }: McpRequest,
  context: HandlerContext,
): Promise<Response | { readonly status: number; readonly body?: object }> {
  const [{ createMcpHandler }, { makeWorkflowServer }, { answerPlainCall, isPlainCall }] = await loadModules();
  const { version, log, newId } = context.deps;
  const { [SESSION_HEADER]: sessionId } = headers;
  const caller = { keyId: context.endpoint?.keyId ?? '', sessionId: sessionId?.toString() };
  calls.cancel(body, caller);
  const tool = await toolOf(context, calls.open(body, { ...caller, gone }));
  const makeServer = () => makeWorkflowServer(tool, version);
  if (isPlainCall(body, headers)) {
    const answer = await answerPlainCall(body, gone, makeServer);
    return answer ? { status: 200, body: answer } : { status: CLIENT_GONE };
  }
  context.streamPermit?.take();
  const handler = createMcpHandler(makeServer, {
    onerror: (error) => log.warn('a request of an MCP client failed', { error }),
  });
  const { method, url, signal } = raw;
  // The body was read, with its limits.
  const bare = new Request(url, { method, headers: raw.headers, signal });
  const answer = await handler.fetch(bare, { ...(body !== undefined && { parsedBody: body }) });
  if (!beginsSession(body) || !answer.ok) return answer;
  const begun = new Response(answer.body, answer);
  begun.headers.set(SESSION_HEADER, newId('mcp'));
  return begun;
}

/** In the versions with sessions. */
function beginsSession(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize';
}

/** @param cancelled aborts when a request of its own cancels the call */
async function toolOf(context: HandlerContext, cancelled: AbortSignal): Promise<WorkflowTool> {
  const { deps, endpoint } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  return {
    name: endpoint.slug,
    title: workflow.name,
    description: workflow.description || workflow.name,
    inputs: inputsOf(workflow, deps.nodes),
    isDecidable: endpoint.allowsDecisions,
    async start(inputs, { signal: left, onProgress }) {
      const signal = AbortSignal.any([left, cancelled]);
      const counted = deps.publishing.keyAuthenticator.checkRateLimit(endpoint);
      if (counted) await counted;
      const started = await startHere(inputs as Record<string, never>, signal, context);
      return untilEnded(started, { signal, onProgress }, context);
    },
    decide: (decision, { signal }) => decide(decision, AbortSignal.any([signal, cancelled]), context),
  };
}

const knownInputs = new WeakMap<Workflow, JsonSchema>();

/** Of a published version, which never changes. */
function inputsOf(workflow: Workflow, nodes: HandlerContext['deps']['nodes']): JsonSchema {
  const known = knownInputs.get(workflow);
  if (known) return known;
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const config = nodes.start?.config.safeParse(start?.config ?? {});
  const inputs = inputsJsonSchema(config?.success ? (config.data as StartConfig) : { inputs: [] });
  knownInputs.set(workflow, inputs);
  return inputs;
}

async function startHere(inputs: Record<string, never>, signal: AbortSignal, context: HandlerContext): Promise<StartedWorkflow> {
  const answer = await startDeployment(
    { headers: {}, body: { inputs, mode: 'stream' }, surface: 'mcp', withoutStream: true },
    context,
  );
  if (!('stream' in answer) || !answer.stream.started) throw new AppError('internal', 'A run that was started has no stream.');
  const { runId, started } = answer.stream;
  const { deps, repos } = context;
  const outcome = answeredOutcome(started, { hub: deps.hub, runs: deps.runs, stored: repos.runs, signal }).then((end) =>
    toWorkflowResult(end, context),
  );
  return { runId, outcome, accepted: started.accepted };
}

type Waiting = {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: WorkflowProgress) => void) | undefined;
};

/** A call that is cancelled stops its run. */
async function untilEnded(
  { runId, outcome, accepted }: StartedWorkflow,
  { signal, onProgress }: Waiting,
  { deps, repos }: HandlerContext,
) {
  const leaveHub = onProgress ? deps.hub.subscribe(runId, (events) => reportProgress(events, onProgress)) : () => {};
  const stop = () => {
    accepted
      .then(() => repos.runs.requestStop(runId))
      .then(() => deps.runs.stop(runId, { graceMs: 0 }))
      .catch((error: unknown) => deps.log.warn('a run whose client is gone could not be stopped', { runId, error }));
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await outcome;
  } finally {
    signal.removeEventListener('abort', stop);
    leaveHub();
  }
}

/** One notification for each node that ended, with its number. */
function reportProgress(events: readonly StoredEvent[], onProgress: (progress: WorkflowProgress) => void): void {
  for (const { type, seq, json } of events) {
    if (type !== 'node_finished') continue;
    const { nodeId } = JSON.parse(json) as { nodeId: string };
    // Sequence numbers only grow, as progress has to.
    onProgress({ nodes: seq, message: nodeId });
  }
}

async function decide(
  { runId, actionId, isConfirmed }: Decision,
  signal: AbortSignal,
  context: HandlerContext,
): Promise<WorkflowResult> {
  const { deps, repos } = context;
  await loadRunHead(runId, context);
  await makeInProcessClient(context).decideApproval({ params: { id: runId, actionId }, body: { confirmed: isConfirmed } });
  const sources = { hub: deps.hub, runs: deps.runs, stored: repos.runs, signal };
  const end = await outcomeAfter(runId, new Set([actionId]), sources);
  return toWorkflowResult(end, context);
}

function toWorkflowResult(end: RunOutcome, context: HandlerContext): WorkflowResult {
  const reader = runReaderOf(context);
  const { runId, status, outputs = {}, error } = toRunResult(end, reader);
  const approvals = end.approvals?.map((one) => approvalFor(one, reader));
  return { runId, status, outputs, error, approvals, waitsUntil: waitsUntil(end) };
}
