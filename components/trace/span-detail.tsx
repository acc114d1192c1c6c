'use client';
import { X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorCard } from '#components/run/error-card.tsx';
import { LiveText } from '#components/run/live-text.tsx';
import type { RunView } from '#components/run/run-feed.ts';
import { RunLog } from '#components/run/run-log.tsx';
import { useNames } from '#components/run/use-names.ts';
import { ToolCalls } from '#components/tools/tool-calls.tsx';
import { ModelCalls } from '#components/trace/model-calls.tsx';
import { readModelCalls } from '#components/trace/read-model-calls.ts';
import { SearchedValue } from '#components/trace/searched-value.tsx';
import { SpanFacts } from '#components/trace/span-facts.tsx';
import { Button } from '#components/ui/button.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { NodeState } from '#lib/run/run-state.ts';
import { valueAtField } from '#lib/workflow/value-at-field.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type SpanDetailProps = {
  nodeId: string;
  /** Missing where the document cannot be read. */
  node: WorkflowNode | undefined;
  /** At the moment that is looked at. */
  view: RunView;
  /** That moment; undefined for the latest. */
  seq: number | undefined;
  onClose: () => void;
};

/** All that is known of one node of the run: its error, what it got and gave, its model calls, its tools and its events. */
export function SpanDetail({ nodeId, node, view, seq, onClose }: SpanDetailProps) {
  const t = useTranslations('trace');
  const run = Object.hasOwn(view.run.nodes, nodeId) ? view.run.nodes[nodeId] : undefined;
  return (
    <div data-span={nodeId}>
      <SpanTitle nodeId={nodeId} node={node} run={run} onClose={onClose} />
      {run ? (
        <>
          {run.error ? (
            <div className="px-3 pb-2.5">
              <ErrorCard error={run.error} value={faultyValue(node, run)} />
            </div>
          ) : null}
          <SpanFacts run={run} />
          <SpanTabs nodeId={nodeId} run={run} view={view} seq={seq} />
        </>
      ) : (
        <p className="px-3 py-2 text-ink-3">{t('notYet')}</p>
      )}
    </div>
  );
}

function SpanTitle({
  nodeId,
  node,
  run,
  onClose,
}: Pick<SpanDetailProps, 'nodeId' | 'node' | 'onClose'> & { run: NodeState | undefined }) {
  const t = useTranslations();
  const { labelOf } = useNames();
  return (
    <header className="flex h-10 items-center gap-2 pr-2 pl-3">
      <NodeIcon type={node?.type} />
      <h2 className="min-w-0 truncate text-name font-title">{node ? labelOf(node) : nodeId}</h2>
      {run ? <StatusBadge state={run.status} /> : null}
      {run?.reason ? <span className="truncate text-ink-2">{t(`reason.${run.reason}`)}</span> : null}
      <code className="min-w-0 truncate text-meta text-ink-3">{nodeId}</code>
      <span className="grow" />
      <Button look="quiet" size="icon" aria-label={t('trace.close')} title={t('trace.close')} onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </Button>
    </header>
  );
}

/** As it was after its expressions were evaluated; as it stands in the config where it did not come to that. */
function faultyValue(node: WorkflowNode | undefined, { error, inputs }: NodeState): unknown {
  if (error?.path === undefined) return undefined;
  return valueAtField(inputs, error.path) ?? valueAtField(node?.config, error.path);
}

const tab =
  'flex h-full items-center gap-1.5 border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink-1 data-[state=active]:border-accent data-[state=active]:font-strong data-[state=active]:text-ink-1';

function SpanTabs({ nodeId, run, view, seq }: Pick<SpanDetailProps, 'nodeId' | 'view' | 'seq'> & { run: NodeState }) {
  const t = useTranslations('trace.tabs');
  const { lastSeq } = view.run;
  const { events } = view;
  // `events` grows in place; `lastSeq` tells of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const calls = useMemo(() => readModelCalls(events, nodeId, seq), [events, nodeId, seq, lastSeq]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const own = useMemo(() => events.filter((event) => 'nodeId' in event && event.nodeId === nodeId), [events, nodeId, lastSeq]);
  const approvals = Object.values(view.run.approvals).filter((approval) => approval.nodeId === nodeId);
  return (
    <Tabs.Root defaultValue="values">
      <Tabs.List aria-label={t('title')} className="flex h-(--bar-panel) gap-4 border-b border-line-1 px-3">
        <Tabs.Trigger value="values" className={tab}>
          {t('values')}
        </Tabs.Trigger>
        {calls.length > 0 ? <CountedTab value="calls" title={t('calls')} count={calls.length} /> : null}
        {run.toolCalls.length > 0 ? <CountedTab value="tools" title={t('tools')} count={run.toolCalls.length} /> : null}
        <CountedTab value="events" title={t('events')} count={own.length} />
      </Tabs.List>
      <Content value="values">
        <SpanValues run={run} />
      </Content>
      <Content value="calls">
        <ModelCalls calls={calls} />
      </Content>
      <Content value="tools">
        <div className="p-3">
          <ToolCalls calls={run.toolCalls} approvals={approvals} />
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
    <Tabs.Trigger value={value} className={tab}>
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

function SpanValues({ run }: { run: NodeState }) {
  const t = useTranslations();
  const hasInputs = run.inputs !== undefined && run.inputs !== null;
  const port = run.ports?.length === 1 ? run.ports[0] : undefined;
  return (
    <div className="grid min-w-0 gap-3 p-3">
      {run.text !== '' || run.isCalling ? <LiveText text={run.text} isWriting={run.isCalling} /> : null}
      {hasInputs ? (
        <SearchedValue label={t('canvasRun.configAsRun')} value={run.inputs} />
      ) : (
        <p className="text-ink-3">{t('trace.noInput')}</p>
      )}
      {run.output === undefined ? (
        <p className="text-ink-3">{t('trace.noOutput')}</p>
      ) : (
        <SearchedValue
          label={port === undefined ? t('canvasRun.output') : t('canvasRun.outputAt', { port })}
          value={run.output}
        />
      )}
    </div>
  );
}
