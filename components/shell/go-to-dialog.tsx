'use client';
import { Workflow } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFoundWorkflows } from '#components/data/use-found-workflows.ts';
import { allLinks, type RailLink } from '#components/shell/rail-links.ts';
import { PickDialog } from '#components/ui/pick-dialog.tsx';
import type { PickItem } from '#components/ui/pick-list.ts';

type Target = PickItem & { readonly href: string; readonly icon: RailLink['icon'] };

/** Pages and workflows by name. A pick opens it. */
export function GoToDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const router = useRouter();
  const [search, setSearch] = useState('');
  const found = useFoundWorkflows(search);
  const pages = allLinks.map(
    ({ page, href, icon }): Target => ({
      id: `page ${page}`,
      label: t(`rail.pages.${page}`),
      group: t('rail.label'),
      words: page,
      href,
      icon,
    }),
  );
  const workflows = found.map(
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
      onSearch={setSearch}
      emptyText={(search) => t('commands.none', { search })}
      icon={({ icon: Icon }) => <Icon size={14} strokeWidth={1.7} aria-hidden="true" />}
      onPick={({ href }) => router.push(href)}
      onClose={onClose}
    />
  );
}
