'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';

const look =
  'flex h-full items-center whitespace-nowrap border-b-2 border-transparent pt-0.5 text-ink-2 hover:text-ink-1 focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-strong aria-[current]:text-ink-1';

type WorkflowViewsProps = { workflowId: string; shown: 'editor' | 'runs' | 'chat' | 'versions' | 'graph' };

/** Pages of a workflow: the editor, its runs, their numbers, a chat with it, its versions and how it runs. */
export function WorkflowViews({ workflowId, shown }: WorkflowViewsProps) {
  const t = useTranslations('editor.bar');
  const id = encodeURIComponent(workflowId);
  const views = [
    { view: 'editor', href: `/workflows/${id}` },
    { view: 'runs', href: `/runs?workflow=${id}` },
    { view: 'dashboard', href: `/dashboards?workflow=${id}` },
    { view: 'chat', href: `/sessions?workflow=${id}` },
    { view: 'versions', href: `/workflows/${id}/versions` },
    { view: 'graph', href: `/workflows/${id}/graph` },
  ] as const;
  return (
    <nav aria-label={t('views')} className="flex h-full shrink-0 items-stretch gap-4 max-lg:gap-3">
      {views.map(({ view, href }) => (
        <Link key={view} href={href} prefetch={false} aria-current={view === shown ? 'page' : undefined} className={look}>
          {t(view)}
        </Link>
      ))}
    </nav>
  );
}
