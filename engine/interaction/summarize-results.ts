import { promptText } from '#lib/i18n/prompt-text.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { cutText } from '#lib/text/cut-text.ts';
import type { ToolResult } from '#lib/tools/tool-result.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';
import { contextLimit } from './context-size.ts';
import { type WrittenText, writeText } from './write-text.ts';

/** Where a model reads less than one token a character, and of what is no text. */
const CHARS_PER_TOKEN = 2;
const MAX_READ_CHARS = 400_000;
const MAX_TASK_CHARS = 4000;
const MAX_ARGUMENTS_CHARS = 2000;
/** Of the beginning that the result keeps next to its summary. */
const EXCERPT_CHARS = 300;

type Summarizing = {
  readonly model: ModelHandle;
  /** Of the model call that made the calls. */
  readonly step: string;
  /** What the caller works on. */
  readonly task: string;
  readonly context: ExecutorContext;
  /** Gets what each summary used. */
  readonly onWritten: (written: WrittenText) => void;
};

/**
 * Results that are stored because they are too large get a summary by a model instead of their
 * beginning. One that the model does not summarise stays as it is.
 */
export function summarizeResults(
  calls: readonly WantedToolCall[],
  results: readonly ToolResult[],
  summarizing: Summarizing,
): Promise<ToolResult[]> {
  return Promise.all(results.map((result, index) => summarize(result, calls[index], { ...summarizing, index })));
}

async function summarize(
  result: ToolResult,
  call: WantedToolCall | undefined,
  { model, step, task, context, index, onWritten }: Summarizing & { readonly index: number },
): Promise<ToolResult> {
  const stored = referenceIn(result);
  if (!stored || !call) return result;
  const whole = await context.tools.payloads.readPayload(context.workspaceId, stored.ref);
  if (whole === undefined) return result;
  const readable = Math.min(MAX_READ_CHARS, Math.floor(contextLimit(model) * CHARS_PER_TOKEN));
  const { language } = context;
  const prompt = promptText(language, 'result-to-summarize', {
    task: JSON.stringify(cutText(task, MAX_TASK_CHARS)),
    tool: call.name,
    arguments: cutText(JSON.stringify(call.input) ?? '', MAX_ARGUMENTS_CHARS),
    result: JSON.stringify(cutText(whole, readable)),
  });
  const written = await writeText(
    { key: `result-summary:${step}:${index}`, instructions: promptText(language, 'result-summary'), prompt },
    { models: [model], context },
  );
  onWritten(written);
  if (written.text === undefined) return result;
  const { ref, chars, excerpt } = stored;
  return { ...result, data: { ref, chars, summary: written.text, excerpt: cutText(excerpt, EXCERPT_CHARS) } };
}

function referenceIn({ status, data }: ToolResult): { ref: string; chars: number; excerpt: string } | undefined {
  const { ref, chars, excerpt } = (status === 'success' && typeof data === 'object' ? (data ?? {}) : {}) as Record<
    string,
    unknown
  >;
  return typeof ref === 'string' && typeof chars === 'number' && typeof excerpt === 'string'
    ? { ref, chars, excerpt }
    : undefined;
}
