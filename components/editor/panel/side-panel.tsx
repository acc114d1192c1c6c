'use client';
import { X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

const tabs = ['config', 'input', 'output', 'json'] as const;
export type SideTab = (typeof tabs)[number];

type SidePanelProps = { label: string; isPlan: boolean; children: ReactNode };

/** Right of the canvas, and never over it. On a phone a sheet from below, for a selected node or a plan. */
export function SidePanel({ label, isPlan, children }: SidePanelProps) {
  const hasNode = useEditor(({ selectedNodes, selectedEdges }) => selectedNodes.size === 1 && selectedEdges.size === 0);
  const sheet =
    isPlan || hasNode
      ? 'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:h-[70dvh] max-md:w-auto max-md:border-t max-md:border-l-0 max-md:shadow-menu'
      : 'max-md:hidden';
  return (
    <aside
      id={SIDE_PANEL_ID}
      tabIndex={-1}
      aria-label={label}
      className={`relative min-h-0 w-(--inspector) shrink-0 border-l border-line-1 bg-panel outline-none md:max-lg:w-80 ${sheet}`}
    >
      {/* Positioned absolutely, so that `contain` works: typing then lays out this panel and not the whole page. */}
      <div className="absolute inset-0 flex flex-col contain-strict">
        {isPlan ? null : <SheetClose />}
        {children}
      </div>
    </aside>
  );
}

/** Ends the selection of a node, which closes the sheet. */
function SheetClose() {
  const t = useTranslations('editor.small');
  const store = useEditorStore();
  return (
    <div className="flex h-8 shrink-0 items-center justify-end border-b border-line-1 bg-chrome px-1.5 md:hidden">
      <Button look="quiet" aria-label={t('close')} onClick={() => store.getState().select({})}>
        <X size={14} aria-hidden="true" />
        {t('close')}
      </Button>
    </div>
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
