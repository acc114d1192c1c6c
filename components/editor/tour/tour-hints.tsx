'use client';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { type TourName, type TourStep, tourAnchors, tours } from '#components/editor/tour/tour-steps.ts';
import { type AnchorBox, useAnchorBox } from '#components/editor/tour/use-anchor-box.ts';
import { Button } from '#components/ui/button.tsx';

/** The bar of the tour. */
export function TourHints({ name, onEnd }: { name: TourName; onEnd: () => void }) {
  const t = useTranslations('home.tour');
  const [index, setIndex] = useState(0);
  const steps = tours[name];
  const step: TourStep = steps[index] ?? 'publish';
  const { set } = useEditorUiStore().getState();
  const box = useAnchorBox(tourAnchors[step]);
  const section = useRef<HTMLElement>(null);
  const isLast = index === steps.length - 1;
  // What the step explains has to be in sight.
  useEffect(() => {
    if (step === 'output') set({ panel: 'node', sideTab: 'output' });
  }, [step, set]);
  // Keyboard users continue by keyboard.
  useEffect(() => section.current?.querySelector<HTMLElement>('[data-part=next]')?.focus(), []);
  return (
    <section
      ref={section}
      aria-label={t('title')}
      data-tour-step={step}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd();
      }}
      className="relative flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-accent-line bg-accent-bg py-1 pr-2 pl-3"
    >
      <span className="num shrink-0 text-ink-2">{t('step', { number: index + 1, count: steps.length })}</span>
      <p aria-live="polite" className="min-w-0 grow basis-96 text-ink-1">
        <strong className="font-title">{t(`${step}.title`)}</strong> <span>{t(`${step}.text`, { open: '{{' })}</span>
      </p>
      <span className="flex shrink-0 items-center gap-1">
        <Button look="quiet" aria-disabled={index === 0 || undefined} onClick={() => setIndex(Math.max(index - 1, 0))}>
          {t('back')}
        </Button>
        <Button look="primary" data-part="next" onClick={() => (isLast ? onEnd() : setIndex(index + 1))}>
          {t(isLast ? 'done' : 'next')}
        </Button>
        <Button look="quiet" size="icon" aria-label={t('dismiss')} title={t('dismiss')} onClick={onEnd}>
          <X size={14} aria-hidden="true" />
        </Button>
      </span>
      {box ? <Ring box={box} /> : null}
    </section>
  );
}

/** Around the explained part, just inside its borders, so that it does not overlap others. */
function Ring({ box: { leftPx, topPx, widthPx, heightPx } }: { box: AnchorBox }) {
  return (
    <span
      aria-hidden="true"
      data-part="tour-ring"
      className="pointer-events-none fixed z-5 rounded-control border-2 border-accent"
      style={{ left: leftPx, top: topPx, width: widthPx, height: heightPx }}
    />
  );
}
