import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  StreamProviderError,
  ToolChoiceViolationError,
  TypeValidationError,
} from 'ai';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { briefJson } from '#lib/json/brief-json.ts';
import { isErrorBody, reasonInBody } from '#lib/json/reason-in-body.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { readRetryAfter } from '#lib/text/retry-after.ts';

export type FailedAttempt = {
  readonly failure: NodeFailure;
  /** The delay that the server requested, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether the call is retried before its node fails. */
  readonly mayRetry: boolean;
};

type Who = Pick<ModelHandle, 'name' | 'provider' | 'modelId' | 'timeoutMs'>;
type Reason = {
  readonly message: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly isDropped: boolean;
  /** The server said it instead of the rest of its answer. */
  readonly isInStream?: boolean;
};

/** What a server says that is no model, in the words of our transport and of the SDK. */
const NO_MODEL = /^the server answered (?:nothing|something else|with a page)|^Response stream ended without a finish reason/;

const MAX_MESSAGE_LENGTH = 300;

/**
 * Maps an error of a model call to a NodeFailure. Drops the SDK's error, which contains the whole
 * request.
 */
export function failedAttempt(error: unknown, who: Who, nowMs: number): FailedAttempt {
  if (ToolChoiceViolationError.isInstance(error)) return { failure: calledNoTool(who), mayRetry: false };
  const reason = readReason(error, nowMs);
  const { status, retryAfterMs } = reason;
  const said = reason.message.length > MAX_MESSAGE_LENGTH ? `${reason.message.slice(0, MAX_MESSAGE_LENGTH)}…` : reason.message;
  const about = nameOf(who);
  if (status === 401 || status === 403) {
    const failure = new NodeFailure('model-auth-failed', `${about} refused the API key (${status}): ${said}`, {
      hint: 'Check the API key of this model, on the page Models or in the config file',
    });
    return { failure, mayRetry: false };
  }
  if (status === 429) {
    const failure = new NodeFailure('model-rate-limited', `${about} is rate limited (429): ${said}`, {
      isRetryable: true,
      hint: 'Wait, lower the concurrency, or add fallback models',
    });
    return { failure, mayRetry: true, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  if (isTooLong(reason)) {
    const failure = new NodeFailure('model-context-exceeded', `${about} does not take so much text: ${said}`, {
      hint: 'Shorten the prompt or the conversation, add a context processor, or choose a model with a larger context',
    });
    return { failure, mayRetry: false };
  }
  const isServersFault = status !== undefined && (status >= 500 || status === 408 || status === 409);
  const isRetryable = isServersFault || reason.isDropped;
  const what = status === undefined ? `${about} failed: ${said}` : `${about} answered ${status}: ${said}`;
  const failure = new NodeFailure('model-failed', what, { isRetryable, hint: hintFor(reason) });
  return { failure, mayRetry: isRetryable, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** @param hasBegun bytes came before the silence: then another attempt would be paid again */
export function timedOut(who: Who, { hasBegun }: { hasBegun: boolean }): FailedAttempt {
  const message = `${nameOf(who)} sent nothing for ${who.timeoutMs / 1000} s`;
  return {
    failure: new NodeFailure('model-timed-out', message, {
      isRetryable: true,
      hint: 'Raise the timeout of this model, on the page Models or in the config file, or add fallback models',
    }),
    mayRetry: !hasBegun,
  };
}

/** A server that only shows that it is there. */
export function noAnswerYet(who: Who, waitMs: number): FailedAttempt {
  const message = `${nameOf(who)} kept the connection for ${waitMs / 1000} s and sent nothing of an answer`;
  return {
    failure: new NodeFailure('model-timed-out', message, {
      isRetryable: true,
      hint: 'The server is busy: call it later, or add fallback models',
    }),
    mayRetry: false,
  };
}

/** An answer that the server itself calls a failure. */
export function brokenOff(who: Who, reason: string | undefined): FailedAttempt {
  const about = nameOf(who);
  const isCall = reason !== undefined && /function_call|tool_call/i.test(reason);
  const message = isCall
    ? `${about} wrote a tool call that cannot be read (${reason})`
    : reason === undefined
      ? `${about} broke off its answer`
      : `${about} broke off its answer with the reason ${reason}`;
  return {
    failure: new NodeFailure('model-failed', message, {
      isRetryable: true,
      hint: isCall
        ? 'Make the schemas of its tools simpler, or use a stronger model'
        : 'The provider failed; retry later, or add fallback models',
    }),
    mayRetry: true,
  };
}

export function answerTooLong(who: Who, maxChars: number): FailedAttempt {
  const message = `${nameOf(who)} wrote more than ${maxChars} characters in one answer`;
  return {
    failure: new NodeFailure('model-failed', message, {
      hint: 'Lower the max output tokens of this model, on the page Models or in the config file',
    }),
    mayRetry: false,
  };
}

export function calledNoTool(who: Who): NodeFailure {
  return new NodeFailure('model-called-no-tool', `${nameOf(who)} had to call a tool and called none`, {
    isRetryable: true,
    path: 'config.toolMode',
    hint: 'Name the tool in the prompt, use a stronger model, or set the tool mode to auto',
  });
}

/** A model in error messages: its name in the config, with provider and model id. */
export function nameOf({ name, provider, modelId }: Pick<Who, 'name' | 'provider' | 'modelId'>): string {
  return name === `${provider}/${modelId}` || name === modelId
    ? `Model '${name}' (${provider})`
    : `Model '${name}' (${provider}, ${modelId})`;
}

function readReason(error: unknown, nowMs: number): Reason {
  if (isBroken(error)) return { message: 'the connection broke in the middle of the answer', isDropped: true };
  const message = messageOf(error);
  if (APICallError.isInstance(error)) {
    const { statusCode: status, isRetryable } = error;
    const retryAfterMs = readRetryAfter(error.responseHeaders ?? {}, nowMs);
    return {
      message,
      isDropped: status === undefined && isRetryable,
      ...(status !== undefined && status >= 400 && { status }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
  if (StreamProviderError.isInstance(error)) {
    const { statusCode: status, isRetryable } = error;
    // The server took the request: what it complains about happened while it answered.
    return { message, isDropped: isRetryable, ...(status === undefined ? { isInStream: true } : { status }) };
  }
  return { message, isDropped: InvalidResponseDataError.isInstance(error) };
}

const MAX_SHOWN_CHARS = 120;

/** What came instead of an answer of the protocol, without the SDK's account of all that it might have been. */
function unreadable(error: unknown): string | undefined {
  if (JSONParseError.isInstance(error)) return `it sent an event that cannot be read: ${cutText(error.text, MAX_SHOWN_CHARS)}`;
  if (TypeValidationError.isInstance(error)) {
    const said = reasonInBody(error.value);
    return `it sent an event that cannot be read: ${isErrorBody(error.value) && said ? said : briefJson(error.value, MAX_SHOWN_CHARS)}`;
  }
  if (!APICallError.isInstance(error) || error.responseBody === undefined || error.data !== undefined) return undefined;
  const body = readJson(error.responseBody);
  const said = body === undefined ? undefined : reasonInBody(body);
  if ((error.statusCode ?? 0) >= 400) return said;
  const shown = isErrorBody(body) && said !== undefined ? said : cutText(error.responseBody.trim(), MAX_SHOWN_CHARS);
  return isErrorBody(body) ? shown : `it sent an answer that cannot be read: ${shown}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * undici and our transport report a broken connection as `terminated`; the SDK may wrap it, even
 * with status 200.
 */
function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof TypeError && error.message === 'terminated') || isBroken(error.cause);
}

function messageOf(error: unknown): string {
  const odd = unreadable(error);
  if (odd !== undefined) return odd;
  if (error instanceof Error) return error.message;
  if (typeof error === 'string') return error;
  const { message } = (typeof error === 'object' && error !== null ? error : {}) as { message?: unknown };
  return typeof message === 'string' ? message : (JSON.stringify(error) ?? String(error));
}

/** As OpenAI, Anthropic, Google, vLLM and llama.cpp word it. Some say it with another status than 400. */
function isTooLong({ status, message }: Reason): boolean {
  if (status === undefined || status < 400 || status >= 500) return false;
  return /context[ _](?:length|window|size)|prompt is too long|too many (?:input )?tokens|input token count.{0,80}exceeds|maximum (?:context|number of tokens)/i.test(
    message,
  );
}

/** As Azure and others word it. */
function isFiltered({ status, message }: Reason): boolean {
  return status === 400 && /content management policy|content[ _-]filter|moderation/i.test(message);
}

function hintFor(reason: Reason): string {
  const { status, isDropped, isInStream } = reason;
  if (isFiltered(reason)) return 'Change the prompt or what it contains, or use another model or fallback models';
  if (NO_MODEL.test(reason.message))
    return 'Is it the base address of an OpenAI-compatible API? Check the base URL of this model, on the page Models or in the config file';
  if (status === 404) return 'Check the model ID and the base URL of this model, on the page Models or in the config file';
  if (isInStream || (status !== undefined && status >= 500)) return 'The provider failed; retry later, or add fallback models';
  return isDropped
    ? 'Check that the model server runs, and the base URL of this model, on the page Models or in the config file'
    : 'Check the settings that the node sends to the model';
}
