'use client';
import { Redo2, Search, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type CommandId, commandOf } from '#components/editor/commands/command-table.ts';
import { useCommandContext } from '#components/editor/commands/use-command-context.ts';
import type { EditLabel } from '#components/editor/document/editor-store.ts';
import { useEditor, useEditorStore, useSaveState } from '#components/editor/document/use-editor.tsx';
import { ProblemList } from '#components/editor/problems/problem-list.tsx';
import { SaveStatus } from '#components/pages/editor/save-status.tsx';
import { ViewsMenu } from '#components/pages/editor/views-menu.tsx';
import { WorkflowName } from '#components/pages/editor/workflow-name.tsx';
import { WorkflowViews } from '#components/shell/workflow-views.tsx';
import { WorkflowsCrumb } from '#components/shell/workflows-crumb.tsx';
import { Button } from '#components/ui/button.tsx';

/** The top bar of the editor: name, save status, problems and actions of the workflow. */
export function EditorBar({ children }: { children: ReactNode }) {
  const workflowId = useEditor((state) => state.workflowId);
  return (
    <header className="relative h-(--bar-top) shrink-0 border-b border-line-1 bg-chrome">
      {/* Its words change while one types: that lays out the line and not the whole page. */}
      <div className="absolute inset-0 flex items-center gap-2 pr-2 pl-3 contain-layout contain-size">
        <span className="flex min-w-0 items-center gap-1">
          <span className="flex items-center gap-1 max-lg:hidden">
            <WorkflowsCrumb />
          </span>
          <WorkflowName />
        </span>
        <DraftChip />
        <SaveStatus />
        <span className="flex shrink-0 items-center gap-2 max-sm:hidden">
          <Divider />
          <HistoryButton commandId="undo" />
          <HistoryButton commandId="redo" />
        </span>
        <span className="grow" />
        <span className="h-full max-lg:hidden">
          <WorkflowViews workflowId={workflowId} shown="editor" />
        </span>
        <span className="grow max-lg:hidden" />
        <span className="flex shrink-0 items-center gap-2 max-sm:hidden">
          <ProblemList />
          <PaletteButton />
          <span className="lg:hidden">
            <ViewsMenu workflowId={workflowId} />
          </span>
          <Divider />
        </span>
        {children}
      </div>
    </header>
  );
}

function Divider() {
  return <span aria-hidden="true" className="h-4 w-px shrink-0 bg-line-2" />;
}

/** Which state of the draft is stored. */
function DraftChip() {
  const t = useTranslations('editor.bar');
  const revision = useSaveState((state) => state.revision);
  return (
    <span
      title={t('draftHelp')}
      className="num shrink-0 rounded-chip border border-line-2 px-1.5 text-meta text-ink-2 max-lg:hidden"
    >
      {t('draft', { revision })}
    </span>
  );
}

function PaletteButton() {
  const t = useTranslations('commands');
  const context = useCommandContext();
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={t('palette')}
      title={t('paletteKeys')}
      onClick={() => commandOf('palette').run(context)}
    >
      <Search size={14} aria-hidden="true" />
    </Button>
  );
}

function HistoryButton({ commandId }: { commandId: CommandId & ('undo' | 'redo') }) {
  const t = useTranslations('editor');
  const store = useEditorStore();
  const label: EditLabel | undefined = useEditor(({ history }) => {
    const steps = commandId === 'undo' ? history.past : history.future;
    return steps.at(-1)?.label;
  });
  const Icon = commandId === 'undo' ? Undo2 : Redo2;
  const name = t(commandId);
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={name}
      title={label ? t(`${commandId}Edit`, { edit: t(`edits.${label}`) }) : name}
      aria-disabled={label ? undefined : true}
      onClick={label ? () => store.getState()[commandId]() : undefined}
    >
      <Icon size={14} aria-hidden="true" />
    </Button>
  );
}
