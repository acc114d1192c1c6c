'use client';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';

const tabs = ['config', 'input', 'output', 'json'] as const;
export type SideTab = (typeof tabs)[number];

/** Right of the canvas, and never over it. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      id={SIDE_PANEL_ID}
      tabIndex={-1}
      aria-label={label}
      className="relative min-h-0 w-(--inspector) shrink-0 border-l border-line-1 bg-panel outline-none max-lg:w-80 max-md:hidden"
    >
      {/* Positioned absolutely, so that `contain` works: typing then lays out this panel and not the whole page. */}
      <div className="absolute inset-0 flex flex-col contain-strict">{children}</div>
    </aside>
  );
}

type SideTabsProps = { tab: SideTab; onTab: (tab: SideTab) => void; children: Readonly<Record<SideTab, ReactNode>> };

/** How the selected node is set up, what it got and what it gave. */
export function SideTabs({ tab, onTab, children }: SideTabsProps) {
  const t = useTranslations('editor.panel');
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => {
        const chosen = tabs.find((one) => one === value);
        if (chosen) onTab(chosen);
      }}
      className="flex min-h-0 grow flex-col"
    >
      <Tabs.List aria-label={t('title')} className="flex h-(--bar-panel) shrink-0 gap-4 border-b border-line-1 px-3">
        {tabs.map((one) => (
          <Tabs.Trigger
            key={one}
            value={one}
            className="-mx-1 -mb-px border-b-2 border-transparent px-1 text-ink-2 hover:text-ink-1 focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1 last:ml-auto"
          >
            {t(one)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((one) => (
        <Tabs.Content key={one} value={one} tabIndex={-1} className="min-h-0 grow overflow-y-auto outline-none">
          {children[one]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
