'use client';
import { SunMoon } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { Theme } from '#lib/i18n/theme.ts';

const LazyLookPopover = lazyPart(async () => (await import('#components/shell/look-popover.tsx')).LookPopover);

/** Menu for language and theme on every page. */
export function LookMenu({ theme }: { theme: Theme }) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('rail.look')}
        title={t('rail.look')}
        onClick={() => setIsOpen(!isOpen)}
        className="grid size-8 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink-1 aria-expanded:bg-press aria-expanded:text-ink-1"
      >
        <SunMoon size={16} strokeWidth={1.7} aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense>
          <LazyLookPopover anchor={button} theme={theme} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
