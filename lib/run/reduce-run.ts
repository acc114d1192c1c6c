import type { PublicEvent } from './public-event.ts';
import type { TokenUsage } from './run-event.ts';
import type { LogLine, NodeState, RunState } from './run-state.ts';

/** The state after one more event. Pure; an event that is in already changes nothing. For many events use `reduceRunEvents`. */
export function reduceRun(state: RunState, event: PublicEvent): RunState {
  return reduceRunEvents(state, [event]);
}

/**
 * The state after further events of any level, in order. The state given is left as it was; nodes nothing happened to stay the same objects. Costs
 * one copy of the node map and the log a call, and a constant time an event: hand in what arrived in one frame together.
 */
export function reduceRunEvents(state: RunState, events: Iterable<PublicEvent>): RunState {
  const draft: Draft = { state: { ...state, nodes: { ...state.nodes }, log: [...state.log] }, owned: new Set() };
  for (const event of events) {
    if (event.seq <= draft.state.lastSeq) continue;
    draft.state.lastSeq = event.seq;
    apply(draft, event);
  }
  return draft.state;
}

/** A state that is being made, and the nodes in it that are no longer shared with the one before. */
type Draft = { readonly state: RunState; readonly owned: Set<string> };

function apply(draft: Draft, event: PublicEvent): void {
  const { state } = draft;
  switch (event.type) {
    case 'run_started':
      Object.assign(state, {
        runId: event.runId,
        status: 'running',
        startedAt: event.at,
        ...defined(event, 'workflowId', 'inputs'),
      });
      break;
    case 'run_resumed':
      state.status = 'running';
      state.resumes++;
      break;
    case 'error': {
      const { runId: _runId, seq: _seq, at: _at, type: _type, ...error } = event;
      state.error ??= error;
      state.log.push({ seq: event.seq, at: event.at, type: event.type, ...(error.nodeId && { nodeId: error.nodeId }), error });
      return;
    }
    case 'done':
      Object.assign(state, defined(event, 'status', 'reason', 'outputs', 'error'));
      if (event.status !== 'waiting') state.finishedAt = event.at;
      break;
    default:
      if (!applyToNode(draft, event)) return;
  }
  state.log.push(toLogLine(event));
}

type NodeEvent = Extract<PublicEvent, { nodeId: string; type: Exclude<PublicEvent['type'], 'error'> }>;

/** @returns whether the log gets a line */
function applyToNode(draft: Draft, event: NodeEvent): boolean {
  const node = ownedNode(draft, event.nodeId);
  switch (event.type) {
    case 'node_started':
      startNode(draft, event);
      return true;
    case 'node_retried':
      if (event.error) node.error = event.error;
      return true;
    case 'node_finished':
      Object.assign(node, defined(event, 'status', 'reason', 'ports', 'output', 'error', 'executionTimeMs', 'usage'), {
        finishedAt: event.at,
      });
      if (event.status === 'succeeded') delete node.error;
      return true;
    case 'llm_call':
      if (event.model) node.model = event.model;
      if (event.status === 'running') node.llmCalls++;
      if (event.status === 'running') node.callStart = { text: node.text.length, thinking: node.thinking.length };
      if (event.status === 'finished' && event.usage) draft.state.usage = addUsage(draft.state.usage, event.usage);
      return true;
    case 'llm_stream_retry':
      node.text = node.text.slice(0, node.callStart.text);
      node.thinking = node.thinking.slice(0, node.callStart.thinking);
      return true;
    case 'thinking':
      node.thinking += event.content;
      return node.thinking.length - event.content.length === node.callStart.thinking;
    case 'content':
      node.text += event.content;
      return node.text.length - event.content.length === node.callStart.text;
    default:
      event satisfies never;
      return false;
  }
}

/** Whatever an earlier attempt left, the one a lost process broke off included, is gone. */
function startNode(draft: Draft, event: Extract<PublicEvent, { type: 'node_started' }>): void {
  const before = draft.state.nodes[event.nodeId];
  draft.state.nodes[event.nodeId] = {
    ...newNode(event.nodeId),
    attempts: event.attempt ?? (before?.attempts ?? 0) + 1,
    llmCalls: before?.llmCalls ?? 0,
    startedAt: event.at,
    ...defined(event, 'inputs'),
  };
}

function ownedNode({ state, owned }: Draft, nodeId: string): NodeState {
  const known = Object.hasOwn(state.nodes, nodeId) ? state.nodes[nodeId] : undefined;
  if (known && owned.has(nodeId)) return known;
  const node = known ? { ...known } : newNode(nodeId);
  owned.add(nodeId);
  state.nodes[nodeId] = node;
  return node;
}

function newNode(nodeId: string): NodeState {
  return { nodeId, status: 'running', attempts: 0, text: '', thinking: '', llmCalls: 0, callStart: { text: 0, thinking: 0 } };
}

function addUsage(total: TokenUsage, usage: TokenUsage): TokenUsage {
  const reasoningTokens = (total.reasoningTokens ?? 0) + (usage.reasoningTokens ?? 0);
  return {
    promptTokens: total.promptTokens + usage.promptTokens,
    completionTokens: total.completionTokens + usage.completionTokens,
    totalTokens: total.totalTokens + usage.totalTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

const LINE_FIELDS = [
  'nodeId',
  'status',
  'reason',
  'attempt',
  'delayMs',
  'executionTimeMs',
  'model',
  'usage',
  'tokensUsed',
  'error',
] as const;

function toLogLine(event: PublicEvent): LogLine {
  // each of these fields means the same in every event that has it
  return { seq: event.seq, at: event.at, type: event.type, ...defined(event as Partial<LogLine>, ...LINE_FIELDS) };
}

function defined<T extends object, K extends keyof T>(from: T, ...keys: K[]): { [P in K]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as {
    [P in K]?: Exclude<T[P], undefined>;
  };
}
