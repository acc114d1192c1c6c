'use client';
import { useEffect } from 'react';
import { learn } from '#components/editor/document/learnt-schemas.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useShownFact, useShownRun } from '#components/editor/run/run-overlay.ts';

/** Tells the checks what the nodes gave in the shown run, each time that run ends or waits. */
export function LearnFromRun() {
  const store = useEditorStore();
  const shown = useShownRun();
  const status = useShownFact(({ run }) => run.status);
  const runId = useShownFact(({ run }) => run.runId);
  useEffect(() => {
    if (runId === undefined || status === 'running' || status === 'queued') return;
    const learnt = learn(store.getState().document, (nodeId) => shown.readNode(nodeId)?.output);
    if (learnt.size > 0) store.setState({ learnt });
  }, [store, shown, status, runId]);
  return null;
}
