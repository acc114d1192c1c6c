'use client';
import { useReactFlow } from '@xyflow/react';
import { Popover } from 'radix-ui';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { AddTarget } from '#components/editor/document/editor-ui.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { onGrid } from '#components/editor/elements/snap-move.ts';
import { NodeTypeList } from '#components/editor/palette/node-type-list.tsx';
import { useShowAdded } from '#components/editor/palette/use-show-added.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';

/** After an edge is dropped on the empty canvas: a list of nodes to add there, those with an input. */
export function QuickAdd({ target }: { target: AddTarget }) {
  const t = useTranslations('editor.palette');
  const commands = useEditCommands();
  const ui = useEditorUiStore();
  const { screenToFlowPosition } = useReactFlow();
  const showAdded = useShowAdded();
  const hasAdded = useRef(false);
  const close = () => ui.getState().addAt(undefined);
  function choose(type: NodeTypeId) {
    const { x, y } = screenToFlowPosition({ x: target.clientX, y: target.clientY });
    if (target.inside === undefined) commands.addAfter(type, target.after, { x: onGrid(x), y: onGrid(y) });
    else commands.addInside(type, target.inside);
    hasAdded.current = true;
    close();
    showAdded('field');
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <Popover.Anchor className="fixed" style={{ left: target.clientX, top: target.clientY }} />
      <Popover.Portal>
        <Popover.Content
          aria-label={t('addHere')}
          align="start"
          sideOffset={4}
          // The focus is in the form of the new node then.
          onCloseAutoFocus={(event) => hasAdded.current && event.preventDefault()}
          collisionPadding={8}
          className="z-20 flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-(--palette) flex-col overflow-hidden rounded-menu bg-raised shadow-menu"
        >
          <NodeTypeList onChoose={choose} onEscape={close} isFocused isOffered={(type) => nodeRegistry[type].inputs.length > 0} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
