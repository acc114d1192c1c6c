'use client';
import { useTranslations } from 'use-intl';
import { useReusedText } from '#components/run-view/fork/use-reused-text.ts';
import type { TimelineRow } from '#components/run-view/timeline/list-rows.ts';
import { endOfText, previewValue, startOfText } from '#components/run-view/timeline/preview-value.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import type { Span } from '#lib/run/span.ts';
import { PROCESS_LOST } from '#lib/run/trace.ts';

/** A short note on a span: a value as code, then text. */
export type SpanNote = { readonly code?: string | undefined; readonly text?: string | undefined };

/** What the row of a span says of it; undefined when its bar says it all. */
export function useSpanNote(): (row: TimelineRow) => SpanNote | undefined {
  const t = useTranslations();
  const reusedWords = useReusedText();
  return ({ span }) => {
    if (!span) return undefined;
    if (span.reused) return { text: reusedWords(span.reused) };
    if (span.retry)
      return { text: t('timeline.retryIn', { attempt: span.retry.attempt, delay: formatDuration(span.retry.delayMs) }) };
    if (span.error !== undefined) return { text: startOfText(span.error) };
    if (span.status === 'waiting') return { text: t(span.startMs === undefined ? 'fork.paused.here' : 'timeline.waits') };
    if (span.warnings?.[0]) return { text: startOfText(span.warnings[0].message) };
    if (span.kind === 'node') {
      if (span.reason !== undefined) return { text: t(`reason.${span.reason as EndReason}`) };
      if (span.skill) return { text: t('activeSkill.onNode', { title: span.skill.title }) };
      return nodeNote(span);
    }
    if (span.kind === 'iteration') return undefined;
    if (span.kind === 'model') {
      if (span.reason === PROCESS_LOST) return { text: t('timeline.lostWithProcess') };
      if (span.status === 'succeeded' && span.toolCalls > 0) return { text: t('dock.toolCalls', { count: span.toolCalls }) };
      return wordsNote(span);
    }
    return toolNote(span);
  };
}

/** The way it took, and what it gave. */
function nodeNote({ ports, output, status }: Span): SpanNote | undefined {
  if (status !== 'succeeded') return undefined;
  const port = ports?.find((name) => name !== 'out');
  return port === undefined ? valueNote(output) : { text: `→ ${port}` };
}

function wordsNote({ text, status }: Span): SpanNote | undefined {
  if (text === '') return undefined;
  return { text: status === 'running' ? endOfText(text) : `“${startOfText(text)}”` };
}

function toolNote({ kind, input, summary, output, status }: Span): SpanNote {
  const outcome = summary ?? (output === undefined ? undefined : previewValue(output));
  const text = status === 'running' || outcome === undefined ? undefined : `→ ${startOfText(outcome)}`;
  return { code: kind === 'agent' || input === undefined ? undefined : previewValue(input), text };
}

/** A plain text is shown as text. */
function valueNote(value: unknown): SpanNote | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return { text: `“${startOfText(value)}”` };
  if (typeof value === 'object' && 'text' in value && typeof value.text === 'string')
    return { text: `“${startOfText(value.text)}”` };
  return { code: previewValue(value) };
}
