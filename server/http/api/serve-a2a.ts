import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#lib/errors/app-error.ts';
import { publicError } from '#lib/run/public-error.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { approvalAt } from '#lib/run/to-public-event.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { agentCard, LEGACY_VERSION } from '../../a2a/agent-card.ts';
import { callAgent } from '../../a2a/call-agent.ts';
import type { TaskRun } from '../../a2a/task-of.ts';
import { type RunProgress, WorkflowAgent, type WorkflowRuns } from '../../a2a/workflow-agent.ts';
import { conversationInputs } from '../../conversation/conversation-inputs.ts';
import { ReplyReader } from '../../conversation/reply-reader.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { loadRun } from '../resources/run-resource.ts';
import { readLiveEvents } from '../runs/read-live-events.ts';
import { readReplies } from '../runs/read-replies.ts';
import { startDeployment } from '../start/start-deployment.ts';
import { makeInProcessClient } from './call-in-process.ts';
import { startInputsOf } from './start-inputs-of.ts';

/** A published workflow as an agent of A2A, opened by the key of its endpoint. */
export const A2A_PATH = '/api/v1/run/:slug/a2a';
export const A2A_CARD_PATH = `${A2A_PATH}/.well-known/agent-card.json`;

const VERSION_HEADER = 'a2a-version';

type Incoming = {
  readonly headers: IncomingHttpHeaders;
  /** Scheme and host that the request was sent to. */
  readonly origin: string;
  /** Aborts when the client has closed the connection. */
  readonly gone: AbortSignal;
};

/** The agent card as JSON. */
export async function readA2aCard({ origin }: Incoming, { deps, endpoint }: HandlerContext): Promise<object> {
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const { slug, version } = endpoint;
  return agentCard({
    slug,
    version,
    title: workflow.name,
    description: workflow.description || workflow.name,
    url: `${deps.publicOrigin ?? origin}${A2A_PATH.replace(':slug', slug)}`,
    hasFileInputs: startInputsOf(workflow).some(({ type }) => type === 'file'),
  });
}

/** One JSON-RPC request of A2A 1.0, or 0.3 where the client names no version. */
export async function serveA2a(body: unknown, { headers, gone }: Incoming, context: HandlerContext) {
  const version = String(headers[VERSION_HEADER] ?? LEGACY_VERSION);
  const { log } = context.deps;
  const onDefect = (error: unknown) => log.error('a request failed', { requestId: context.requestId, error });
  return callAgent(body, { version, agent: new WorkflowAgent(await runsOf(context, gone)), onDefect });
}

async function runsOf(context: HandlerContext, gone: AbortSignal): Promise<WorkflowRuns> {
  const { deps, endpoint } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const client = makeInProcessClient(context);
  return {
    async start({ text, files, inputs: given, sessionId }) {
      const counted = deps.publishing.keyAuthenticator.checkRateLimit(endpoint);
      if (counted) await counted;
      const declared = startInputsOf(workflow);
      const isByName = text === '' && files.length === 0;
      const said = [{ role: 'user', content: text, files } as const];
      const inputs = isByName ? given : conversationInputs(said, { declared, given: given as Given, field: 'message' });
      const body = { inputs: inputs as Given, mode: 'stream', ...(sessionId !== undefined && { sessionId }) } as const;
      const answer = await startDeployment({ headers: {}, body }, context);
      if (!('stream' in answer)) throw new AppError('internal', 'A run that was started has no stream.');
      const { runId, started } = answer.stream;
      // The task is read from what is stored.
      await started?.accepted;
      return { runId, ...(started && !started.isElsewhere && { ended: started.outcome }) };
    },
    read: (runId) => readTask(runId, workflow, context),
    async decide({ runId, approvals = [] }, confirmed) {
      for (const { actionId } of approvals) await client.decideApproval({ params: { id: runId, actionId }, body: { confirmed } });
    },
    async stop(runId) {
      await client.stopRun({ params: { id: runId } });
    },
    follow: (runId, decided) => follow(runId, { decided, workflow, gone, context }),
  };
}

type Given = Parameters<typeof conversationInputs>[1]['given'];

async function readTask(runId: string, workflow: Workflow, context: HandlerContext): Promise<TaskRun> {
  const { repos, deps, endpoint, language } = context;
  const run = await loadRun(runId, context);
  const { status, sessionId, outputs, error, finishedAt, startedAt, createdAt } = run;
  const outcome = status === 'waiting' ? await deps.runs.readOutcome(runId) : undefined;
  return {
    runId,
    status,
    contextId: sessionId ?? runId,
    changedAt: finishedAt ?? startedAt ?? createdAt,
    ...(outputs && { outputs, replies: await readReplies(runId, { workflow, stored: repos.runs }) }),
    ...(error && { error: publicError(error, { level: endpoint?.events ?? 'summary', language }).message }),
    ...(outcome?.approvals && { approvals: outcome.approvals.map((one) => approvalAt(one, endpoint?.events === 'full')) }),
  };
}

type Following = {
  readonly decided: ReadonlySet<string>;
  readonly workflow: Workflow;
  readonly gone: AbortSignal;
  readonly context: HandlerContext;
};

/** Until the run ends, or waits for something that was not just decided. */
async function* follow(runId: string, { decided, workflow, gone, context }: Following): AsyncGenerator<RunProgress> {
  const { deps, repos, endpoint } = context;
  const close = deps.streams.open.open({ runId, keyId: endpoint?.keyId });
  const reader = new ReplyReader({ live: replyingNodes(workflow) });
  try {
    for await (const event of readLiveEvents(runId, { hub: deps.hub, stored: repos.runs, signal: gone })) {
      const step = reader.read(event);
      // The client has the text from before its decision.
      if (step?.type === 'text' && decided.size === 0) yield step;
      if (step?.type !== 'end') continue;
      const { status, approvals = [] } = step.end.done;
      if (!isTerminal(status) && approvals.some(({ actionId }) => decided.has(actionId))) continue;
      return yield { type: 'status', run: await readTask(runId, workflow, context) };
    }
  } finally {
    close();
  }
}
