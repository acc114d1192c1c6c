'use client';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { FieldProblems } from '#components/inspector/field/field-problems.tsx';
import { Folded } from '#components/ui/folded.tsx';
import type { Problem } from '#lib/workflow/problem.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

type NodeNotesProps = { nodeId: NodeId; problems: readonly Problem[]; isCalm: boolean };

/**
 * Problems of a node that belong to no field. Of a node that was just added they are one folded line until another
 * one is selected: its ports are open because it is not finished. The line stays, so that nothing below it jumps.
 */
export function NodeNotes({ nodeId, problems, isCalm }: NodeNotesProps) {
  const t = useTranslations('inspector');
  const ui = useEditorUiStore();
  const isAdded = useEditorUi(({ addedNode }) => addedNode === nodeId);
  const [hadNotes, setHadNotes] = useState(false);
  if (problems.length > 0 && !hadNotes) setHadNotes(true);
  // Not when these notes leave the page: the canvas may select nothing for a moment while it takes in a new node.
  useEffect(() => {
    const { addedNode, set } = ui.getState();
    if (addedNode !== undefined && addedNode !== nodeId) set({ addedNode: undefined });
  }, [nodeId, ui]);
  if (!isAdded) return problems.length > 0 ? <FieldProblems problems={problems} isCalm={isCalm} /> : null;
  if (!hadNotes) return null;
  return (
    <div data-part="node-notes" className="min-h-6">
      {problems.length > 0 ? (
        <Folded title={t('nodeNotes', { count: problems.length })}>
          <FieldProblems problems={problems} isCalm={isCalm} />
        </Folded>
      ) : null}
    </div>
  );
}
