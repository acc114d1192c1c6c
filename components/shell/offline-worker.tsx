'use client';
import { useEffect } from 'react';
import { useLocale } from 'use-intl';

/** Registers the worker that shows a page of ours where the server or the network is away. It caches nothing. */
export function OfflineWorker() {
  const language = useLocale();
  useEffect(() => {
    // Only pages of this machine and those over HTTPS have workers; elsewhere the browser says it.
    navigator.serviceWorker?.register(`/offline-worker.js?language=${language}`).catch(() => {});
  }, [language]);
  return null;
}
