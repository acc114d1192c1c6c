'use client';
import { type ComponentType, useEffect, useState } from 'react';

/** Loads notifications after the page, which does not wait for them and does not need them. */
export function NotificationsLoader() {
  const [Notifications, setNotifications] = useState<ComponentType>();
  useEffect(() => {
    import('#components/shell/notifications/notifications.tsx').then(
      (loaded) => setNotifications(() => loaded.Notifications),
      () => {},
    );
  }, []);
  return Notifications ? <Notifications /> : null;
}
