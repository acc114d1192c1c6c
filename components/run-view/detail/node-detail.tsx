'use client';
import { Tabs } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DecidedApprovals } from '#components/run-view/approvals/decided-approvals.tsx';
import { CitationList, citationsIn } from '#components/run-view/citation-list.tsx';
import { detailTab } from '#components/run-view/detail/detail-tab.ts';
import { DetailTitle } from '#components/run-view/detail/detail-title.tsx';
import { FactBar } from '#components/run-view/detail/fact-bar.tsx';
import { faultyValue } from '#components/run-view/detail/faulty-value.ts';
import { ModelCalls } from '#components/run-view/detail/model-calls.tsx';
import { readModelCalls } from '#components/run-view/detail/read-model-calls.ts';
import { factsOfNode } from '#components/run-view/detail/span-facts.ts';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { ReusedLine } from '#components/run-view/fork/reused-line.tsx';
import { LiveText } from '#components/run-view/live-text.tsx';
import type { RunView } from '#components/run-view/run-feed.ts';
import { RunLog } from '#components/run-view/run-log.tsx';
import { SkillLine } from '#components/run-view/skill-line.tsx';
import { TodoList } from '#components/run-view/todos/todo-list.tsx';
import { ToolCalls } from '#components/run-view/tool-calls/tool-calls.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { WarningList } from '#components/run-view/warning-list.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { countCalledUsage } from '#lib/run/count-called-usage.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type NodeDetailProps = {
  runId: string;
  nodeId: string;
  /** Missing where the document cannot be read. */
  node: WorkflowNode | undefined;
  /** At the selected moment. */
  view: RunView;
  /** That moment; undefined for the latest. */
  seq: number | undefined;
  /** In milliseconds since 1970. */
  atMs: number;
  onClose?: (() => void) | undefined;
};

/** The detail of a node: error, input and output, model calls, tools and events. */
export function NodeDetail({ runId, nodeId, node, view, seq, atMs, onClose }: NodeDetailProps) {
  const t = useTranslations('trace');
  const noPrice = useTranslations('costs')('noPrice');
  const { nodes } = countCalledUsage(view.run);
  const run = Object.hasOwn(nodes, nodeId) ? nodes[nodeId] : undefined;
  return (
    <div data-span={nodeId}>
      <NodeTitle nodeId={nodeId} node={node} run={run} onClose={onClose} />
      {run ? (
        <>
          {run.error ? (
            <div className="px-3 pb-2.5 empty:hidden">
              <ErrorCard error={run.error} value={faultyValue(node, run)} nodeLabel={node?.label || undefined} />
            </div>
          ) : null}
          {run.warnings ? (
            <div className="px-3 pb-2.5">
              <WarningList warnings={run.warnings} />
            </div>
          ) : null}
          {run.reused ? (
            <div className="px-3 pb-1.5">
              <ReusedLine nodeId={nodeId} reused={run.reused} />
            </div>
          ) : null}
          <DecidedApprovals runId={runId} nodeId={nodeId} count={decisionsOf(view.events, nodeId)} />
          <FactBar facts={factsOfNode(run, atMs, noPrice)} />
          <NodeTabs nodeId={nodeId} run={run} view={view} seq={seq} />
        </>
      ) : (
        <p className="px-3 py-2 text-ink-3">{t('notYet')}</p>
      )}
    </div>
  );
}

/** Decisions in the log on what the node asked; cheap, since few events are decisions. */
function decisionsOf(events: RunView['events'], nodeId: string): number {
  return events.filter((event) => event.type === 'approval_decided' && event.nodeId === nodeId).length;
}

type NodeTitleProps = Pick<NodeDetailProps, 'nodeId' | 'node' | 'onClose'> & { run: NodeState | undefined };

function NodeTitle({ nodeId, node, run, onClose }: NodeTitleProps) {
  const t = useTranslations('reason');
  const { labelOf } = useNames();
  const name = node ? labelOf(node) : nodeIdOf(nodeId);
  return (
    <DetailTitle icon={<NodeIcon type={node?.type} />} name={name} state={run?.status} onClose={onClose}>
      {run?.reason ? <span className="truncate text-ink-2">{t(run.reason)}</span> : null}
      {name === nodeId ? null : <code className="min-w-0 truncate text-meta text-ink-3">{nodeId}</code>}
    </DetailTitle>
  );
}

function NodeTabs({ nodeId, run, view, seq }: Pick<NodeDetailProps, 'nodeId' | 'view' | 'seq'> & { run: NodeState }) {
  const t = useTranslations('trace.tabs');
  const { lastSeq } = view.run;
  const { events } = view;
  // `events` grows in place; `lastSeq` changes with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const calls = useMemo(() => readModelCalls(events, nodeId, seq), [events, nodeId, seq, lastSeq]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const own = useMemo(() => events.filter((event) => 'nodeId' in event && event.nodeId === nodeId), [events, nodeId, lastSeq]);
  const approvals = Object.values(view.run.approvals).filter((approval) => approval.nodeId === nodeId);
  return (
    <Tabs.Root defaultValue="values">
      <Tabs.List aria-label={t('title')} className="flex h-(--bar-panel) gap-4 border-b border-line-1 px-3">
        <Tabs.Trigger value="values" className={detailTab}>
          {t('values')}
        </Tabs.Trigger>
        {calls.length > 0 ? <CountedTab value="calls" title={t('calls')} count={calls.length} /> : null}
        {run.toolCalls.length > 0 ? <CountedTab value="tools" title={t('tools')} count={run.toolCalls.length} /> : null}
        <CountedTab value="events" title={t('events')} count={own.length} />
      </Tabs.List>
      <Content value="values">
        <NodeValues run={run} />
      </Content>
      <Content value="calls">
        <ModelCalls calls={calls} />
      </Content>
      <Content value="tools">
        <div className="p-3">
          <ToolCalls calls={run.toolCalls} approvals={approvals} runId={view.run.runId} />
        </div>
      </Content>
      <Content value="events">
        <RunLog events={own} startedAt={view.run.startedAt} />
      </Content>
    </Tabs.Root>
  );
}

function CountedTab({ value, title, count }: { value: string; title: string; count: number }) {
  return (
    <Tabs.Trigger value={value} className={detailTab}>
      {title} <span className="num text-ink-3">{count}</span>
    </Tabs.Trigger>
  );
}

function Content({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value} className="outline-offset-[-2px]">
      {children}
    </Tabs.Content>
  );
}

function NodeValues({ run }: { run: NodeState }) {
  const t = useTranslations();
  const hasInputs = run.inputs !== undefined && run.inputs !== null;
  const citations = citationsIn((run.output as { citations?: unknown } | null | undefined)?.citations);
  const port = run.ports?.length === 1 ? run.ports[0] : undefined;
  return (
    <div className="grid min-w-0 gap-3 p-3">
      {run.skill ? <SkillLine skill={run.skill} /> : null}
      {run.plan ? <TodoList todos={run.plan} isRunning={run.status === 'running' || run.status === 'waiting'} /> : null}
      {run.text !== '' || run.isCalling ? <LiveText text={run.text} isWriting={run.isCalling} /> : null}
      {citations ? <CitationList citations={citations} /> : null}
      {hasInputs ? (
        <ValueExplorer label={t('canvasRun.configAsRun')} value={run.inputs} />
      ) : (
        <p className="text-ink-3">{t('trace.noInput')}</p>
      )}
      {run.output === undefined ? (
        <p className="text-ink-3">{t('trace.noOutput')}</p>
      ) : (
        <ValueExplorer
          label={port === undefined ? t('canvasRun.output') : t('canvasRun.outputAt', { port })}
          value={run.output}
        />
      )}
    </div>
  );
}
