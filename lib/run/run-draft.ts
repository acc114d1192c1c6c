import type { EventParent } from './run-event.ts';
import type { AgentState, Conversation, NodeState, RunState, ToolCallState } from './run-state.ts';

/**
 * A state that is being made, and what of it is no longer shared with the one before: only that may
 * be written to.
 */
export type Draft = { readonly state: RunState; readonly owned: Set<object> };

/** A mutable draft of the next state. Copies its maps only once. */
export function draftOf(state: RunState): Draft {
  // Without a prototype, since V8 makes such an object for looking things up: as a literal each of
  // a thousand nodes would become part of its shape.
  const nodes: RunState['nodes'] = Object.assign(Object.create(null), state.nodes);
  return { state: { ...state, nodes, approvals: { ...state.approvals } }, owned: new Set() };
}

/** A node to be written to; a new one when the run has none of that id. */
export function ownedNode({ state, owned }: Draft, nodeId: string): NodeState {
  const known = Object.hasOwn(state.nodes, nodeId) ? state.nodes[nodeId] : undefined;
  if (known && owned.has(known)) return known;
  const node = known ? { ...known } : newNode(nodeId);
  owned.add(node);
  state.nodes[nodeId] = node;
  return node;
}

/** The node's own conversation, or that of the worker inside one of its tool calls. */
export function ownedConversation(draft: Draft, node: NodeState, parent: EventParent | undefined): Conversation {
  if (!parent) return node;
  const path = pathTo(node, parent.toolCallId);
  if (!path) {
    const call = addCall(draft, node, { id: parent.toolCallId, name: parent.agent, status: 'running' });
    return ownedAgent(draft, call, parent.agent);
  }
  let conversation: Conversation = node;
  for (const index of path) {
    const call = ownedCall(draft, conversation, index);
    if (call.status === 'pending') call.status = 'running';
    conversation = ownedAgent(draft, call, parent.agent);
  }
  return conversation;
}

/** A writable copy of a tool call, by its index in a writable conversation. */
export function ownedCall(draft: Draft, conversation: Conversation, index: number): ToolCallState {
  const calls = ownedCalls(draft, conversation);
  const known = calls[index];
  if (!known) throw new RangeError(`There is no tool call ${index}`);
  if (draft.owned.has(known)) return known;
  const call = { ...known };
  draft.owned.add(call);
  calls[index] = call;
  return call;
}

export function addCall(draft: Draft, conversation: Conversation, call: ToolCallState): ToolCallState {
  draft.owned.add(call);
  ownedCalls(draft, conversation).push(call);
  return call;
}

/** The worker of a call that may be written to; a new one when it has none yet. */
export function ownedAgent(draft: Draft, call: ToolCallState, agent: string): AgentState {
  if (call.worker && draft.owned.has(call.worker)) return call.worker;
  call.worker = call.worker ? { ...call.worker } : { agent, ...newConversation() };
  draft.owned.add(call.worker);
  return call.worker;
}

export function newNode(nodeId: string): NodeState {
  return { nodeId, status: 'running', attempts: 0, ...newConversation() };
}

/**
 * Shared by all conversations in which nothing was called yet, of which a run has as many as nodes:
 * none of them owns it, so it is copied before it is written to.
 */
const NO_CALLS: readonly ToolCallState[] = Object.freeze([]);
const AT_START = Object.freeze({ text: 0, thinking: 0, toolCalls: 0 });

function newConversation(): Conversation {
  return {
    text: '',
    thinking: '',
    llmCalls: 0,
    toolCalls: NO_CALLS as ToolCallState[],
    isCalling: false,
    isUnanswered: false,
    callStart: AT_START,
  };
}

function ownedCalls(draft: Draft, conversation: Conversation): ToolCallState[] {
  if (!draft.owned.has(conversation.toolCalls)) {
    conversation.toolCalls = [...conversation.toolCalls];
    draft.owned.add(conversation.toolCalls);
  }
  return conversation.toolCalls;
}

/**
 * Indexes that lead to the newest call with this id: in the conversation itself, or in that of a
 * sub-agent inside one of its calls.
 */
function pathTo({ toolCalls }: Conversation, toolCallId: string): number[] | undefined {
  const here = toolCalls.findLastIndex((call) => call.id === toolCallId);
  if (here >= 0) return [here];
  for (let index = toolCalls.length - 1; index >= 0; index--) {
    const worker = toolCalls[index]?.worker;
    const inside = worker && pathTo(worker, toolCallId);
    if (inside) return [index, ...inside];
  }
  return undefined;
}
