'use client';
import { Suspense } from 'react';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

const LazyMarkdown = lazyPart(async () => (await import('#components/ui/markdown-view.tsx')).MarkdownView);

type RenderedTextProps = {
  readonly label: string;
  readonly text: string;
  /** At its full height, without a frame that scrolls. @defaultValue false */
  readonly isWhole?: boolean;
};

/** A Markdown text as it will be read, in the frame of other values. Until its reader is loaded, as it was written. */
export function RenderedText({ label, text, isWhole = false }: RenderedTextProps) {
  const visible = visibleText(text);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group, only a name for what can be scrolled
    <div
      tabIndex={isWhole ? undefined : 0}
      aria-label={label}
      role="group"
      data-part="rendered"
      className={`rounded-control border border-line-1 bg-sunken text-body text-ink-1 ${isWhole ? 'p-3' : 'max-h-72 overflow-auto px-2 py-1.5'}`}
    >
      <Suspense fallback={<p className="whitespace-pre-wrap wrap-anywhere">{visible}</p>}>
        <LazyMarkdown text={visible} />
      </Suspense>
    </div>
  );
}
