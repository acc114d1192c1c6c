'use client';
import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';

const LazyGoToDialog = lazyPart(async () => (await import('#components/shell/go-to-dialog.tsx')).GoToDialog);

/** Opens the list of pages and workflows, by a button of the navigation or by Ctrl K where `hasKey`. */
export function GoTo({ hasKey, onOpen }: { hasKey: boolean; onOpen: () => void }) {
  const t = useTranslations('goTo');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!hasKey) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasKey]);
  const name = t('title');
  return (
    <>
      <Tooltip text={hasKey ? `${name} (Ctrl K)` : name}>
        <button
          type="button"
          aria-label={name}
          aria-haspopup="dialog"
          onClick={() => {
            onOpen();
            setIsOpen(true);
          }}
          className="flex h-8 shrink-0 items-center gap-2.5 rounded-control px-2 text-left text-ink-3 hover:bg-hover hover:text-ink-1 max-md:h-9 md:mb-1 md:w-8 lg:group-data-[rail=wide]/rail:h-7 lg:group-data-[rail=wide]/rail:w-full"
        >
          <Search size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
          <span className="grow truncate text-ink-2 md:hidden lg:group-data-[rail=wide]/rail:block">{name}</span>
        </button>
      </Tooltip>
      <Suspense>{isOpen ? <LazyGoToDialog onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
