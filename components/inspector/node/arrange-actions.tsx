'use client';
import { useTranslations } from 'use-intl';
import { commandIcons } from '#components/editor/commands/command-icons.ts';
import { type CommandId, commandOf } from '#components/editor/commands/command-table.ts';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import type { EditorState } from '#components/editor/document/editor-store.ts';
import type { EditorUi } from '#components/editor/document/editor-ui.ts';
import { useEditor, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

const GROUPING: readonly CommandId[] = ['group', 'ungroup', 'collapse'];
const ALIGNING: readonly CommandId[] = [
  'alignLeft',
  'alignCentre',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeAcross',
  'distributeDown',
];

/** Groups and alignments of the selected nodes, as buttons: only those that are enabled for this selection. */
export function ArrangeActions() {
  const t = useTranslations('inspector');
  return (
    <div className="grid gap-1.5">
      <h3 className="text-meta font-strong text-ink-2">{t('arrange')}</h3>
      <Commands ids={GROUPING} />
      <Commands ids={ALIGNING} isIconOnly />
    </div>
  );
}

function isEnabled(id: CommandId, state: EditorState, ui: EditorUi): boolean {
  return commandOf(id).isEnabled?.(state, ui) ?? true;
}

function Commands({ ids, isIconOnly = false }: { ids: readonly CommandId[]; isIconOnly?: boolean }) {
  const t = useTranslations('commands.titles');
  const context = useCommandContext();
  const ui = useEditorUiStore();
  // As a text, which is the same while nothing is enabled or disabled.
  const enabledIds = useEditor((state) => ids.filter((id) => isEnabled(id, state, ui.getState())).join(' '));
  const enabled = ids.filter((id) => enabledIds.split(' ').includes(id));
  return enabled.length === 0 ? null : (
    <div className="flex flex-wrap gap-1">
      {enabled.map((id) => {
        const Icon = commandIcons[id];
        return (
          <Button
            key={id}
            {...(isIconOnly && { size: 'icon' as const, 'aria-label': t(id) })}
            title={t(id)}
            onClick={() => commandOf(id).run(context)}
          >
            {Icon ? <Icon size={14} strokeWidth={1.7} aria-hidden="true" /> : null}
            {isIconOnly ? null : t(id)}
          </Button>
        );
      })}
    </div>
  );
}
