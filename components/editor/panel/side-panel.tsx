'use client';
import { PanelRight, X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

/** Must be the breakpoint `sm` of app/globals.css. */
const PHONE = '(width < 600px)';

const tabs = ['config', 'input', 'output', 'json'] as const;
export type SideTab = (typeof tabs)[number];

type SidePanelProps = {
  label: string;
  isPlan: boolean;
  /** A panel other than that of the selected node is shown. */
  isChosen: boolean;
  children: ReactNode;
};

/**
 * Right of the canvas, and never over it. A narrow window has room for it when it is
 * asked for. On a phone it is a sheet from below, for a selected node or a plan.
 */
export function SidePanel({ label, isPlan, isChosen, children }: SidePanelProps) {
  const hasNode = useEditor(({ selectedNodes, selectedEdges }) => selectedNodes.size === 1 && selectedEdges.size === 0);
  const sheet =
    isPlan || hasNode
      ? 'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:h-[70dvh] max-sm:w-auto max-sm:border-t max-sm:border-l-0 max-sm:shadow-menu'
      : 'max-sm:hidden';
  const isOpen = useEditorUi((state) => state.isSideOpen) || isPlan || isChosen;
  return (
    <aside
      id={SIDE_PANEL_ID}
      tabIndex={-1}
      aria-label={label}
      // The mark is drawn over the content, which would cover the outline.
      className={`relative min-h-0 w-(--inspector) shrink-0 border-l border-line-1 bg-panel -outline-offset-2 after:pointer-events-none after:absolute after:inset-0 after:z-20 focus-visible:after:border-2 focus-visible:after:border-accent sm:max-lg:w-80 ${isOpen ? '' : 'sm:max-bar:hidden'} ${sheet}`}
    >
      {/* Positioned absolutely, so that `contain` works: typing then lays out this panel and not the whole page. */}
      <div className="absolute inset-0 flex flex-col contain-strict">
        {/* Plans and chosen panels have a button of their own. */}
        {isPlan || isChosen ? null : <SheetClose />}
        {children}
      </div>
    </aside>
  );
}

/** On narrow windows: opens the form of what is selected, or of the workflow. */
export function OpenSidePanel() {
  const t = useTranslations('editor.panel');
  const ui = useEditorUiStore();
  const isOpen = useEditorUi(({ isSideOpen, panel }) => isSideOpen || panel !== 'node');
  if (isOpen) return null;
  return (
    <Button
      data-canvas-bar=""
      size="icon"
      aria-label={t('open')}
      title={t('open')}
      onClick={() => ui.getState().set({ panel: 'node' })}
      className="absolute! top-2 right-2 z-5 max-sm:hidden! bar:hidden!"
    >
      <PanelRight size={14} aria-hidden="true" />
    </Button>
  );
}

/** Gives the room back to the canvas. On a phone that ends the selection of the node. */
function SheetClose() {
  const t = useTranslations('editor.small');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  function close() {
    ui.getState().set({ panel: 'node', isSideOpen: false });
    if (matchMedia(PHONE).matches) store.getState().select({});
  }
  return (
    <div className="flex h-8 shrink-0 items-center justify-end border-b border-line-1 bg-chrome px-1.5 bar:hidden">
      <Button look="quiet" aria-label={t('close')} onClick={close}>
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
