'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

/** After it, the page is loaded by the browser itself, or is not loaded at all. */
const GIVE_UP_MS = 30_000;

/** At the top of the window as soon as a link is followed, until its page is shown. */
export function LoadingBar() {
  const t = useTranslations('app');
  const address = `${usePathname()}?${useSearchParams()}`;
  const [leaving, setLeaving] = useState<string>();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && leadsElsewhere(link, event)) setLeaving(`${location.pathname}?${new URLSearchParams(location.search)}`);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, []);
  const isLoading = leaving !== undefined && leaving === address;
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLeaving(undefined), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!isLoading) return null;
  return (
    // A live region, since it is outside of the landmarks of the page.
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      <div role="progressbar" aria-label={t('loadingPage')} data-part="loading-bar" className="h-full">
        <span className="block h-full w-full origin-left bg-accent motion-safe:animate-grow" />
      </div>
    </div>
  );
}

/** Whether this window follows the link to another page. */
function leadsElsewhere(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return link.pathname !== location.pathname || link.search !== location.search;
}
