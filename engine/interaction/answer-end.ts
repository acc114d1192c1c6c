import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { nameOf } from './model-failure.ts';

/** How an answer ended. Stored in the ledger with it. */
export type AnswerEnd = {
  /** `stop`, `length`, `content-filter`, `refusal`, `tool-calls`, `empty` or `other`. */
  readonly finishReason: string;
  /** In the words of the provider, where they say more. */
  readonly rawFinishReason?: string | undefined;
  /** What came instead of a text. */
  readonly only?: 'reasoning' | 'media' | 'calls' | undefined;
};

/** What a node does with an answer that is not whole. */
export type OnIncomplete = 'fail' | 'continue' | 'retry';

type Ended = {
  /** Of the SDK. */
  readonly unified: string;
  readonly raw: string | undefined;
  readonly text: string;
  readonly hasReasoning: boolean;
  readonly hasMedia: boolean;
  readonly hasCalls: boolean;
};

const REFUSAL = /refus/i;
const FILTERED = /content.?filter|safety|sensitive|prohibited|blocklist|recitation|\bspii\b|moderat|guardrail/i;
const CUT = /^(?:length|max_?(?:new_|output_)?tokens|max_?length|model_length|token_limit|model_context_window_exceeded)$/i;
/** Names that servers have for an ordinary end. */
const WHOLE = /^(?:stop(?:_sequence|_str|_token|ped)?|eos(?:_token)?|end(?:_turn|ed)?|complete[d]?|done|finish(?:ed)?|success)$/i;
/** The server gave up: such an answer is as good as a broken connection. */
const BROKEN = /error|abort|cancel|malformed|unexpected_tool|too_many_tool|timeout|overload|insufficient_system_resource|failed/i;
const MEDIA_ONLY = 'media_only';
const MAX_SAID_CHARS = 300;

export function endOf({ unified, raw, text, hasReasoning, hasMedia, hasCalls }: Ended): AnswerEnd {
  const isEmpty = text.trim() === '';
  const isMedia = hasMedia || raw === MEDIA_ONLY;
  const only = isEmpty ? insteadOfText({ hasMedia: isMedia, hasCalls, hasReasoning }) : undefined;
  const rest = { ...(raw !== undefined && raw !== MEDIA_ONLY && { rawFinishReason: raw }), ...(only && { only }) };
  const reason = reasonOf(unified, raw);
  if (hasCalls && (reason === 'stop' || reason === 'other' || reason === 'tool-calls'))
    return { finishReason: 'tool-calls', ...rest };
  if (isEmpty && (reason === 'stop' || reason === 'tool-calls' || reason === 'other')) return { finishReason: 'empty', ...rest };
  return { finishReason: reason === 'tool-calls' ? 'stop' : reason, ...rest };
}

function insteadOfText({
  hasMedia,
  hasCalls,
  hasReasoning,
}: Pick<Ended, 'hasMedia' | 'hasCalls' | 'hasReasoning'>): AnswerEnd['only'] {
  if (hasMedia) return 'media';
  if (hasCalls) return 'calls';
  return hasReasoning ? 'reasoning' : undefined;
}

function reasonOf(unified: string, raw: string | undefined): string {
  if (unified === 'content-filter') {
    // A refusal of the model itself ends as any other answer: OpenAI marks its text.
    return raw === undefined || WHOLE.test(raw) || REFUSAL.test(raw) ? 'refusal' : 'content-filter';
  }
  if (unified === 'length' || unified === 'tool-calls') return unified;
  if (unified === 'stop') return raw === undefined || raw !== 'pause_turn' ? 'stop' : 'other';
  if (raw === undefined || raw === MEDIA_ONLY || WHOLE.test(raw)) return 'stop';
  if (REFUSAL.test(raw)) return 'refusal';
  if (FILTERED.test(raw)) return 'content-filter';
  return CUT.test(raw) ? 'length' : 'other';
}

/** Whether the server gave up in the middle of the answer. */
export function isBrokenOff(unified: string, raw: string | undefined): boolean {
  return unified === 'error' || (unified === 'other' && raw !== undefined && BROKEN.test(raw));
}

export type IncompleteAnswer = {
  readonly kind: 'empty' | 'refused' | 'filtered' | 'cut';
  readonly failure: NodeFailure;
};

/** What is missing in an answer; undefined for a whole one. */
export function incompleteness(end: AnswerEnd, text: string, handle: ModelHandle): IncompleteAnswer | undefined {
  const { finishReason } = end;
  if (finishReason === 'refusal') return { kind: 'refused', failure: refused(end, text, handle) };
  if (finishReason === 'content-filter') return { kind: 'filtered', failure: filtered(end, handle) };
  if (text.trim() === '') return { kind: 'empty', failure: empty(end, handle) };
  if (finishReason === 'length' || finishReason === 'other') return { kind: 'cut', failure: cut(end, handle) };
  return undefined;
}

/** Where nothing else is set: what has no answer in it fails, and one that was cut is still of use. */
export function defaultFor({ kind }: IncompleteAnswer): OnIncomplete {
  return kind === 'cut' ? 'continue' : 'fail';
}

/** As the value of a node says it. */
export function shownReason({ finishReason }: AnswerEnd, text: string): string {
  if (finishReason !== 'tool-calls' && finishReason !== 'stop') return finishReason;
  return text.trim() === '' ? 'empty' : 'stop';
}

function refused(_end: AnswerEnd, text: string, handle: ModelHandle): NodeFailure {
  const said = text.trim();
  const about = nameOf(handle);
  const message = said === '' ? `${about} refused to answer` : `${about} refused to answer: ${cutText(said, MAX_SAID_CHARS)}`;
  return new NodeFailure('answer-refused', message, {
    hint: 'Change the prompt, use another model or fallback models, or set onIncomplete to continue',
  });
}

function filtered({ rawFinishReason }: AnswerEnd, handle: ModelHandle): NodeFailure {
  const message = `${nameOf(handle)}: the provider filtered the answer (${rawFinishReason ?? 'content_filter'})`;
  return new NodeFailure('answer-filtered', message, {
    hint: 'Change the prompt or what it contains, use another model or fallback models, or set onIncomplete to continue',
  });
}

function cut({ finishReason, rawFinishReason }: AnswerEnd, handle: ModelHandle): NodeFailure {
  const about = nameOf(handle);
  if (finishReason === 'length' && rawFinishReason !== 'model_context_window_exceeded')
    return new NodeFailure('answer-cut', `${about} was cut off at the limit of its output tokens`, {
      path: 'config.maxTokens',
      hint: 'Raise maxTokens, or max_output of the model; or ask for a shorter answer',
    });
  if (finishReason === 'length')
    return new NodeFailure('answer-cut', `${about} was cut off: its context is full`, {
      hint: 'Shorten the prompt or the conversation, or use a model with a larger context',
    });
  return new NodeFailure('answer-cut', `${about} ended its answer with the reason ${rawFinishReason}, so it may not be whole`, {
    isRetryable: true,
    hint: 'See the documentation of the provider for this reason; set onIncomplete to retry to ask again',
  });
}

function empty({ finishReason, only }: AnswerEnd, handle: ModelHandle): NodeFailure {
  const about = nameOf(handle);
  if (finishReason === 'length')
    return new NodeFailure(
      'answer-empty',
      only === 'reasoning'
        ? `${about} used all of its output tokens to reason, and gave no answer`
        : `${about} gave no answer within the limit of its output tokens`,
      { path: 'config.maxTokens', hint: 'Raise maxTokens, or max_output of the model; or lower the reasoning effort' },
    );
  switch (only) {
    case 'reasoning':
      return new NodeFailure('answer-empty', `${about} reasoned and gave no answer`, {
        isRetryable: true,
        hint: 'Raise maxTokens, lower the reasoning effort, or set onIncomplete to retry or continue',
      });
    case 'media':
      return new NodeFailure('answer-empty', `${about} answered with a picture or sound and no text`, {
        hint: 'Ask for text, or use the node type media for pictures and speech',
      });
    case 'calls':
      return new NodeFailure('answer-empty', `${about} called a tool that it was not offered, and gave no answer`, {
        isRetryable: true,
        hint: 'Give it the tools that the prompt speaks of, or take them out of the prompt',
      });
    default:
      return new NodeFailure('answer-empty', `${about} gave an empty answer`, {
        isRetryable: true,
        hint: 'Say in the prompt what the answer should be, use another model, or set onIncomplete to retry or continue',
      });
  }
}
