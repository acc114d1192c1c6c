import type { OpenedTab } from './opened-tab.ts';
import { pickDefined } from './pick-defined.ts';
import type { PublicEvent } from './public-event.ts';
import { addCall, type Draft, ownedAgent, ownedCall } from './run-draft.ts';
import type { ToolCallStatus } from './run-event.ts';
import type { ActiveSkillState, Conversation, ToolCallState } from './run-state.ts';
import { addUsage, NO_USAGE } from './token-usage.ts';

type EventOf<T extends PublicEvent['type']> = Extract<PublicEvent, { type: T }>;
export type ConversationEvent = EventOf<
  | 'llm_call'
  | 'llm_stream_retry'
  | 'thinking'
  | 'content'
  | 'tool_call'
  | 'tool_progress'
  | 'tool_result'
  | 'context_compacted'
  | 'plan_updated'
  | 'skill_activated'
  | 'code_output'
  | 'artifact_created'
  | 'open_url'
  | 'a2ui'
>;

export function applyToConversation(draft: Draft, conversation: Conversation, event: ConversationEvent): void {
  switch (event.type) {
    case 'llm_call':
      if (event.operation) {
        if (event.usage) conversation.usage = addUsage(conversation.usage ?? NO_USAGE, event.usage);
        break;
      }
      if (event.model) conversation.model = event.model;
      conversation.isCalling = event.status === 'running';
      conversation.isUnanswered = event.status === 'running' || event.error !== undefined || event.finishReason === 'cancelled';
      if (event.usage) conversation.usage = addUsage(conversation.usage ?? NO_USAGE, event.usage);
      if (event.status === 'running') {
        conversation.llmCalls++;
        conversation.callStart = sizesOf(conversation);
      }
      break;
    case 'llm_stream_retry':
      dropLatestCall(conversation);
      break;
    case 'thinking':
      conversation.thinking += event.content;
      break;
    case 'content':
      conversation.text += event.content;
      break;
    case 'tool_call':
      applyToolCall(draft, conversation, event);
      break;
    case 'tool_progress':
      applyToolProgress(draft, conversation, event);
      break;
    case 'tool_result':
      applyToolResult(draft, conversation, event);
      break;
    case 'plan_updated':
      conversation.plan = event.todos;
      break;
    case 'skill_activated':
      conversation.skill = skillOf(event);
      break;
    case 'open_url': {
      const tab = { ...pickDefined(event, 'tabId', 'url', 'title', 'viewKey', 'panelKey') } as OpenedTab;
      showByCall(draft, conversation, event.toolCallId, { tab });
      break;
    }
    case 'a2ui':
      showByCall(draft, conversation, event.toolCallId, { surface: event.surface });
      break;
    case 'context_compacted':
    case 'code_output':
    case 'artifact_created':
      break;
    default:
      event satisfies never;
  }
}

/**
 * Another process or a decision resumes it: an incomplete answer of a model is void, and unfinished
 * calls are made again.
 */
export function resumeConversation(draft: Draft, conversation: Conversation): void {
  if (conversation.isUnanswered) dropLatestCall(conversation);
  conversation.isCalling = false;
  conversation.isUnanswered = false;
  forEachOpenCall(draft, conversation, (call) => {
    call.status = 'pending';
    if (call.worker) resumeConversation(draft, ownedAgent(draft, call, call.worker.agent));
  });
}

/** Another attempt keeps what had finished. Only a failed call of the node's own is made again. */
export function retryConversation(draft: Draft, conversation: Conversation): void {
  if (conversation.llmCalls === 0)
    conversation.toolCalls.forEach(({ status }, index) => {
      if (status === 'error' || status === 'invalid') reopen(ownedCall(draft, conversation, index));
    });
  resumeConversation(draft, conversation);
}

/**
 * No more events come: calls without an end were interrupted.
 * @param own the end of a node that is an agent: it has no tool call, so no result states its end
 */
export function closeConversation(draft: Draft, conversation: Conversation, own: ToolCallStatus = 'cancelled'): void {
  conversation.isCalling = false;
  forEachOpenCall(draft, conversation, (call) => {
    call.status = call.startedAt === undefined ? own : 'cancelled';
    if (call.worker) closeConversation(draft, ownedAgent(draft, call, call.worker.agent));
  });
}

function applyToolCall(draft: Draft, conversation: Conversation, event: EventOf<'tool_call'>): void {
  const { id, name, status, at } = event;
  // a model may give a later call the id of one that has ended
  const index = conversation.toolCalls.findLastIndex((call) => call.id === id && isOpen(call));
  const call = index < 0 ? addCall(draft, conversation, { id, name, status }) : ownedCall(draft, conversation, index);
  Object.assign(call, { name, status }, pickDefined(event, 'args'));
  if (status === 'running' || call.startedAt === undefined) call.startedAt = at;
}

/** What a call in progress shows the person. */
function showByCall(
  draft: Draft,
  conversation: Conversation,
  toolCallId: string,
  shown: Pick<ToolCallState, 'tab' | 'surface'>,
): void {
  const index = conversation.toolCalls.findLastIndex((call) => call.id === toolCallId && isOpen(call));
  if (index >= 0) Object.assign(ownedCall(draft, conversation, index), shown);
}

function applyToolProgress(draft: Draft, conversation: Conversation, event: EventOf<'tool_progress'>): void {
  const index = conversation.toolCalls.findLastIndex((call) => call.id === event.id && isOpen(call));
  if (index < 0) return;
  ownedCall(draft, conversation, index).progress = pickDefined(event, 'message', 'share');
}

function applyToolResult(draft: Draft, conversation: Conversation, event: EventOf<'tool_result'>): void {
  const { id, name, status } = event;
  const index = conversation.toolCalls.findLastIndex((call) => call.id === id && isOpen(call));
  const call = index < 0 ? addCall(draft, conversation, { id, name, status }) : ownedCall(draft, conversation, index);
  delete call.progress;
  Object.assign(
    call,
    { status },
    pickDefined(event, 'summary', 'result', 'error', 'warnings', 'verdict', 'citations', 'retrieval', 'durationMs'),
    event.app && { app: { uri: event.app.uri, seq: event.seq } },
  );
  if (call.worker) closeConversation(draft, ownedAgent(draft, call, call.worker.agent));
}

function reopen(call: ToolCallState): void {
  call.status = 'pending';
  for (const field of [
    'summary',
    'result',
    'error',
    'warnings',
    'verdict',
    'citations',
    'retrieval',
    'app',
    'tab',
    'surface',
    'durationMs',
  ] as const)
    delete call[field];
}

function isOpen({ status }: ToolCallState): boolean {
  return status === 'pending' || status === 'running';
}

function forEachOpenCall(draft: Draft, conversation: Conversation, visit: (call: ToolCallState) => void): void {
  conversation.toolCalls.forEach((call, index) => {
    if (isOpen(call)) visit(ownedCall(draft, conversation, index));
  });
}

function sizesOf({ text, thinking, toolCalls }: Conversation): Conversation['callStart'] {
  return { text: text.length, thinking: thinking.length, toolCalls: toolCalls.length };
}

function dropLatestCall(conversation: Conversation): void {
  const { text, thinking, toolCalls, callStart } = conversation;
  conversation.text = text.slice(0, callStart.text);
  conversation.thinking = thinking.slice(0, callStart.thinking);
  if (toolCalls.length > callStart.toolCalls) conversation.toolCalls = toolCalls.slice(0, callStart.toolCalls);
}

/** The skill of a conversation, without what the event says of itself. */
export function skillOf(event: EventOf<'skill_activated'>): ActiveSkillState {
  return pickDefined(event, 'skill', 'title', 'version', 'score', 'by', 'reason', 'missingTools');
}
