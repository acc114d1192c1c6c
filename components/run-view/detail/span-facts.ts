import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { nodeTimeMs } from '#lib/run/node-time.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import type { Span } from '#lib/run/span.ts';
import { PROCESS_LOST } from '#lib/run/trace.ts';

type FactName =
  | 'time'
  | 'firstToken'
  | 'speed'
  | 'in'
  | 'cached'
  | 'cacheWrite'
  | 'out'
  | 'cost'
  | 'calls'
  | 'attempts'
  | 'waited'
  | 'model'
  | 'stop';

/** Facts about a part of a run by name; undefined ones are omitted. */
export type SpanFact = readonly [name: FactName, value: string | undefined];

/** The facts of a node. `atMs` is the selected moment, up to which the duration of an open node counts. */
export function factsOfNode(run: NodeState, atMs: number, noPrice: string): SpanFact[] {
  const { usage, status } = run;
  const hasTokens = usage !== undefined && usage.totalTokens > 0;
  const timeMs = nodeTimeMs(run, atMs);
  return [
    ['time', timeMs === undefined || status === 'skipped' ? undefined : formatDuration(timeMs)],
    ['in', hasTokens ? usage.promptTokens.toLocaleString('en') : undefined],
    ['cached', countOf(usage?.cachedTokens)],
    ['cacheWrite', countOf(usage?.cacheWriteTokens)],
    ['out', hasTokens ? usage.completionTokens.toLocaleString('en') : undefined],
    ['cost', usage ? costText({ costUsd: usage.costUsd, tokens: usage.totalTokens }, noPrice) || undefined : undefined],
    ['calls', countOf(run.llmCalls)],
    ['attempts', run.attempts > 1 ? String(run.attempts) : undefined],
    ['model', run.model],
  ];
}

/** Facts of a model call, tool call or agent; for an unfinished one those known at `atMs`. */
export function factsOfSpan(span: Span, atMs: number, noPrice: string): SpanFact[] {
  const { startMs, firstTokenMs, workMs, waits } = span;
  const isOver = isOverBy(span, atMs);
  const endMs = isOver && span.endMs !== undefined ? span.endMs : atMs;
  const usage = isOver ? span.usage : undefined;
  const waitedMs = waits.reduce((sum, { fromMs, toMs }) => sum + Math.max(Math.min(toMs ?? atMs, atMs) - fromMs, 0), 0);
  const hasBegunToWrite = firstTokenMs !== undefined && startMs !== undefined && firstTokenMs <= atMs;
  return [
    ['time', startMs === undefined ? undefined : formatDuration((isOver && workMs) || Math.max(endMs - startMs, 0))],
    ['waited', waitedMs > 0 ? formatDuration(waitedMs) : undefined],
    ['firstToken', hasBegunToWrite ? formatDuration(firstTokenMs - startMs) : undefined],
    ['speed', usage && hasBegunToWrite ? speedOf(usage.completionTokens, endMs - firstTokenMs) : undefined],
    ['in', usage?.promptTokens.toLocaleString('en')],
    ['cached', countOf(usage?.cachedTokens)],
    ['cacheWrite', countOf(usage?.cacheWriteTokens)],
    ['out', usage?.completionTokens.toLocaleString('en')],
    ['cost', isOver ? costText(span, noPrice) || undefined : undefined],
    ['stop', isOver && span.kind === 'model' && span.reason !== PROCESS_LOST ? span.reason : undefined],
  ];
}

/** Whether it had ended by this time, in milliseconds since 1970. */
export function isOverBy({ endMs }: Pick<Span, 'endMs'>, atMs: number): boolean {
  return endMs !== undefined && endMs <= atMs;
}

function countOf(count: number | undefined): string | undefined {
  return count === undefined || count === 0 ? undefined : count.toLocaleString('en');
}

/** Below this a speed says more of the clock than of the model. */
const SPEED_MIN_MS = 20;

function speedOf(tokens: number, durationMs: number): string | undefined {
  if (durationMs < SPEED_MIN_MS || tokens < 2) return undefined;
  return `${Math.round(tokens / (durationMs / 1000)).toLocaleString('en')} tok/s`;
}
