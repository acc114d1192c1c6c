'use client';
import {
  ArrowDownFromLine,
  ArrowDownToLine,
  Ban,
  BookOpen,
  CirclePause,
  CopyPlus,
  Ellipsis,
  FileBraces,
  type LucideIcon,
  PencilLine,
  Trash2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { memo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { duplicateSelection } from '#components/editor/commands/clipboard-commands.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useForkCommands } from '#components/editor/run/use-fork-commands.ts';
import { NODE_ID_INPUT } from '#components/inspector/node/node-id-field.tsx';
import { nodePiece } from '#components/inspector/node/node-piece.ts';
import { breakpointMemory } from '#components/run-view/fork/breakpoint-memory.ts';
import { useBreakpoints } from '#components/run-view/fork/use-breakpoints.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { Button } from '#components/ui/button.tsx';
import { copyText } from '#components/ui/clipboard.ts';
import { focusToType } from '#components/ui/focus-soon.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type NodeMenuProps = {
  nodeId: NodeId;
  type: string;
  isDisabled: boolean;
  areDocsOpen: boolean;
  /** Undefined for an unknown node type. */
  onDocs: (() => void) | undefined;
};

/** What can be done with a node. */
export const NodeMenu = memo(function NodeMenu({ nodeId, type, isDisabled, areDocsOpen, onDocs }: NodeMenuProps) {
  const t = useTranslations('inspector.node');
  const words = useTranslations('inspector');
  const { typeTitle } = useNames();
  const edit = useEditCommands();
  const { remove, toggleDisabled } = edit;
  const ui = useEditorUiStore();
  const store = useEditorStore();
  const [said, setSaid] = useState('');
  const afterClose = useRef<() => void>(undefined);
  const thenDo = (act: () => void) => {
    afterClose.current = act;
  };
  async function copy() {
    const node = store.getState().document.nodes.find(({ id }) => id === nodeId);
    if (!node) return;
    const text = JSON.stringify(nodePiece(node), null, 2);
    setSaid(t((await copyText(text)) ? 'copied' : 'notCopied'));
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button look="quiet" size="icon" aria-label={t('menu')} title={t('menu')}>
          <Ellipsis size={14} aria-hidden="true" />
        </Button>
      </DropdownMenu.Trigger>
      <span role="status" className="sr-only">
        {said}
      </span>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={2}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            // The button gets the focus back right after this, so the focus is moved later.
            if (afterClose.current) queueMicrotask(afterClose.current);
            afterClose.current = undefined;
          }}
          className="z-20 min-w-52 rounded-menu bg-raised p-1 shadow-menu"
        >
          <Item icon={PencilLine} onSelect={() => thenDo(() => focusToType(NODE_ID_INPUT))}>
            {t('renameId')}
          </Item>
          <RunItems nodeId={nodeId} thenDo={thenDo} />
          <Item icon={CopyPlus} onSelect={() => void duplicateSelection({ edit, ui })}>
            {words('duplicate')}
          </Item>
          <Item icon={Ban} onSelect={toggleDisabled}>
            {t(isDisabled ? 'enable' : 'disable')}
          </Item>
          <Item icon={FileBraces} onSelect={copy}>
            {t('copyJson')}
          </Item>
          {onDocs ? (
            <Item icon={BookOpen} onSelect={onDocs}>
              {areDocsOpen ? t('closeDocs') : words('about', { type: typeTitle(type) })}
            </Item>
          ) : null}
          <DropdownMenu.Separator className="my-1 h-px bg-line-1" />
          <Item icon={Trash2} onSelect={remove} isDanger>
            {words('delete')}
          </Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
});

/** Run actions and breakpoints of the node. The run plan takes the focus from the menu's button. */
function RunItems({ nodeId, thenDo }: { nodeId: string; thenDo: (act: () => void) => void }) {
  const t = useTranslations('commands.titles');
  const fork = useTranslations('fork');
  const { runFrom, runUntil } = useForkCommands();
  const { workflowId } = useEditorStore().getState();
  const isSet = useBreakpoints(workflowId).has(nodeId);
  return (
    <>
      <Item icon={ArrowDownFromLine} onSelect={() => thenDo(() => runFrom([nodeId]))}>
        {t('runFrom')}
      </Item>
      <Item icon={ArrowDownToLine} onSelect={() => thenDo(() => runUntil([nodeId]))}>
        {t('runUntil')}
      </Item>
      <Item icon={CirclePause} onSelect={() => breakpointMemory.toggle(workflowId, [nodeId])}>
        {fork(isSet ? 'clearBreakpoint' : 'setBreakpoint')}
      </Item>
      <DropdownMenu.Separator className="my-1 h-px bg-line-1" />
    </>
  );
}

type ItemProps = { icon: LucideIcon; isDanger?: boolean; onSelect: () => void; children: string };

function Item({ icon: Icon, isDanger = false, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={`flex h-6 items-center gap-2 rounded-control px-2 outline-none select-none data-[highlighted]:bg-accent-bg ${isDanger ? 'text-failed' : ''}`}
    >
      <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="shrink-0" />
      {children}
    </DropdownMenu.Item>
  );
}
