'use client';
import { useTranslations } from 'use-intl';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { NodeIterationBar } from '#components/editor/panel/node-iteration-bar.tsx';
import { NodeModelCalls } from '#components/editor/panel/node-model-calls.tsx';
import { PinButton, PinnedValue } from '#components/editor/panel/node-pin.tsx';
import { NodeRunFacts } from '#components/editor/panel/node-run-facts.tsx';
import { ShownCall, useShownCall } from '#components/editor/panel/shown-call.tsx';
import { ErrorFixes } from '#components/editor/problems/error-fixes.tsx';
import { RepairButton } from '#components/editor/problems/repair-button.tsx';
import { useNodePath } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun, useShownRun } from '#components/editor/run/run-overlay.ts';
import { ShownPresent } from '#components/editor/run/shown-present.tsx';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { LiveText } from '#components/run-view/live-text.tsx';
import { SkillLine } from '#components/run-view/skill-line.tsx';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { ToolCalls } from '#components/run-view/tool-calls/tool-calls.tsx';
import { WarningList } from '#components/run-view/warning-list.tsx';
import { startReferenceDrag } from '#components/ui/drag-reference.ts';
import { Folded } from '#components/ui/folded.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { pathText } from '#lib/expression/read-path.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import { valueAtField } from '#lib/workflow/value-at-field.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Calls and output of the node in the shown run, with the streamed text of its model. */
export function NodeOutput({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvasRun');
  const path = useNodePath(node.id);
  const run = useNodeRun(path);
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const call = useShownCall(path);
  function openNode(nodeId: string) {
    store.getState().select({ nodes: [nodeId] });
    ui.getState().set({ sideTab: 'config' });
  }
  if (call) return <ShownCall span={call} node={node} onClose={() => ui.getState().set({ shownCallSeq: undefined })} />;
  return (
    <div className="grid min-w-0 gap-3 p-3">
      <NodeIterationBar nodeId={node.id} />
      {run ? null : <NodeRunFacts run={undefined} />}
      <PinnedValue node={node} />
      {run?.warnings ? <WarningList warnings={run.warnings} /> : null}
      {run ? (
        <ShownPresent>
          <NodeWork node={node} path={path} run={run} />
        </ShownPresent>
      ) : null}
      {run?.output === undefined ? null : (
        <ValueExplorer
          label={run.ports?.length === 1 ? t('outputAt', { port: String(run.ports[0]) }) : t('output')}
          value={run.output}
          onDragPart={(event, path) => startReferenceDrag(event, pathText(node.id, path), openNode)}
        >
          <PinButton nodeId={node.id} value={run.output} />
        </ValueExplorer>
      )}
      {run ? <NodeModelCalls nodeId={path} /> : null}
    </div>
  );
}

/** Its error, and the model and tool calls before it. */
function NodeWork({ node, path, run }: { node: WorkflowNode; path: string; run: NodeState }) {
  const t = useTranslations('timeline');
  const shown = useShownRun();
  const isRunning = run.status === 'running' || run.status === 'waiting';
  const approvals = Object.values(shown.readRun().approvals).filter(({ nodeId }) => nodeId === path);
  return (
    <>
      {run.error ? (
        <ErrorCard
          error={run.error}
          value={faultyValue(node, run)}
          actions={
            <>
              <ErrorFixes error={{ ...run.error, nodeId: node.id }} />
              <RepairButton />
            </>
          }
        />
      ) : null}
      {run.thinking ? (
        <Folded title={t('thinking')}>
          <ValueView label={t('thinking')} value={run.thinking} />
        </Folded>
      ) : null}
      {run.skill ? <SkillLine skill={run.skill} /> : null}
      {run.plan ? <TodoList todos={run.plan} isRunning={isRunning} /> : null}
      {run.toolCalls.length > 0 ? <ToolCalls calls={run.toolCalls} approvals={approvals} runId={shown.readRun().runId} /> : null}
      {run.text || run.isCalling ? <LiveText text={run.text} isWriting={run.isCalling} /> : null}
    </>
  );
}

/** Evaluated config; the stored config if evaluation was not reached. */
function faultyValue(node: WorkflowNode, { error, inputs }: NodeState): unknown {
  if (error?.path === undefined) return undefined;
  return valueAtField(inputs, error.path) ?? valueAtField(node.config, error.path);
}
