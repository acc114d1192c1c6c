'use client';
import { Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useNodeTest } from '#components/editor/node-tests.ts';
import { readTestInputs } from '#components/editor/read-test-inputs.ts';
import { useShownRun } from '#components/editor/run-overlay.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { nodeTestInputs } from '#lib/workflow/node-test-inputs.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Runs the node alone with the values that stand in its test, or that the run being shown has, and shows what comes of it. */
export function NodeTestButton({ node }: { node: WorkflowNode }) {
  const t = useTranslations('inspector.node');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const shown = useShownRun();
  const { test, run } = useNodeTest(node.id);
  const isRunning = test.step.at === 'running';
  function start() {
    ui.getState().set({ sideTab: 'input' });
    const known = {
      registry: nodeRegistry,
      readValue: (nodeId: string) => shown.readNode(nodeId)?.output,
      runInputs: shown.readView().run.inputs,
    };
    const text = test.text ?? JSON.stringify(nodeTestInputs(store.getState().document, node.id, known), null, 2);
    const read = readTestInputs(text);
    // What cannot be read is told where it was typed.
    if ('inputs' in read) void run(text, read.inputs);
  }
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={t('test')}
      title={t('testHint')}
      aria-disabled={isRunning || undefined}
      onClick={() => !isRunning && start()}
    >
      {isRunning ? (
        <span data-state="running" className="text-state">
          <StatusMark state="running" />
        </span>
      ) : (
        <Play size={14} aria-hidden="true" />
      )}
    </Button>
  );
}
