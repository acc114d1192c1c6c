import {
  JSONParseError,
  type LanguageModelStreamPart,
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  experimental_streamLanguageModelCall as streamModelCall,
  ToolChoiceViolationError,
  TypeValidationError,
} from 'ai';
import { watchActivity } from '#lib/async/stream-activity.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { LinkedAbort } from '../contract/linked-abort.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { type AnswerEnd, endOf, isBrokenOff } from './answer-end.ts';
import { withCacheMarks } from './cache-marks.ts';
import { answerTooLong, brokenOff, type FailedAttempt, failedAttempt, noAnswerYet, timedOut } from './model-failure.ts';
import { type ModelRequest, modelFor, settingsOf } from './model-request.ts';
import { TextReceiver } from './text-receiver.ts';
import { type AnswerPart, toAnswerMessages } from './to-answer-messages.ts';

/** The complete or partial result of one attempt. */
export type Received = {
  text: string;
  thinking: string;
  toolCalls: WantedToolCall[];
  end: AnswerEnd;
  usage: TokenUsage;
  /**
   * What a next call would send again: prompt and answer without its reasoning. 0 when the server
   * counted nothing.
   */
  contextTokens: number;
  firstTokenAt: number | undefined;
  /** Pictures or sound came. */
  hasMedia: boolean;
  /** The model's own messages, for the next call; the caller adds the results of its tool calls. */
  messages: ModelMessage[];
};
export type Attempt = { readonly received: Received; readonly failed?: FailedAttempt };

/**
 * Limit of one answer with reasoning and calls, in characters: far above any model's, below that of
 * one event.
 */
const MAX_ANSWER_CHARS = 4_000_000;
/**
 * As long a server may keep a call waiting with comments and pings; DeepSeek ends a queued one after
 * ten minutes. https://api-docs.deepseek.com/quick_start/rate_limit
 */
const MAX_KEPT_WAITING_MS = 600_000;

export function nothingReceived(): Received {
  return {
    text: '',
    thinking: '',
    toolCalls: [],
    end: { finishReason: 'error' },
    usage: NO_USAGE,
    contextTokens: 0,
    firstTokenAt: undefined,
    hasMedia: false,
    messages: [],
  };
}

export type CallContext = Pick<ExecutorContext, 'signal' | 'clock' | 'emit'> & {
  /** Sent in addition to the provider's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The deltas of text so far were thinking: they are void, and come again as such. */
  takeBackText?(): void;
};

/**
 * One attempt at one model call; emits its deltas. Ends early when the server sends nothing for the
 * handle's time limit, and when it sends comments or pings for ten minutes and nothing of an answer.
 * @throws the reason of `context.signal` when that aborts; returns every failure of the model
 */
export async function readStream(handle: ModelHandle, request: ModelRequest, context: CallContext): Promise<Attempt> {
  const received = nothingReceived();
  const leave = new LinkedAbort(context.signal);
  const watch = new Watch(handle, () => leave.abort());
  const text = new TextReceiver(handle, request, { received, context });
  let chars = 0;
  let answer: readonly AnswerPart[] = [];
  const onSign = (part: LanguageModelStreamPart) => {
    watch.hearPart();
    chars += charsOf(part);
    if (chars > MAX_ANSWER_CHARS) throw new Error('The answer does not end');
  };
  try {
    watchActivity(leave.signal, () => watch.hearBytes());
    // Under `streamText`, which would run the loop of tools too, with six more transforms over every delta.
    const { stream } = await streamModelCall({
      model: modelFor(handle, request),
      ...settingsOf(handle, request),
      ...withCacheMarks(handle, request),
      ...(context.headers && { headers: context.headers }),
      abortSignal: leave.signal,
      onLanguageModelCallEnd: ({ content }) => {
        answer = content;
      },
    });
    const ended = await receive(stream, { received, text, onSign });
    received.messages = text.clean(toAnswerMessages(answer));
    if (isBrokenOff(ended.unified, ended.raw)) return { received, failed: brokenOff(handle, ended.raw) };
    received.end = endOf({ ...ended, ...describe(received) });
    return { received };
  } catch (error) {
    leave.abort(); // Closes the socket: nothing is read after an error.
    context.signal.throwIfAborted();
    if (chars > MAX_ANSWER_CHARS) return { received, failed: answerTooLong(handle, MAX_ANSWER_CHARS) };
    if (watch.over === 'silent') return { received, failed: timedOut(handle, { hasBegun: watch.hasHeard }) };
    if (watch.over === 'waiting') return { received, failed: noAnswerYet(handle, watch.waitMs) };
    return { received, failed: failedAttempt(error, handle, context.clock.now()) };
  } finally {
    watch.end();
    leave.release();
  }
}

function describe({ text, thinking, toolCalls, hasMedia }: Received) {
  return { text, hasReasoning: thinking !== '', hasMedia, hasCalls: toolCalls.length > 0 };
}

/** Watches over an answer: any bytes show that the server works, and parts that the answer comes. */
class Watch {
  over: 'silent' | 'waiting' | undefined;
  hasHeard = false;
  readonly waitMs: number;
  readonly #silence: NodeJS.Timeout;
  readonly #wait: NodeJS.Timeout;

  constructor({ timeoutMs, maxWaitMs = MAX_KEPT_WAITING_MS }: ModelHandle, leave: () => void) {
    this.waitMs = Math.max(timeoutMs, maxWaitMs);
    const end = (over: 'silent' | 'waiting') => {
      this.over ??= over;
      leave();
    };
    this.#silence = setTimeout(() => end('silent'), timeoutMs);
    this.#wait = setTimeout(() => end('waiting'), this.waitMs);
  }

  hearBytes(): void {
    this.hasHeard = true;
    this.#silence.refresh();
  }

  hearPart(): void {
    this.#silence.refresh();
    this.#wait.refresh();
  }

  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#wait);
  }
}

type Receiving = {
  readonly received: Received;
  readonly text: TextReceiver;
  readonly onSign: (part: LanguageModelStreamPart) => void;
};
type Ended = { readonly unified: string; readonly raw: string | undefined };

/**
 * Errors arrive as parts. After the server's first one it reads on, since the usage of a failed
 * answer comes last. It gives up at the second error, and at a part that is no chunk of an answer:
 * such a stream may never end.
 */
async function receive(stream: AsyncIterable<LanguageModelStreamPart>, { received, text, onSign }: Receiving): Promise<Ended> {
  let failure: { error: unknown } | undefined;
  // A line may close in the middle of an answer as if that were its end: the model has to say that
  // it is done.
  let ended: Ended | undefined;
  for await (const part of stream) {
    onSign(part);
    if (part.type === 'text-delta') text.push(part.text);
    else if (part.type === 'reasoning-delta') text.think(part.text);
    else if (part.type === 'tool-call' && !part.providerExecuted) received.toolCalls.push(readToolCall(part));
    else if (part.type === 'file') received.hasMedia = true;
    else if (part.type === 'error') {
      if (failure || isNoChunk(part.error)) throw (failure ?? part).error;
      failure = { error: part.error };
    } else if (part.type === 'model-call-end') {
      const usage = readUsage(part.usage);
      received.usage = addUsage(received.usage, usage);
      received.contextTokens = usage.promptTokens + usage.completionTokens - (usage.reasoningTokens ?? 0);
      const isDone = part.finishReason !== 'interrupted' && (part.finishReason !== 'other' || part.rawFinishReason !== undefined);
      ended = isDone ? { unified: part.finishReason, raw: part.rawFinishReason } : undefined;
    }
  }
  // The SDK does not read the calls that are in the text.
  const callsNone = failure !== undefined && ToolChoiceViolationError.isInstance(failure.error);
  if (failure && !callsNone) throw failure.error;
  if (!ended && !callsNone) throw new TypeError('terminated');
  text.end();
  if (failure && received.toolCalls.length === 0) throw failure.error;
  return ended && !callsNone ? ended : { unified: 'tool-calls', raw: undefined };
}

function isNoChunk(error: unknown): boolean {
  return JSONParseError.isInstance(error) || TypeValidationError.isInstance(error);
}

function charsOf(part: LanguageModelStreamPart): number {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text.length;
  return part.type === 'tool-input-delta' ? part.delta.length : 0;
}

type ToolCallPart = { toolCallId: string; toolName: string; input: unknown; invalid?: boolean | undefined; error?: unknown };

/** The caller checks whether the tool exists: it may be called by an alias. */
function readToolCall({ toolCallId, toolName, input, invalid, error }: ToolCallPart): WantedToolCall {
  const call = { id: toolCallId, name: toolName, input };
  return invalid && !NoSuchToolError.isInstance(error) ? { ...call, problem: rootMessage(error) } : call;
}

/** Omits the SDK's message for errors of arguments, which repeats all that the model wrote. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}

function readUsage(usage: LanguageModelUsage): TokenUsage {
  const promptTokens = countOf(usage.inputTokens);
  const completionTokens = countOf(usage.outputTokens);
  const reasoningTokens = countOf(usage.outputTokenDetails.reasoningTokens);
  const totalTokens = usage.totalTokens === undefined ? promptTokens + completionTokens : countOf(usage.totalTokens);
  const cachedTokens = countOf(usage.inputTokenDetails.cacheReadTokens);
  const cacheWriteTokens = countOf(usage.inputTokenDetails.cacheWriteTokens);
  return {
    promptTokens,
    completionTokens,
    totalTokens,
    ...(reasoningTokens > 0 && { reasoningTokens }),
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}

/** Far more than any model reads or writes in one call. */
const MAX_TOKENS_OF_CALL = 100_000_000;

/**
 * Servers send any value here. An invalid count would make the log unreadable and the row
 * impossible to store.
 */
function countOf(tokens: number | undefined): number {
  if (tokens === undefined || Number.isNaN(tokens)) return 0;
  return Math.min(Math.max(0, Math.round(tokens)), MAX_TOKENS_OF_CALL);
}
