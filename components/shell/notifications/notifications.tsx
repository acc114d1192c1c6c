'use client';
import { usePathname } from 'next/navigation';
import { Suspense, useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { isOnScreen } from '#components/shell/notifications/is-on-screen.ts';
import { openNotificationStream } from '#components/shell/notifications/open-notification-stream.ts';
import { useTitleCount } from '#components/shell/notifications/use-title-count.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import type { Notification } from '#lib/api/socket-messages.ts';

const Toast = lazyPart(async () => (await import('#components/shell/notifications/toast.tsx')).Toast);

const MAX_SHOWN = 4;

/** Shows what happens elsewhere: runs of the studio that end, and approvals. On a hidden page the title counts it. */
export function Notifications() {
  const t = useTranslations('notifications');
  const language = useLocale();
  const pathname = usePathname();
  const [shown, setShown] = useState<readonly Notification[]>([]);
  const [unseen, setUnseen] = useState(0);
  const take = useStableCall((notification: Notification) => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && isOnScreen(notification, pathname)) return;
    setShown((before) => [...before, notification].slice(-MAX_SHOWN));
    if (!isVisible) setUnseen((before) => before + 1);
  });
  const dismiss = useStableCall((id: string) => setShown((before) => before.filter((one) => one.id !== id)));
  useTitleCount(unseen);
  useEffect(() => openNotificationStream({ language, onNotification: take }), [language, take]);
  useEffect(() => {
    const onShown = () => document.visibilityState === 'visible' && setUnseen(0);
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, []);
  return (
    <div role="status" aria-label={t('label')}>
      {shown.length > 0 ? (
        // Left of the panel at the right and above the field where messages are written.
        <ol
          data-toasts
          className="pointer-events-none fixed right-4 bottom-4 z-10 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2"
        >
          {shown.map((notification) => (
            <ShownToast key={notification.id} notification={notification} onDismiss={dismiss} />
          ))}
        </ol>
      ) : null}
    </div>
  );
}

function ShownToast({ notification, onDismiss }: { notification: Notification; onDismiss: (id: string) => void }) {
  const dismiss = useStableCall(() => onDismiss(notification.id));
  return (
    <Suspense fallback={null}>
      <Toast notification={notification} onDismiss={dismiss} />
    </Suspense>
  );
}
