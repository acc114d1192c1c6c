'use client';
import { Workflow } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { type RailLink, railGroups, settingsLink } from '#components/shell/rail-links.ts';
import { PickDialog } from '#components/ui/pick-dialog.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';

/** The last saved ones: as many as one page of the list. */
const WORKFLOWS_MAX = 100;

type Target = PickItem & { readonly href: string; readonly icon: RailLink['icon'] };

/** Pages and workflows by name. A pick opens it. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const router = useRouter();
  const found = useAnswer('workflows', (_, signal) => apiClient.listWorkflows({ query: { limit: WORKFLOWS_MAX } }, { signal }));
  const pages = [...railGroups.flatMap(({ links }) => links), settingsLink].map(
    ({ page, href, icon }): Target => ({
      id: `page ${page}`,
      label: t(`rail.pages.${page}`),
      group: t('rail.label'),
      words: page,
      href,
      icon,
    }),
  );
  const workflows = (found?.items ?? []).map(
    ({ id, name }): Target => ({
      id: `workflow ${id}`,
      label: name,
      group: t('rail.pages.workflows'),
      href: `/workflows/${encodeURIComponent(id)}`,
      icon: Workflow,
    }),
  );
  return (
    <PickDialog
      title={t('goTo.title')}
      placeholder={t('goTo.search')}
      items={[...pages, ...workflows]}
      emptyText={(search) => t('commands.none', { search })}
      icon={({ icon: Icon }) => <Icon size={14} strokeWidth={1.7} aria-hidden="true" />}
      onPick={({ href }) => router.push(href)}
      onClose={onClose}
    />
  );
}
