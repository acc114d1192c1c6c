import type { StoredEvent, TokenUsage } from '#lib/run/run-event.ts';
import type { LiveTexts } from '#lib/workflow/live-replies.ts';
import type { Reply, RunEnd } from '../conversation/reply.ts';
import { ReplyReader, restOfReply } from '../conversation/reply-reader.ts';
import { type AnswerHead, answerIdOf, type Called } from './chat-completion.ts';
import { failedRunError } from './openai-error.ts';
import type { ToolCall, ToolCallReader } from './tool-calls.ts';

type Succeeded = Extract<Reply, { ok: true }>;
type State =
  | { readonly status: 'in_progress' }
  | {
      readonly status: 'completed' | 'incomplete';
      readonly text: string;
      readonly usage: TokenUsage;
      readonly calls?: readonly ToolCall[];
    }
  | { readonly status: 'failed'; readonly error: { readonly message: string }; readonly usage: TokenUsage };

/** The answer of `POST /v1/responses`. */
export function responseObject(head: AnswerHead, { text, waiting }: Succeeded, usage: TokenUsage) {
  const status = waiting?.resumesAt === undefined ? 'completed' : 'incomplete';
  return { ...responseAt(head, { status, text, usage }), ...(waiting && { threadloom: waiting }) };
}

/** The answer of a run that waits for results of its caller. */
export function responseToolCalls(head: AnswerHead, { text, calls }: Called, usage: TokenUsage) {
  return responseAt(head, { status: 'completed', text, calls, usage });
}

type Frames = {
  readonly head: AnswerHead;
  readonly live: LiveTexts | undefined;
  readonly tools: ToolCallReader;
  readonly replyOf: (end: RunEnd) => Reply;
};

/** The events of a run as the events of a response. */
export function responseFrames({ head, live, tools, replyOf }: Frames): (event: StoredEvent) => string {
  const reader = new ReplyReader({ live });
  let sequence = 0;
  let hasBegun = false;
  let hasText = false;
  let hasEnded = false;
  const at = { item_id: itemId(head), output_index: 0, content_index: 0 };
  const frame = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`;
  const begin = () => {
    if (hasBegun) return '';
    hasBegun = true;
    const response = responseAt(head, { status: 'in_progress' });
    return frame('response.created', { response }) + frame('response.in_progress', { response });
  };
  const beginText = () => {
    if (hasText) return '';
    hasText = true;
    const item = messageItem(head, { status: 'in_progress' });
    return (
      frame('response.output_item.added', { output_index: 0, item }) +
      frame('response.content_part.added', { ...at, part: textPart('') })
    );
  };
  const endText = (text: string) => [
    frame('response.output_text.done', { ...at, text, logprobs: [] }),
    frame('response.content_part.done', { ...at, part: textPart(text) }),
    frame('response.output_item.done', { output_index: 0, item: messageItem(head, { status: 'completed', text }) }),
  ];
  const called = (call: ToolCall, index: number) => {
    const item = callItem(call);
    const where = { item_id: item.id, output_index: index };
    return [
      frame('response.output_item.added', { output_index: index, item: { ...item, arguments: '', status: 'in_progress' } }),
      frame('response.function_call_arguments.delta', { ...where, delta: call.arguments }),
      frame('response.function_call_arguments.done', { ...where, name: call.name, arguments: call.arguments }),
      frame('response.output_item.done', { output_index: index, item }),
    ];
  };
  const delta = (text: string) => (text === '' ? '' : frame('response.output_text.delta', { ...at, delta: text, logprobs: [] }));
  return (event) => {
    if (hasEnded || tools.read(event).isBeforeAnswer) return '';
    const step = reader.read(event);
    if (!step) return begin();
    if (step.type === 'text') return begin() + beginText() + delta(step.text);
    const { done, usage, streamed, replies } = step.end;
    hasEnded = true;
    const calls = tools.openAt(done);
    if (calls.length > 0) {
      const response = responseToolCalls(head, { text: streamed, calls }, usage);
      const first = hasText ? 1 : 0;
      return [
        begin(),
        ...(hasText ? endText(streamed) : []),
        ...calls.flatMap((call, index) => called(call, first + index)),
        frame('response.completed', { response }),
      ].join('');
    }
    const reply = replyOf({ ...done, runId: head.runId, usage, replies });
    if (!reply.ok) {
      const { error } = failedRunError(reply.error);
      const { code, message, param } = error;
      const response = responseAt(head, { status: 'failed', error: reply.error, usage });
      // Some clients know no other event of a failure. They read it flat, as documented, or nested, as OpenAI sends it.
      return begin() + frame('error', { code, message, param, error }) + frame('response.failed', { response });
    }
    const rest = restOfReply(reply.text, { streamed, replies });
    // The whole of it is what the deltas say together.
    const text = streamed + rest;
    const response = responseObject(head, { ...reply, text }, usage);
    return [begin(), beginText(), delta(rest), ...endText(text), frame(`response.${response.status}`, { response })].join('');
  };
}

function responseAt(head: AnswerHead, state: State) {
  const { model, createdAtS } = head;
  const usage = state.status === 'in_progress' ? null : usageOf(state.usage);
  const { error } = state.status === 'failed' ? state : { error: null };
  return {
    id: `resp_${answerIdOf(head)}`,
    object: 'response',
    created_at: createdAtS,
    status: state.status,
    error: error && { code: 'server_error', message: error.message },
    incomplete_details: state.status === 'incomplete' ? { reason: 'waiting' } : null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model,
    output: 'text' in state ? outputOf(head, state) : [],
    parallel_tool_calls: false,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'none',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage,
  };
}

function outputOf(head: AnswerHead, state: Extract<State, { text: string }>): object[] {
  const { text, calls } = state;
  if (!calls) return [messageItem(head, state)];
  return [...(text === '' ? [] : [messageItem(head, { status: 'completed', text })]), ...calls.map(callItem)];
}

function callItem({ id, name, arguments: args }: ToolCall) {
  return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: args, status: 'completed' };
}

function messageItem(head: AnswerHead, { status, text }: { readonly status: string; readonly text?: string }) {
  return { type: 'message', id: itemId(head), status, role: 'assistant', content: text === undefined ? [] : [textPart(text)] };
}

function textPart(text: string) {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function itemId(head: AnswerHead): string {
  return `msg_${answerIdOf(head)}`;
}

function usageOf({ promptTokens, completionTokens, totalTokens, cachedTokens = 0, reasoningTokens = 0 }: TokenUsage) {
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: totalTokens,
  };
}
