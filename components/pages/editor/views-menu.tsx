'use client';
import { ChartGantt, GitFork, History, type LucideIcon, MessageSquare, Workflow } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';

type View = 'workflows' | 'runs' | 'chat' | 'versions' | 'graph';

const icons: Readonly<Record<View, LucideIcon>> = {
  workflows: Workflow,
  runs: ChartGantt,
  chat: MessageSquare,
  versions: History,
  graph: GitFork,
};

/** The other pages of the workflow, where the bar has no room for their names. */
export function ViewsMenu({ workflowId }: { workflowId: string }) {
  const t = useTranslations('editor.bar');
  const router = useRouter();
  const id = encodeURIComponent(workflowId);
  const paths: Readonly<Record<View, string>> = {
    workflows: '/',
    runs: `/runs?workflow=${id}`,
    chat: `/sessions?workflow=${id}`,
    versions: `/workflows/${id}/versions`,
    graph: `/workflows/${id}/graph`,
  };
  const views = Object.keys(icons) as View[];
  return (
    <ActionsMenu
      id="workflow-views"
      label={t('views')}
      actions={views.map((view) => ({ id: view, name: t(view), icon: icons[view] }))}
      onAction={(view) => router.push(paths[view])}
    />
  );
}
