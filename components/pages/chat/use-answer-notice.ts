import { useEffect, useRef, useState } from 'react';
import type { ListedSessionResource } from '#lib/api/sessions.contract.ts';

type Listed = Pick<ListedSessionResource, 'id' | 'status' | 'title'>;

export type AnswerNotice = {
  /** Answers that arrived while the page was hidden, until it is visible again. */
  readonly arrivedCount: number;
  /** Asks the browser for permission to notify; undefined after the first decision, and without notifications. */
  readonly allow: (() => Promise<void>) | undefined;
};

type Options = { readonly heading: string; readonly isFramed: boolean };

/** Notifies a visitor, who reads something else, that an answer which waited has arrived. */
export function useAnswerNotice(items: readonly Listed[], { heading, isFramed }: Options): AnswerNotice {
  const waitingIds = useRef<ReadonlySet<string>>(new Set());
  const [arrivedCount, setArrivedCount] = useState(0);
  const [permission, setPermission] = useState<NotificationPermission>();
  useEffect(() => {
    // Browsers refuse to ask in a frame of another site.
    if (!isFramed && 'Notification' in window) setPermission(Notification.permission);
  }, [isFramed]);
  useEffect(() => {
    const arrived = items.filter(({ id, status }) => waitingIds.current.has(id) && status !== 'waiting' && status !== 'running');
    const isOpen = (id: string) => items.some((one) => one.id === id && (one.status === 'waiting' || one.status === 'running'));
    const nowWaiting = items.filter(({ status }) => status === 'waiting').map(({ id }) => id);
    waitingIds.current = new Set([...nowWaiting, ...[...waitingIds.current].filter(isOpen)]);
    if (document.visibilityState === 'visible' || arrived.length === 0) return;
    setArrivedCount((count) => count + arrived.length);
    for (const { id, title } of arrived) notify(heading, { body: title, tag: id });
  }, [items, heading]);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && setArrivedCount(0);
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  return {
    arrivedCount,
    allow: permission === 'default' ? async () => setPermission(await Notification.requestPermission()) : undefined,
  };
}

function notify(heading: string, options: NotificationOptions): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(heading, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chromium on Android notifies from service workers only. The title of the page has the count.
  }
}
