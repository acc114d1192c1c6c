import type { StoredEvent, TokenUsage } from '#lib/run/run-event.ts';
import type { Reply, RunEnd } from '../conversation/reply.ts';
import { ReplyReader, restOfReply } from '../conversation/reply-reader.ts';
import { failedRunError } from './openai-error.ts';

/** What all objects of one answer say. */
export type AnswerHead = { readonly runId: string; readonly model: string; readonly createdAtS: number };
type Succeeded = Extract<Reply, { ok: true }>;

const DONE = 'data: [DONE]\n\n';

/** The answer of `POST /v1/chat/completions`. */
export function chatCompletion(head: AnswerHead, { text, waiting }: Succeeded, usage: TokenUsage) {
  const message = { role: 'assistant', content: text, refusal: null, annotations: [] };
  return {
    ...about(head, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(usage),
    ...(waiting && { threadloom: waiting }),
  };
}

type Frames = {
  readonly head: AnswerHead;
  readonly live: ReadonlySet<string>;
  readonly includeUsage: boolean;
  readonly replyOf: (end: RunEnd) => Reply;
};

/** The events of a run as chunks of a chat completion, ending with `[DONE]`. */
export function chatFrames({ head, live, includeUsage, replyOf }: Frames): (event: StoredEvent) => string {
  const reader = new ReplyReader({ live });
  let hasBegun = false;
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
    const step = reader.read(event);
    // The first chunk tells a client at once that its request was taken.
    if (!step) return begin();
    if (step.type === 'text') return begin() + chunk({ content: step.text });
    const { done, usage, streamed, replies } = step.end;
    const reply = replyOf({ ...done, runId: head.runId, usage, replies });
    if (!reply.ok) return frame(failedRunError(reply.error)) + DONE;
    const rest = restOfReply(reply.text, streamed);
    const counted = includeUsage ? frame({ ...about(head, 'chat.completion.chunk'), choices: [], usage: usageOf(usage) }) : '';
    const end = chunk({}, 'stop', reply.waiting && { threadloom: reply.waiting });
    return begin() + (rest === '' ? '' : chunk({ content: rest })) + end + counted + DONE;
  };
}

function about({ runId, model, createdAtS }: AnswerHead, object: string) {
  return { id: `chatcmpl-${runId}`, object, created: createdAtS, model };
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
