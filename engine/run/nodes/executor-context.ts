import type { ExecutorContext, ExecutorEvent, LiveInput } from '#engine/contract/define-executor.ts';
import { type InteractionContext, newInteractionContext, SKILL, SUMMARY, TAKER } from '#engine/contract/interaction-context.ts';
import { withHeaders } from '#engine/http/with-headers.ts';
import { bodyParts } from '#engine/plan/body-parts.ts';
import type { PlannedNode, Scope } from '#engine/plan/plan-node.ts';
import { withWorkflowTools } from '#engine/tools/with-workflow-tools.ts';
import type { ToolLimits } from '#lib/agents/tool-limits.ts';
import { slotsNamed } from '#lib/credentials/tool-credentials.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { translateError } from '#lib/i18n/word-error.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import type { MemoryChange } from '#lib/run/memory.ts';
import { iterationPath, nodePathIn, withoutRetries } from '#lib/run/node-path.ts';
import type { NodeWarning } from '#lib/run/run-event.ts';
import type { SessionChange, SessionWrite } from '#lib/run/session-state.ts';
import { summaryText } from '#lib/run/session-summary.ts';
import { addUsage } from '#lib/run/token-usage.ts';
import type { ToolKit } from '../../contract/tool-kit.ts';
import type { EffectOwner } from '../effects/effect-ledger.ts';
import type { NodeWork, WorkTime } from '../limits/work-time.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import type { RunSession } from '../state/run-session.ts';
import { admitModelCall } from './admit-model-call.ts';
import { admitWithinLimits } from './admit-within-limits.ts';
import { type Asker, askForMore } from './ask-for-more.ts';
import type { Spent } from './finish-node.ts';
import { pauseNode } from './pause-node.ts';
import { runBody, runWorkflowTool } from './run-body.ts';

/** One attempt of a node, as what it may touch depends on it. */
export type AttemptLife = {
  readonly node: PlannedNode;
  readonly run: RunScope;
  readonly attempt: number;
  readonly live: readonly LiveInput[];
  readonly scope: Scope;
  readonly signal: AbortSignal;
  /** Its own, where it has a time limit; else that of what is around it. */
  readonly work: WorkTime;
  readonly ownWork: NodeWork;
  readonly spent: Spent;
  /** Set when the attempt has ended: later events of a node that did not return in time are dropped. */
  isOver: boolean;
  /** Conversations it works on, kept when it succeeds. */
  readonly drafts: Map<string, InteractionContext>;
  /** What it writes into the memory of the run when it succeeds. */
  readonly remembered: MemoryChange[];
  /** What it writes into the session when it succeeds. */
  readonly sessionWrites: SessionWrite[];
  /** What it says of its value. */
  readonly warnings: NodeWarning[];
  /** The conversation that it leaves in the session when it succeeds. */
  sessionConversation?: SessionChange['conversation'];
  /** Called before the first thing it writes. */
  announce(): void;
};

/** Cheap for runs without limits, which most are: the kit stays the same object. */
function withLimits(kit: ToolKit, limits: ToolLimits): ToolKit {
  return limits.mode === 'normal' ? kit : { ...kit, limits };
}

/** A node that says more says the same of each of its parts. */
const MAX_WARNINGS = 20;

export function makeExecutorContext(life: AttemptLife): ExecutorContext {
  const { node, run, spent } = life;
  const owner = { nodeId: node.id, signal: life.signal, isOver: () => life.isOver, announce: () => life.announce() };
  return {
    runId: run.runId,
    workspaceId: run.log.identity.workspaceId,
    nodeId: node.id,
    attempt: life.attempt,
    signal: life.signal,
    runInputs: run.workflow.inputs,
    live: life.live,
    evaluate: (source, more) => node.evaluate(source, more ? { ...life.scope, ...more } : life.scope),
    defaultModel: run.workflow.defaultModel,
    language: run.workflow.language,
    models: run.ports.models,
    agents: run.workflow.agents,
    tools: withLimits(withWorkflowTools(run.ports.tools, node.workflowTools), run.workflow.toolLimits),
    graphs: run.ports.graphs,
    fetch: (url, init) => run.ports.fetch(url, withHeaders(init, run.trace.headersFor(`node ${node.id}`))),
    credentialOf: (slot, path) => findCredential(run, slot, path),
    toolSlots: slotsNamed(node.toolSlots, run.workflow.credentials),
    traceHeaders: (span) => run.trace.headersFor(span),
    clock: run.ports.clock,
    newId: run.ports.newId,
    emit(event, options) {
      if (life.isOver || hasReplied(event, life)) return;
      admit(event, life);
      life.announce();
      run.log.emit({ ...event, nodeId: node.id }, options);
    },
    warn(warning) {
      const { warnings } = life;
      const isKnown = warnings.some(({ code, message }) => code === warning.code && message === warning.message);
      if (!isKnown && warnings.length < MAX_WARNINGS) warnings.push(translateError(warning, run.workflow.language));
    },
    countUsage(usage, { llmCalls = 0, toolCalls = 0 }) {
      run.limits.count({ usage, llmCalls, toolCalls });
      run.ports.budgets?.spend({ runId: run.runId, workspaceId: run.log.identity.workspaceId }, usage);
      spent.usage = addUsage(spent.usage, usage);
      spent.llmCalls += llmCalls;
      spent.toolCalls += toolCalls;
      if (llmCalls > 0 && !life.isOver) {
        const { used } = run.limits;
        run.log.emit({ type: 'token_usage', nodeId: node.id, llmCalls: used.llmCalls, usage: used.usage });
      }
    },
    effect: (effect, perform) => run.ledger.run(effect, owner, perform),
    storedResult: (key) => run.ledger.resultOf(node.id, key),
    discardEffect(key) {
      if (!life.isOver) run.ledger.discard(owner, key);
    },
    ask(request) {
      if (life.isOver) return undefined;
      return run.signals.approvals.ask(owner, request);
    },
    pause: (pause) => pauseNode(life, pause),
    waits: () => life.ownWork.wait(),
    hasRequested: (key) => run.signals.approvals.hasRequested(node.id, key),
    admitModelCall: () => admitModelCall(run, askerOf(life)),
    ...(run.ports.beforeModelRequest && { beforeModelRequest: run.ports.beforeModelRequest }),
    raiseLimit: ({ key, ...hit }) =>
      run.limits.asks ? askForMore({ ...hit, key: `node-limit:${key}:${hit.max}`, tool: 'limit' }, askerOf(life)) : undefined,
    isRemembered: (tool) => run.signals.approvals.isRemembered(tool),
    runBody: (iteration) => runBody({ node, outer: run, attempt: life.attempt, work: life.work }, iteration),
    async callWorkflow({ key, ...call }) {
      const index = await callIndexOf(key, call.tool, life, owner);
      // The nodes of the called workflow work and wait in its place.
      const done = life.ownWork.wait();
      try {
        return await runWorkflowTool({ node, outer: run, attempt: life.attempt, work: life.work }, { ...call, index });
      } finally {
        done();
      }
    },
    bodyParts: () =>
      bodyParts(node.body ?? []).map((part) => ({
        lastIds: part.filter(({ outgoing }) => outgoing.length === 0).map(({ id }) => id),
      })),
    nextDecision: () => run.signals.approvals.nextDecision(),
    hasBegun(index) {
      const prefix = iterationPath(node.id, { index, attempt: life.attempt });
      return run.results.started.keys().some((path) => path.startsWith(nodePathIn(prefix, '')) && !run.results.ended.has(path));
    },
    hasReached(index) {
      const path = iterationPath(node.id, { index, attempt: life.attempt });
      return withoutRetries(path) !== path && run.results.hasReached(path);
    },
    memory: () => run.workflow.memory.current,
    remember: (change) => void life.remembered.push(change),
    session: {
      variables: run.workflow.session.variables,
      value: () => run.workflow.session.valueAt(run.results.sessionAt.get(node.id) ?? run.workflow.session.state),
      write: (write) => void life.sessionWrites.push(write),
      conversation(name, window) {
        const draft =
          life.drafts.get(name) ?? run.workflow.conversations.find(name) ?? openConversation(name, run.workflow.session);
        // Empty while none is active. Another conversation of this turn may have activated it.
        const active = run.workflow.session.state.skill ?? draft.variables[SKILL] ?? '';
        draft.variables = { ...draft.variables, [SKILL]: active };
        life.drafts.set(name, draft);
        life.sessionConversation = { name, window };
        return draft;
      },
    },
    conversation(name) {
      const draft = life.drafts.get(name) ?? run.workflow.conversations.open(name);
      if (name !== 'own') life.drafts.set(name, draft);
      return draft;
    },
  };
}

/** Prefix of the ledger's keys of the numbers of such calls. */
const CALL_OF = 'workflow-call:';

/** Which call of this workflow by the node it is, from 0: stored, so that a later process finds what it did. */
async function callIndexOf(key: string, tool: string, { node, run }: AttemptLife, owner: EffectOwner): Promise<number> {
  const effect = { key: `${CALL_OF}${tool}:${key}`, kind: 'tool', name: tool, effects: 'none' } as const;
  return run.ledger.run(effect, owner, async () =>
    run.results.nextCall(`${node.id} ${tool}`, run.ledger.resultsOf(node.id, `${CALL_OF}${tool}:`)),
  );
}

/** A conversation as earlier turns of the session left it. */
function openConversation(name: string, session: RunSession): InteractionContext {
  const agent = session.agentOf(name);
  const summary = session.summaryOf(name);
  const kept = structuredClone(session.conversation(name)) as InteractionContext['messages'];
  return {
    ...newInteractionContext(),
    messages: summary === undefined ? kept : [{ role: 'user', content: summaryText(summary) }, ...kept],
    variables: { ...(agent !== undefined && { [TAKER]: agent }), ...(summary !== undefined && { [SUMMARY]: summary }) },
  };
}

/** Requests approvals for this attempt. */
export function askerOf(life: AttemptLife): Asker {
  const { node, run } = life;
  const owner = { nodeId: node.id, announce: () => life.announce() };
  return { nodeId: node.id, ask: (request) => (life.isOver ? undefined : run.signals.approvals.ask(owner, request)) };
}

/** A reply is in the log once: a node that starts over after a crash does not say it again. */
function hasReplied(event: ExecutorEvent, { node, run }: AttemptLife): boolean {
  if (event.type !== 'reply') return false;
  if (run.results.replies.has(node.id)) return true;
  run.results.replies.set(node.id, event.content);
  return false;
}

function admit(event: ExecutorEvent, life: AttemptLife): void {
  if (event.type === 'llm_call') admitWithinLimits('model-call', life.run, askerOf(life));
  if (event.type === 'tool_call' && event.status === 'running') admitWithinLimits('tool-call', life.run, askerOf(life));
}

/** @throws {NodeFailure} `credential-missing` when the workflow does not declare it */
function findCredential({ workflow, log }: RunScope, slot: string, path: string): CredentialUse {
  const declared = workflow.credentials[slot];
  if (declared) return { workspaceId: log.identity.workspaceId, workflowId: workflow.workflowId, slot, declared };
  throw new NodeFailure('credential-missing', `The settings of the workflow have no credential '${slot}'`, { path });
}
