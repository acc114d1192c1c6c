'use client';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { visibleText } from '#lib/i18n/visible-text.ts';
import './look/chat.css';
import './look/markdown.css';

/** A longer text is shown as it is: reading it as Markdown would take longer than a frame lasts. */
const MAX_MARKDOWN_CHARS = 100_000;
const MarkdownText = lazy(async () => ({ default: (await import('#components/chat/markdown-text.tsx')).MarkdownText }));

type AnswerTextProps = {
  readonly text: string;
  readonly isGrowing?: boolean;
  /** Numbers of its sources, which become chips. @defaultValue none */
  readonly numbers?: readonly number[];
  readonly chipOf?: (number: number) => ReactNode;
};

/** What a model or a workflow wrote, as Markdown. Until the reader of Markdown is loaded, as plain text. */
export function AnswerText({ text: given, isGrowing = false, numbers, chipOf }: AnswerTextProps) {
  // A growing text may be read less often than it grows, so that the page takes input in between.
  const latest = useDeferredValue(given);
  const text = visibleText(isGrowing ? latest : given);
  const plain = <p className="chat-text-plain">{text}</p>;
  return (
    <div data-part="answer" className="chat-text">
      {text.length > MAX_MARKDOWN_CHARS ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <MarkdownText text={text} isGrowing={isGrowing} {...(numbers && { numbers })} chipOf={chipOf} />
        </Suspense>
      )}
      {isGrowing ? <span aria-hidden="true" className="chat-caret" /> : null}
    </div>
  );
}
