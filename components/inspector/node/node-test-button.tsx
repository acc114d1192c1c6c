'use client';
import { Play } from 'lucide-react';
import { memo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useNodeTest } from '#components/editor/run/node-tests.ts';
import { readTestInputs } from '#components/editor/run/read-test-inputs.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Loaded separately, because it includes the parsers of all expressions. */
const loadTestInputs = () => import('#lib/workflow/node-test-inputs.ts');

/** Runs only this node with the values of its test or of the shown run, and shows the result. */
export const NodeTestButton = memo(function NodeTestButton({ nodeId }: { nodeId: NodeId }) {
  const t = useTranslations('inspector.node');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const shown = useShownRun();
  const { test, run } = useNodeTest(nodeId);
  const isRunning = test.step.at === 'running';
  const isStarting = useRef(false);
  async function start() {
    ui.getState().set({ sideTab: 'input' });
    const { nodeTestInputs } = await loadTestInputs();
    const known = {
      registry: nodeRegistry,
      readValue: (source: NodeId) => shown.readNode(source)?.output,
      runInputs: shown.readView().run.inputs,
    };
    const text = test.text ?? JSON.stringify(nodeTestInputs(store.getState().document, nodeId, known), null, 2);
    const read = readTestInputs(text);
    // Invalid values are reported where they were typed.
    if ('inputs' in read) void run(text, read.inputs);
  }
  async function startOnce() {
    if (isRunning || isStarting.current) return;
    isStarting.current = true;
    await start().catch(() => ui.getState().notify({ kind: 'loading', reason: 'failed' }));
    isStarting.current = false;
  }
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={t('test')}
      title={t('testHint')}
      aria-disabled={isRunning || undefined}
      onPointerEnter={() => void loadTestInputs().catch(() => {})}
      onClick={() => void startOnce()}
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
});
