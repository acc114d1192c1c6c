'use client';
import { useTranslations } from 'use-intl';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** Says which nodes fail for the visitors of a public chat page. */
export function NoUserWarning({ nodes }: { nodes: readonly string[] }) {
  const t = useTranslations('publish.chatPage');
  if (nodes.length === 0) return null;
  return (
    <p
      role="status"
      data-no-user
      className="flex gap-2 rounded-control border border-waiting-line bg-waiting-bg px-2 py-1 text-waiting"
    >
      <span className="grid h-4 shrink-0 place-items-center">
        <StatusMark state="waiting" />
      </span>
      <span className="min-w-0 wrap-anywhere">{t('noUser', { count: nodes.length, nodes: visibleText(nodes.join(', ')) })}</span>
    </p>
  );
}
