'use client';
import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The streamed text of a model. */
export function LiveText({ text, isWriting }: { text: string; isWriting: boolean }) {
  const t = useTranslations('timeline');
  return (
    // column-reverse keeps the newest line visible while the text grows, until the user scrolls up
    // biome-ignore lint/a11y/useSemanticElements: not a group of form fields, only a label for a scroll area
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={t('answer')}
      className="flex max-h-56 flex-col-reverse overflow-auto"
    >
      <p data-part="text" className="max-w-[80ch] leading-[18px] whitespace-pre-wrap text-ink-1 wrap-anywhere">
        {visibleText(text) || <span className="text-ink-3">{t('waitingForText')}</span>}
        {isWriting ? (
          <span aria-hidden="true" className="ml-px inline-block h-3.5 w-[1.5px] animate-blink bg-accent align-[-2px]" />
        ) : null}
      </p>
    </div>
  );
}
