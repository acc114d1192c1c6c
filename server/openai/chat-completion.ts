import type { StoredEvent, TokenUsage } from '#lib/run/run-event.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';
import type { Reply, RunEnd, WaitingRun } from '../conversation/reply.ts';
import { ReplyReader, restOfReply } from '../conversation/reply-reader.ts';
import { failedRunError } from './openai-error.ts';
import type { ToolCall, ToolCallReader } from './tool-calls.ts';

/** What all objects of one answer say. */
export type AnswerHead = {
  readonly runId: string;
  readonly model: string;
  readonly createdAtS: number;
  /** Of an answer that continues the run: a call whose result it follows. */
  readonly afterCall?: string | undefined;
};
type Succeeded = Extract<Reply, { ok: true }>;

const DONE = 'data: [DONE]\n\n';

/** The answer of `POST /v1/chat/completions`. */
export function chatCompletion(head: AnswerHead, { text, waiting }: Succeeded, usage: TokenUsage) {
  const message = { role: 'assistant', content: text, refusal: null, annotations: [] };
  return completion(head, { message, finish: finishOf(waiting), usage, ...(waiting && { more: { threadloom: waiting } }) });
}

/** The answer of a run that waits for results of its caller. */
export function chatToolCalls(head: AnswerHead, { text, calls }: Called, usage: TokenUsage) {
  const message = { role: 'assistant', content: text || null, refusal: null, annotations: [], tool_calls: calls.map(toCall) };
  return completion(head, { message, finish: 'tool_calls', usage });
}

/** `text`: what the model said before. */
export type Called = { readonly text: string; readonly calls: readonly ToolCall[] };
type Made = { readonly message: object; readonly finish: string; readonly usage: TokenUsage; readonly more?: object };

function completion(head: AnswerHead, { message, finish, usage, more }: Made) {
  return {
    ...about(head, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: usageOf(usage),
    ...more,
  };
}

function toCall({ id, ...called }: ToolCall) {
  return { id, type: 'function', function: called };
}

type Frames = {
  readonly head: AnswerHead;
  readonly live: LiveTexts | undefined;
  readonly includeUsage: boolean;
  readonly tools: ToolCallReader;
  readonly replyOf: (end: RunEnd) => Reply;
};

/** The events of a run as chunks of a chat completion, ending with `[DONE]`. */
export function chatFrames({ head, live, includeUsage, tools, replyOf }: Frames): (event: StoredEvent) => string {
  const reader = new ReplyReader({ live });
  let hasBegun = false;
  let hasEnded = false;
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    frame({
      ...about(head, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...more,
    });
  const begin = () => {
    if (hasBegun) return '';
    hasBegun = true;
    return chunk({ role: 'assistant', content: '' });
  };
  return (event) => {
    if (hasEnded || tools.read(event).isBeforeAnswer) return '';
    const step = reader.read(event);
    // The first chunk tells a client at once that its request was taken.
    if (!step) return begin();
    if (step.type === 'text') return begin() + chunk({ content: step.text });
    const { done, usage, streamed, replies } = step.end;
    hasEnded = true;
    const counted = includeUsage ? frame({ ...about(head, 'chat.completion.chunk'), choices: [], usage: usageOf(usage) }) : '';
    const called = tools.openAt(done).map((call, index) => chunk({ tool_calls: [{ index, ...toCall(call) }] }));
    if (called.length > 0) return begin() + called.join('') + chunk({}, 'tool_calls') + counted + DONE;
    const reply = replyOf({ ...done, runId: head.runId, usage, replies });
    if (!reply.ok) return frame(failedRunError(reply.error)) + DONE;
    const rest = restOfReply(reply.text, { streamed, replies });
    const end = chunk({}, finishOf(reply.waiting), reply.waiting && { threadloom: reply.waiting });
    return begin() + (rest === '' ? '' : chunk({ content: rest })) + end + counted + DONE;
  };
}

/** Of the reasons that there are, the one that says that the answer is not whole. */
function finishOf(waiting: WaitingRun | undefined): string {
  return waiting?.resumesAt === undefined ? 'stop' : 'length';
}

function about(head: AnswerHead, object: string) {
  return { id: `chatcmpl-${answerIdOf(head)}`, object, created: head.createdAtS, model: head.model };
}

/**
 * Each answer of a run has an id of its own, and the same one when its request is repeated: agents keep messages by
 * their ids. The first has that of the run.
 */
export function answerIdOf({ runId, afterCall }: AnswerHead): string {
  return afterCall === undefined ? runId : `${runId}_${afterCall.replace(/^act_/, '')}`;
}

function usageOf({ promptTokens, completionTokens, totalTokens, cachedTokens = 0, reasoningTokens = 0 }: TokenUsage) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: totalTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
