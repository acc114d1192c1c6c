'use client';
import { PanelLeftClose, Plus } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { NODE_SEARCH_ID } from '#components/editor/document/element-ids.ts';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { NodeTypeList } from '#components/editor/palette/node-type-list.tsx';
import { Outline } from '#components/editor/palette/outline.tsx';
import { useAddNode } from '#components/editor/palette/use-add-node.ts';
import { Button } from '#components/ui/button.tsx';

const tabs = ['nodes', 'outline'] as const;

/** Node types and the outline. Wide windows show it next to the canvas, narrow ones behind a button. */
export function Palette() {
  const t = useTranslations('editor.palette');
  const addNode = useAddNode();
  const ui = useEditorUiStore();
  const isOpen = useEditorUi(({ isListOpen }) => isListOpen);
  const tab = useEditorUi(({ listTab }) => listTab);
  const setOpen = (isListOpen: boolean) => ui.getState().set({ isListOpen });
  return (
    <>
      <Button
        data-tour="palette"
        data-canvas-bar=""
        aria-label={t('open')}
        title={t('open')}
        aria-expanded={isOpen}
        size="icon"
        onClick={() => setOpen(true)}
        className={`absolute top-2 left-2 z-5 max-sm:hidden! lg:hidden ${isOpen ? 'hidden' : ''}`}
      >
        <Plus size={14} aria-hidden="true" />
      </Button>
      <aside
        data-tour="palette"
        aria-label={t('title')}
        className={`z-6 flex min-h-0 w-(--palette) shrink-0 flex-col border-r border-line-1 bg-panel max-lg:absolute max-lg:inset-y-0 max-lg:left-0 max-lg:shadow-menu ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        <Tabs.Root
          value={tab}
          onValueChange={(value) => ui.getState().set({ listTab: value === 'outline' ? 'outline' : 'nodes' })}
          className="flex min-h-0 grow flex-col"
        >
          <header className="flex h-(--bar-panel) shrink-0 items-stretch border-b border-line-1 pr-1 pl-3">
            <Tabs.List aria-label={t('title')} className="flex grow gap-4">
              {tabs.map((one) => (
                <Tabs.Trigger
                  key={one}
                  value={one}
                  className="-mb-px border-b-2 border-transparent text-ink-2 hover:text-ink-1 focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1"
                >
                  {t(`tabs.${one}`)}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Button
              look="quiet"
              size="icon"
              aria-label={t('close')}
              title={t('close')}
              onClick={() => setOpen(false)}
              className="self-center lg:hidden"
            >
              <PanelLeftClose size={14} aria-hidden="true" />
            </Button>
          </header>
          <Tabs.Content
            value="nodes"
            tabIndex={-1}
            className="flex min-h-0 grow flex-col outline-none data-[state=inactive]:hidden"
          >
            <NodeTypeList onChoose={addNode} onEscape={() => setOpen(false)} searchId={NODE_SEARCH_ID} />
          </Tabs.Content>
          <Tabs.Content value="outline" tabIndex={-1} className="min-h-0 grow overflow-y-auto outline-none">
            <Outline />
          </Tabs.Content>
        </Tabs.Root>
      </aside>
    </>
  );
}
