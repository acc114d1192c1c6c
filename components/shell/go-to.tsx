'use client';
import { Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';

const LazyGoToDialog = lazyPart(async () => (await import('#components/shell/go-to-dialog.tsx')).GoToDialog);

/** The editor's own palette has the key there. */
const EDITOR_PATH = /^\/workflows\/[^/]+$/;

/** Opens the list of pages and workflows, by a button of the navigation or by Ctrl K. */
export function GoTo({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations('goTo');
  const hasKey = !EDITOR_PATH.test(usePathname());
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
          className="flex h-8 shrink-0 items-center gap-3 rounded-control px-2 text-left text-ink-3 hover:bg-hover hover:text-ink-1 group-data-[rail=wide]/rail:text-ink-2 md:mb-1 md:w-8 md:group-data-[rail=wide]/rail:w-full"
        >
          <Search size={16} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
          <span className="grow truncate md:hidden md:group-data-[rail=wide]/rail:block">{name}</span>
        </button>
      </Tooltip>
      <Suspense>{isOpen ? <LazyGoToDialog onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
