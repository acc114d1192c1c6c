'use client';
import { useReactFlow } from '@xyflow/react';
import { Popover } from 'radix-ui';
import { useTranslations } from 'use-intl';
import { onGrid } from '#components/editor/canvas/snap-move.ts';
import type { OpenEnd } from '#components/editor/canvas/use-connecting.ts';
import { NodeTypeList } from '#components/editor/node-type-list.tsx';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

/** Where a line was let go over empty canvas: which node to put there. */
export function QuickAdd({ open, onClose }: { open: OpenEnd; onClose: () => void }) {
  const t = useTranslations('editor.palette');
  const commands = useEditCommands();
  const { screenToFlowPosition } = useReactFlow();
  function choose(type: NodeTypeId) {
    const { x, y } = screenToFlowPosition({ x: open.clientX, y: open.clientY });
    commands.addAfter(type, open, { x: onGrid(x), y: onGrid(y) });
    onClose();
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Popover.Anchor className="fixed" style={{ left: open.clientX, top: open.clientY }} />
      <Popover.Portal>
        <Popover.Content
          aria-label={t('addHere')}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-(--palette) flex-col overflow-hidden rounded-menu bg-raised shadow-menu"
        >
          <NodeTypeList onChoose={choose} onEscape={onClose} isFocused />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
