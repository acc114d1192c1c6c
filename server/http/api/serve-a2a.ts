import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#lib/errors/app-error.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { waitsUntil } from '#lib/run/short-wait.ts';
import { approvalFor, errorFor } from '#lib/run/what-leaves.ts';
import { findTool } from '#lib/tools/tool-catalogue.ts';
import { isFileInput } from '#lib/workflow/file-inputs.ts';
import { messageInputs } from '#lib/workflow/message-inputs.ts';
import { replyingNodes } from '#lib/workflow/replying-nodes.ts';
import { storedReach } from '#lib/workflow/stored-reach.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { agentCard, LEGACY_VERSION } from '../../a2a/agent-card.ts';
import { callAgent, isStreamed } from '../../a2a/call-agent.ts';
import { statusesOf, type TaskRun } from '../../a2a/task-of.ts';
import {
  type PushConfigs,
  type RunProgress,
  type TaskFilter,
  type TaskPage,
  WorkflowAgent,
  type WorkflowRuns,
} from '../../a2a/workflow-agent.ts';
import { type ConversationFile, conversationInputs, fileInputs } from '../../conversation/conversation-inputs.ts';
import { ReplyReader } from '../../conversation/reply-reader.ts';
import { readerOf } from '../../db/stores/endpoint-owner.ts';
import type { PublicCard } from '../../db/stores/endpoint-store.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { toolsOf } from '../handler-kit/tools-of.ts';
import { runReaderOf } from '../resources/run-reader-of.ts';
import { loadRun } from '../resources/run-resource.ts';
import { answeredOutcome } from '../runs/answered-outcome.ts';
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

type CardDependencies = Pick<ApiDependencies, 'publishing' | 'publicOrigin'>;

/** The agent card as JSON, for those who have the key. */
export async function readA2aCard({ origin }: Pick<Incoming, 'origin'>, { deps, endpoint, workspaceId }: HandlerContext) {
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const { definitions } = await toolsOf(deps, workspaceId);
  const tools = (storedReach(workflow)?.tools ?? []).flatMap((id) => findTool(definitions, id) ?? []);
  return cardOf(endpoint, { origin, workflow, tools, deps });
}

/** The card of a deployment that publishes it. Undefined for others, whatever the reason. */
export async function readPublicCard(slug: string, { origin }: Pick<Incoming, 'origin'>, deps: CardDependencies) {
  const found = await deps.publishing.publicCards.findPublicCard(slug);
  if (!found) return undefined;
  const workflow = await deps.publishing.frozen.get(found.documentHash);
  return cardOf(found, { origin, workflow, tools: [], deps });
}

/** The card of the only deployment that publishes one. */
export async function readOnlyCard(at: Pick<Incoming, 'origin'>, deps: CardDependencies) {
  const [found, ...others] = await deps.publishing.publicCards.listPublicCards(2);
  return found && others.length === 0 ? readPublicCard(found, at, deps) : undefined;
}

type Shown = {
  readonly origin: string;
  readonly workflow: Workflow;
  readonly tools: NonNullable<Parameters<typeof agentCard>[0]['tools']>;
  readonly deps: CardDependencies;
};

function cardOf({ slug, version }: PublicCard, { origin, workflow, tools, deps }: Shown) {
  return agentCard({
    tools,
    slug,
    version,
    title: workflow.name,
    description: workflow.description || workflow.name,
    url: `${deps.publicOrigin ?? origin}${A2A_PATH.replace(':slug', slug)}`,
    hasFileInputs: startInputsOf(workflow).some(isFileInput),
  });
}

/** One JSON-RPC request of A2A 1.0, or 0.3 where the client names no version. */
export async function serveA2a(body: unknown, { headers, gone, origin }: Incoming, context: HandlerContext) {
  if (isStreamed(body)) context.streamPermit?.take();
  const version = String(headers[VERSION_HEADER] ?? LEGACY_VERSION);
  const { log } = context.deps;
  const onDefect = (error: unknown) => log.error('a request failed', { requestId: context.requestId, error });
  return callAgent(body, { version, agent: new WorkflowAgent(await runsOf(context, { gone, origin })), onDefect });
}

type Asking = Pick<Incoming, 'gone' | 'origin'>;

async function runsOf(context: HandlerContext, { gone, origin }: Asking): Promise<WorkflowRuns> {
  const { deps, endpoint } = context;
  if (!endpoint) throw new AppError('authentication-failed', 'A published workflow is run with a key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  return {
    async start({ text, files, inputs: given, sessionId }) {
      const counted = deps.publishing.keyAuthenticator.checkRateLimit(endpoint);
      if (counted) await counted;
      const declared = startInputsOf(workflow);
      const inputs = inputsOf({ text, files, given: given as Given }, declared);
      const body = { inputs, mode: 'stream', ...(sessionId !== undefined && { sessionId }) } as const;
      const answer = await startDeployment({ headers: {}, body, surface: 'a2a', withoutStream: true }, context);
      if (!('stream' in answer)) throw new AppError('internal', 'A run that was started has no stream.');
      const { runId, started } = answer.stream;
      const sources = { hub: deps.hub, runs: deps.runs, stored: context.repos.runs, signal: gone };
      // The task is read from what is stored.
      await started?.accepted;
      return {
        runId,
        ...(started &&
          !started.isElsewhere && {
            ended: async () => outcomeTask(await answeredOutcome(started, sources), { sessionId, workflow }, context),
          }),
      };
    },
    read: (runId) => readTask(runId, workflow, context),
    list: (filter) => listTasks(filter, workflow, context),
    async decide({ runId, approvals = [] }, confirmed) {
      const client = makeInProcessClient(context);
      for (const { actionId } of approvals) await client.decideApproval({ params: { id: runId, actionId }, body: { confirmed } });
    },
    async stop(runId) {
      await makeInProcessClient(context).stopRun({ params: { id: runId } });
    },
    follow: (runId, decided) => follow(runId, { decided, workflow, gone, context }),
    pushes: pushesOf(context),
    extendedCard: () => readA2aCard({ origin }, context),
    word: (text) => wordError(text, context.language),
  };
}

type Said = { readonly text: string; readonly files: readonly ConversationFile[]; readonly given: Given };

/** Of a workflow that takes no text, the inputs are data parts, or a text that is a JSON object. */
function inputsOf({ text, files, given }: Said, declared: ReturnType<typeof startInputsOf>): Given {
  if (text === '' && files.length === 0) return given;
  const { message, conversation } = messageInputs(declared);
  if (message || conversation)
    return conversationInputs([{ role: 'user', content: text, files }], { declared, given, field: 'message' });
  return { ...jsonObjectOf(text), ...fileInputs(files, { declared, field: 'message' }), ...given };
}

function jsonObjectOf(text: string): Given {
  try {
    return jsonObjectSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

function pushesOf({ repos, deps }: HandlerContext): PushConfigs {
  const { pushes } = deps.publishing;
  const { pushConfigs } = repos;
  return {
    async save(runId, { config, protocol }) {
      const { id: configId, url } = config;
      await pushConfigs.save(runId, { configId, protocol, url, sealedSecret: pushes.seal(runId, config) });
      pushes.watch(runId);
    },
    async get(runId, configId) {
      const stored = await pushConfigs.get(runId, configId);
      return stored ? pushes.open(runId, stored) : undefined;
    },
    list: async (runId) => (await pushConfigs.list(runId)).map((stored) => pushes.open(runId, stored)),
    remove: (runId, configId) => pushConfigs.remove(runId, configId),
  };
}

type Given = Parameters<typeof conversationInputs>[1]['given'];

type Ended = { readonly sessionId: string | undefined; readonly workflow: Workflow };

/** A run whose end this process knows, without a look at the database. */
async function outcomeTask(end: RunOutcome, { sessionId, workflow }: Ended, context: HandlerContext): Promise<TaskRun> {
  const { repos, deps } = context;
  const { runId, status, outputs, error, approvals } = end;
  const reader = runReaderOf(context);
  return {
    runId,
    status,
    contextId: sessionId ?? runId,
    changedAt: new Date(deps.clock.now()),
    ...(status === 'succeeded' && { outputs, replies: await readReplies(runId, { workflow, stored: repos.runs }) }),
    ...(error && { error: errorFor(error, reader, runId).message }),
    waitsUntil: waitsUntil(end),
    ...(approvals && { approvals: approvals.map((one) => approvalFor(one, reader)) }),
  };
}

async function listTasks(filter: TaskFilter, workflow: Workflow, context: HandlerContext): Promise<TaskPage> {
  const { repos, endpoint } = context;
  const { contextId, status, pageSize, pageToken, statusTimestampAfter: from } = filter;
  const wanted = {
    reader: readerOf(endpoint),
    ...(contextId && { sessionId: contextId }),
    ...(status && { status: statusesOf(status) }),
    ...(from && { from }),
  };
  const [page, totalSize] = await Promise.all([
    repos.runs.list({ ...wanted, limit: pageSize, ...(pageToken && { cursor: pageToken }) }),
    repos.runs.count(wanted),
  ]);
  const runs = await Promise.all(page.items.map(({ runId }) => readTask(runId, workflow, context)));
  return { runs, nextPageToken: page.nextCursor ?? '', totalSize };
}

async function readTask(runId: string, workflow: Workflow, context: HandlerContext): Promise<TaskRun> {
  const { repos, deps } = context;
  const reader = runReaderOf(context);
  const run = await loadRun(runId, context);
  const { status, sessionId, outputs, error, finishedAt, startedAt, createdAt } = run;
  const outcome = status === 'waiting' ? await deps.runs.readOutcome(runId) : undefined;
  return {
    runId,
    status,
    contextId: sessionId ?? runId,
    changedAt: finishedAt ?? startedAt ?? createdAt,
    ...(outputs && { outputs, replies: await readReplies(runId, { workflow, stored: repos.runs }) }),
    ...(error && { error: errorFor(error, reader, runId).message }),
    waitsUntil: outcome && waitsUntil(outcome),
    ...(outcome?.approvals && { approvals: outcome.approvals.map((one) => approvalFor(one, reader)) }),
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
  const { deps, repos } = context;
  const reader = new ReplyReader({ live: replyingNodes(workflow) });
  for await (const event of readLiveEvents(runId, { hub: deps.hub, stored: repos.runs, signal: gone })) {
    const step = reader.read(event);
    // The client has the text from before its decision.
    if (step?.type === 'text' && decided.size === 0) yield step;
    if (step?.type !== 'end') continue;
    const { status, approvals = [] } = step.end.done;
    if (!isTerminal(status) && approvals.some(({ actionId }) => decided.has(actionId))) continue;
    return yield { type: 'status', run: await readTask(runId, workflow, context) };
  }
}
