import { openLiveSocket } from '#components/data/open-live-socket.ts';
import type { Notification } from '#lib/api/socket-messages.ts';

const MAX_SEEN = 1000;

type Options = {
  readonly language: string;
  readonly onNotification: (notification: Notification) => void;
};

/**
 * Notifications of this workspace, as they happen. What happened between two connections comes with the second.
 * @returns how to end it
 */
export function openNotificationStream({ language, onNotification }: Options): () => void {
  let after: string | undefined;
  const seen = new Set<string>();

  function take(notification: Notification) {
    if (after === undefined || notification.at > after) after = notification.at;
    if (seen.has(notification.id)) return;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(notification.id);
    onNotification(notification);
  }

  return openLiveSocket({
    query: () => ({ lang: language, ...(after !== undefined && { after }) }),
    onMessage(message) {
      if (message.type === 'pong') after = message.at;
      if (message.type === 'notification') take(message.data);
    },
  });
}
