import { pickDefined } from './pick-defined.ts';
import type { PublicEvent } from './public-event.ts';
import { applyToConversation, closeConversation, resumeConversation, retryConversation } from './reduce-conversation.ts';
import { type Draft, draftOf, newNode, ownedConversation, ownedNode } from './run-draft.ts';
import type { NodeState, RunState } from './run-state.ts';
import { addUsage, NO_USAGE } from './token-usage.ts';

/**
 * The state after one more event. Pure; an event that is in already changes nothing. For many
 * events use `reduceRunEvents`.
 */
export function reduceRun(state: RunState, event: PublicEvent): RunState {
  return reduceRunEvents(state, [event]);
}

/**
 * The state after further events of any level, in order. The given state is not changed; nodes
 * without events stay the same objects. Costs one copy of the node map a call, and constant time an
 * event: pass the events of one frame together.
 */
export function reduceRunEvents(state: RunState, events: Iterable<PublicEvent>): RunState {
  const draft = draftOf(state);
  for (const event of events) {
    if (event.seq <= draft.state.lastSeq) continue;
    draft.state.lastSeq = event.seq;
    apply(draft, event);
  }
  return draft.state;
}

type EventOf<T extends PublicEvent['type']> = Extract<PublicEvent, { type: T }>;

function apply(draft: Draft, event: PublicEvent): void {
  const { state } = draft;
  switch (event.type) {
    case 'run_started':
      Object.assign(state, {
        runId: event.runId,
        status: 'running',
        startedAt: event.at,
        ...pickDefined(event, 'workflowId', 'inputs', 'forkOf', 'until', 'breakpoints'),
      });
      break;
    case 'run_continued':
      continueRun(draft, event);
      break;
    case 'session_opened':
      state.turn = event.turn;
      break;
    case 'queued':
      state.status = 'queued';
      state.queuePosition = event.position;
      break;
    case 'run_resumed':
      endWait(state, event.at);
      state.status = 'running';
      if (event.reason === 'process_lost') state.resumes++;
      break;
    case 'error': {
      const { runId: _runId, seq: _seq, at: _at, type: _type, ...error } = event;
      state.error ??= error;
      break;
    }
    case 'done':
      endRun(state, event);
      break;
    // The book of what has happened outside; what people see of it are the calls themselves.
    case 'effect':
      break;
    default:
      // The process that claimed it logs what begins.
      if (state.status === 'queued') state.status = 'running';
      applyToNode(draft, event);
  }
}

/** A waiting run has not ended: a decision resumes it. */
function endRun(state: RunState, event: EventOf<'done'>): void {
  Object.assign(state, pickDefined(event, 'status', 'reason', 'outputs', 'answerParts', 'error'));
  endWait(state, event.at);
  if (event.status === 'waiting') {
    state.waitsSince = event.at;
    return;
  }
  state.finishedAt = event.at;
  state.approvals = {};
  state.pausedAt = [];
}

/** What people were waited for counts together with what they were waited for before. */
function endWait(state: RunState, at: string): void {
  if (state.waitsSince === undefined) return;
  state.waitedMs += Math.max(Date.parse(at) - Date.parse(state.waitsSince), 0);
  delete state.waitsSince;
}

/** The nodes it was paused at start next, with events of their own. */
function continueRun({ state }: Draft, { nodeIds, breakpoints }: EventOf<'run_continued'>): void {
  state.status = 'running';
  state.pausedAt = state.pausedAt.filter((path) => !nodeIds.includes(path));
  if (breakpoints) state.breakpoints = breakpoints;
}

type NodeEvent = Extract<PublicEvent, { nodeId: string; type: Exclude<PublicEvent['type'], 'error' | 'effect'> }>;

function applyToNode(draft: Draft, event: NodeEvent): void {
  const node = ownedNode(draft, event.nodeId);
  switch (event.type) {
    case 'node_started':
      startNode(draft, event);
      break;
    case 'node_resumed':
      resumeConversation(draft, node);
      break;
    case 'node_retried':
      retryConversation(draft, node);
      if (event.error) node.error = event.error;
      break;
    case 'node_finished':
      finishNode(draft, node, event);
      break;
    case 'reply':
      draft.state.replies = [...draft.state.replies, { nodeId: event.nodeId, ...pickDefined(event, 'content', 'from') }];
      break;
    case 'breakpoint_reached':
      node.status = 'waiting';
      draft.state.pausedAt = [...draft.state.pausedAt, event.nodeId];
      break;
    case 'confirm_required':
      askFor(draft, node, event);
      break;
    case 'approval_decided':
      delete draft.state.approvals[event.actionId];
      if (node.status === 'waiting' && !isAskedFor(draft.state, node)) node.status = 'running';
      break;
    // Each model call says what it took.
    case 'token_usage':
      break;
    default:
      if (event.type === 'llm_call' && event.usage) {
        draft.state.usage = addUsage(draft.state.usage, event.usage);
        // a worker's calls are its node's, too
        if (event.parent) node.usage = addUsage(node.usage ?? NO_USAGE, event.usage);
      }
      applyToConversation(draft, ownedConversation(draft, node, event.parent), event);
  }
}

/**
 * A first attempt starts over, even where a lost process had begun one; a later one resumes.
 * Pending approvals stay.
 */
function startNode(draft: Draft, event: EventOf<'node_started'>): void {
  const { state, owned } = draft;
  const before = ownedNode(draft, event.nodeId);
  const isRetry = event.attempt !== undefined && event.attempt > 1;
  const node: NodeState = {
    ...newNode(event.nodeId),
    ...(isRetry &&
      pickDefined(before, 'text', 'thinking', 'model', 'toolCalls', 'isCalling', 'isUnanswered', 'callStart', 'plan')),
    status: isAskedFor(state, before) ? 'waiting' : 'running',
    attempts: event.attempt ?? before.attempts + 1,
    llmCalls: before.llmCalls,
    startedAt: event.at,
    ...pickDefined(before, 'usage'),
    ...pickDefined(event, 'inputs'),
  };
  owned.add(node);
  state.nodes[event.nodeId] = node;
}

function finishNode(draft: Draft, node: NodeState, event: EventOf<'node_finished'>): void {
  const ended = pickDefined(
    event,
    'status',
    'reason',
    'ports',
    'output',
    'error',
    'executionTimeMs',
    'usage',
    'reused',
    'warnings',
  );
  Object.assign(node, ended, { finishedAt: event.at });
  if (draft.state.pausedAt.includes(event.nodeId))
    draft.state.pausedAt = draft.state.pausedAt.filter((path) => path !== event.nodeId);
  if (event.status === 'succeeded') delete node.error;
  closeConversation(draft, node, event.error ? 'error' : event.status === 'succeeded' ? 'success' : 'cancelled');
  for (const { actionId, nodeId } of Object.values(draft.state.approvals))
    if (nodeId === node.nodeId) delete draft.state.approvals[actionId];
}

function askFor({ state }: Draft, node: NodeState, event: EventOf<'confirm_required'>): void {
  const { actionId, nodeId, kind, tool, description, expiresAt, at } = event;
  const asked = { actionId, nodeId, kind, tool, description, askedAt: at, expiresAt };
  state.approvals[actionId] = { ...asked, ...pickDefined(event, 'toolCallId', 'args', 'fixed', 'schema', 'parent') };
  if (node.status === 'running') node.status = 'waiting';
}

function isAskedFor(state: RunState, { nodeId }: NodeState): boolean {
  return Object.values(state.approvals).some((approval) => approval.nodeId === nodeId);
}
