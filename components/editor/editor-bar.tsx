'use client';
import { Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { EditLabel } from '#components/editor/editor-store.ts';
import { ProblemList } from '#components/editor/problem-list.tsx';
import { SaveStatus } from '#components/editor/save-status.tsx';
import { useEditor, useEditorStore } from '#components/editor/use-editor.tsx';
import { WorkflowName } from '#components/editor/workflow-name.tsx';
import { Button } from '#components/ui/button.tsx';

/** The line over the editor: which workflow, how it stands, and what can be done with the whole of it. */
export function EditorBar({ children }: { children: ReactNode }) {
  return (
    <header className="flex h-(--bar-top) shrink-0 items-center gap-2 border-b border-line-1 bg-chrome pr-2 pl-3">
      <WorkflowName />
      <SaveStatus />
      <Divider />
      <HistoryButtons />
      <span className="grow" />
      <ProblemList />
      <Divider />
      {children}
    </header>
  );
}

function Divider() {
  return <span aria-hidden="true" className="h-4 w-px shrink-0 bg-line-2" />;
}

function HistoryButtons() {
  const store = useEditorStore();
  const undoLabel = useEditor(({ history }) => history.past.at(-1)?.label);
  const redoLabel = useEditor(({ history }) => history.future.at(-1)?.label);
  return (
    <span className="flex shrink-0">
      <HistoryButton direction="undo" label={undoLabel} onClick={() => store.getState().undo()} />
      <HistoryButton direction="redo" label={redoLabel} onClick={() => store.getState().redo()} />
    </span>
  );
}

type HistoryButtonProps = { direction: 'undo' | 'redo'; label: EditLabel | undefined; onClick: () => void };

function HistoryButton({ direction, label, onClick }: HistoryButtonProps) {
  const t = useTranslations('editor');
  const Icon = direction === 'undo' ? Undo2 : Redo2;
  const name = t(direction);
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={name}
      title={label ? t(`${direction}Edit`, { edit: t(`edits.${label}`) }) : name}
      aria-disabled={label ? undefined : true}
      onClick={label ? onClick : undefined}
    >
      <Icon size={14} aria-hidden="true" />
    </Button>
  );
}
