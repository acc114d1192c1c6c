'use client';
import { Panel } from '@xyflow/react';
import { useTranslations } from 'use-intl';
import { commandIcons } from '#components/editor/commands/command-icons.ts';
import { type CommandId, commandOf } from '#components/editor/commands/command-table.ts';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import { useEditor, useEditorUi } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

/** What the pointer does, and what can be drawn: one strip at the corner of the canvas. */
export function ToolStrip() {
  const t = useTranslations('commands');
  const tool = useEditorUi((ui) => ui.tool);
  const isJsonOpen = useEditorUi((ui) => ui.isJsonOpen);
  return (
    <Panel
      data-canvas-bar=""
      position="top-left"
      role="toolbar"
      aria-label={t('tools')}
      className="m-2! flex h-[26px] items-center rounded-control border border-line-2 bg-raised max-lg:ml-10! max-sm:hidden!"
    >
      <Tool commandId="selectTool" isOn={tool === 'select'} />
      <Tool commandId="handTool" isOn={tool === 'hand'} />
      <span aria-hidden="true" className="mx-0.5 h-4 w-px bg-line-2" />
      <Tool commandId="addNote" />
      <Tool commandId="group" />
      <Tool commandId="json" isOn={isJsonOpen} />
    </Panel>
  );
}

function Tool({ commandId, isOn }: { commandId: CommandId; isOn?: boolean }) {
  const t = useTranslations('commands');
  const context = useCommandContext();
  const command = commandOf(commandId);
  const ui = useEditorUi((state) => state);
  const isEnabled = useEditor((state) => command.isEnabled?.(state, ui) ?? true);
  const Icon = commandIcons[commandId];
  const title = t(`titles.${commandId}`);
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={title}
      title={title}
      aria-pressed={isOn}
      aria-disabled={isEnabled ? undefined : true}
      onClick={isEnabled ? () => command.run(context) : undefined}
      className="border-0! aria-pressed:bg-accent-bg aria-pressed:text-accent"
    >
      {Icon ? <Icon size={14} strokeWidth={1.7} aria-hidden="true" /> : null}
    </Button>
  );
}
