'use client';
import { lazy, Suspense } from 'react';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** A longer text is shown as it is: reading it as Markdown would take longer than a frame lasts. */
const MAX_MARKDOWN_CHARS = 100_000;
const MarkdownText = lazy(async () => ({ default: (await import('#components/chat/markdown-text.tsx')).MarkdownText }));

type AnswerTextProps = { readonly text: string; readonly isGrowing?: boolean };

/** What a model or a workflow wrote, as Markdown. Until the reader of Markdown is loaded, as plain text. */
export function AnswerText({ text: given, isGrowing = false }: AnswerTextProps) {
  const text = visibleText(given);
  const plain = <p className="max-w-[80ch] leading-5 whitespace-pre-wrap wrap-anywhere">{text}</p>;
  return (
    <div data-part="answer" className="min-w-0">
      {text.length > MAX_MARKDOWN_CHARS ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <MarkdownText text={text} isGrowing={isGrowing} />
        </Suspense>
      )}
      {isGrowing ? (
        <span aria-hidden="true" className="ml-px inline-block h-3.5 w-[1.5px] animate-blink bg-accent align-[-2px]" />
      ) : null}
    </div>
  );
}
