import { useEffect, useState } from 'react';
import { pageCredential } from '#components/data/page-credential.ts';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import type { ListedSessionResource } from '#lib/api/sessions.contract.ts';

/** The server allows 100 for a socket. */
const MAX_WATCHED = 50;

/**
 * Calls back as soon as an answer that waits for a person has come, also while the page is hidden.
 * @returns whether the server tells of them now; if not, the list has to be read again and again
 */
export function useWaitingAnswers(items: readonly ListedSessionResource[], onArrived: () => void): boolean {
  const [isLive, setIsLive] = useState(false);
  const arrived = useStableCall(onArrived);
  const [ids, setIds] = useState('');
  const before = ids.split(' ');
  // After the decision of the person it runs on.
  const open = items.filter(({ id, status }) => status === 'waiting' || (status === 'running' && before.includes(id)));
  const next = open
    .slice(0, MAX_WATCHED)
    .map(({ id }) => id)
    .join(' ');
  if (next !== ids) setIds(next);
  useEffect(() => {
    const credential = pageCredential();
    if (ids === '' || credential === undefined) return;
    let isCurrent = true;
    let end: (() => void) | undefined;
    // Without it the list is polled.
    const loading = import('#components/data/open-live-socket.ts');
    loading.then(
      ({ openLiveSocket }) => {
        if (!isCurrent) return;
        end = openLiveSocket({
          credential,
          first: ids.split(' ').map((sessionId) => ({ type: 'subscribe', sessionId })),
          onMessage: (message) => message.type === 'session_update' && message.data.status !== 'waiting' && arrived(),
          onOpen: () => setIsLive(true),
          onClose: () => setIsLive(false),
        });
      },
      () => {},
    );
    return () => {
      isCurrent = false;
      end?.();
      setIsLive(false);
    };
  }, [ids, arrived]);
  return isLive;
}
