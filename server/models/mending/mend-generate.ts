import { isInexact } from '#lib/json/exact-numbers.ts';
import { codeInBody, isErrorBody, reasonInBody } from '#lib/json/reason-in-body.ts';
import { type AnswerMender, isLoose, type Loose, looseList, mendCounts, textIn } from './answer-mender.ts';
import { readJson } from './read-json.ts';
import { readEvent, writeEvents } from './server-sent-event.ts';

/** What the SDK reads of a part. */
const PARTS = ['text', 'functionCall', 'inlineData', 'executableCode', 'codeExecutionResult', 'thought', 'thoughtSignature'];
/** What a candidate has besides, and no node reads: one odd member of it would lose the answer. */
const ADDITIONS = ['safetyRatings', 'groundingMetadata', 'urlContextMetadata'] as const;

/** For Google's generateContent. */
export function makeGenerateMender(): AnswerMender {
  return {
    event(event) {
      const read = readEvent(event);
      if (!read) return '';
      const chunk = readJson(read.data);
      if (Array.isArray(chunk)) return writeEvents(looseList(chunk).map((one) => ({ data: mend(one) })));
      if (!isLoose(chunk)) return chunk === undefined ? event : '';
      if (isErrorBody(chunk)) return this.failure(reasonInBody(chunk) ?? read.data, codeInBody(chunk));
      const before = JSON.stringify(chunk);
      const mended = mend(chunk);
      const isSame = JSON.stringify(mended) === before && !event.includes('\n') && !isInexact(event);
      return isSame ? event : writeEvents([{ data: mended }]);
    },
    whole: mend,
    events(answer) {
      if (answer.candidates === undefined && answer.promptFeedback === undefined) return undefined;
      return writeEvents([{ data: mend(answer) }]);
    },
    failure(reason, code) {
      const status = typeof code === 'number' ? { code, status: 'ERROR' } : { code: null, status: code ?? 'ERROR' };
      return writeEvents([{ data: { error: { ...status, message: reason } } }]);
    },
  };
}

function mend(chunk: Loose): Loose {
  if (chunk.candidates !== undefined && chunk.candidates !== null)
    chunk.candidates = looseList(chunk.candidates).map(mendCandidate);
  if (isLoose(chunk.usageMetadata)) mendCounts(chunk.usageMetadata);
  else delete chunk.usageMetadata;
  if (chunk.responseId !== undefined && typeof chunk.responseId !== 'string') delete chunk.responseId;
  if (chunk.promptFeedback !== undefined) chunk.promptFeedback = mendFeedback(chunk.promptFeedback);
  return chunk;
}

function mendFeedback(feedback: unknown): Loose | null {
  return isLoose(feedback) ? { blockReason: textIn(feedback.blockReason) ?? null } : null;
}

function mendCandidate(candidate: Loose): Loose {
  for (const key of ADDITIONS) delete candidate[key];
  if (candidate.finishReason !== undefined && typeof candidate.finishReason !== 'string') delete candidate.finishReason;
  const { content } = candidate;
  if (!isLoose(content)) delete candidate.content;
  else if (content.parts !== undefined && content.parts !== null)
    content.parts = looseList(content.parts).filter((part) => PARTS.some((key) => key in part && part[key] !== null));
  else candidate.content = {};
  return candidate;
}
