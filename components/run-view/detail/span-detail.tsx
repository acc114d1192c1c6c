'use client';
import { Bot, type LucideIcon, MessageSquare, Wrench } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { CitationList } from '#components/run-view/citation-list.tsx';
import { CallBody } from '#components/run-view/detail/call-body.tsx';
import { DetailTitle } from '#components/run-view/detail/detail-title.tsx';
import { FactBar } from '#components/run-view/detail/fact-bar.tsx';
import { ModelCalls } from '#components/run-view/detail/model-calls.tsx';
import { type ModelCall, readModelCalls } from '#components/run-view/detail/read-model-calls.ts';
import { factsOfSpan, isOverBy } from '#components/run-view/detail/span-facts.ts';
import type { RunView } from '#components/run-view/run-feed.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { VerdictLine } from '#components/run-view/verdict-line.tsx';
import { WarningLines } from '#components/run-view/warning-lines.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { type CallKind, isCallKind, type Span } from '#lib/run/span.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type SpanDetailProps = {
  span: CallSpan;
  /** All spans of the run. */
  spans: readonly Span[];
  node: WorkflowNode | undefined;
  events: RunView['events'];
  /** The selected moment in Unix milliseconds. `seq` is its last event; undefined for the present. */
  atMs: number;
  seq: number | undefined;
  onOpenNode: () => void;
  onClose?: (() => void) | undefined;
};

const icons = { model: MessageSquare, tool: Wrench, agent: Bot } as const satisfies Record<CallKind, LucideIcon>;

/** Spans with a detail view. */
export type CallSpan = Span & { readonly kind: CallKind };

export function isCallSpan(span: Span): span is CallSpan {
  return isCallKind(span.kind);
}

/** Details of a model call, a tool call or an agent: input, output, duration and usage. */
export function SpanDetail(props: SpanDetailProps) {
  const { span, spans, node, atMs, onOpenNode, onClose } = props;
  const t = useTranslations();
  const { labelOf } = useNames();
  const isOver = isOverBy(span, atMs);
  const worker = agentAround(span, spans);
  const call = span.operation ? t(`dock.operation.${span.operation}`) : t('dock.call', { number: span.number });
  const name = span.kind === 'model' ? call : span.name;
  const Icon = icons[span.kind];
  return (
    <div data-span={span.nodeId} data-span-seq={span.seq}>
      <DetailTitle
        icon={<Icon size={15} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-3" />}
        around={{ name: node ? labelOf(node) : span.nodeId, onOpen: onOpenNode }}
        name={worker === undefined ? name : `${worker}, ${name}`}
        state={isOver ? span.status : span.status === 'waiting' ? 'waiting' : 'running'}
        onClose={onClose}
      >
        {span.kind === 'model' ? <code className="min-w-0 truncate text-meta text-ink-3">{span.name}</code> : null}
      </DetailTitle>
      <FactBar facts={factsOfSpan(span, atMs, useTranslations('costs')('noPrice'))} />
      <SpanBody {...props} isOver={isOver} />
    </div>
  );
}

function agentAround({ parent }: Span, spans: readonly Span[]): string | undefined {
  const around = parent === undefined ? undefined : spans[parent];
  return around?.kind === 'agent' ? around.name : undefined;
}

function SpanBody({ span, spans, events, seq, atMs, isOver }: SpanDetailProps & { isOver: boolean }) {
  if (span.startMs !== undefined && span.startMs > atMs) return <NotBegun />;
  const calls = readModelCalls(events, span.nodeId, seq);
  const own = calls.find((call) => call.seq === span.seq);
  if (span.kind === 'model' && !span.operation && own) return <CallBody key={span.seq} call={own} />;
  return <ToolBody span={span} isOver={isOver} calls={callsWithin(span, spans, calls)} />;
}

function NotBegun() {
  const t = useTranslations('trace');
  return <p className="px-3 py-2 text-ink-3">{t('notBegun')}</p>;
}

function callsWithin({ index }: Span, spans: readonly Span[], calls: readonly ModelCall[]): readonly ModelCall[] {
  const seqs = new Set(spans.filter(({ parent, kind }) => parent === index && kind === 'model').map(({ seq }) => seq));
  return calls.filter(({ seq }) => seqs.has(seq));
}

function ToolBody({ span, isOver, calls }: { span: Span; isOver: boolean; calls: readonly ModelCall[] }) {
  const t = useTranslations();
  const { input, output, error, warnings, verdict, citations } = span;
  return (
    <>
      <div className="grid min-w-0 gap-3 p-3">
        {isOver && error !== undefined ? <Notice title={error} /> : null}
        {input === undefined || input === null ? null : <ValueExplorer label={t('tools.arguments')} value={input} />}
        {isOver && output !== undefined && output !== null ? (
          <ValueExplorer label={t('tools.result')} value={output} />
        ) : span.operation ? null : (
          <p className="text-ink-3">{t(isOver ? 'trace.noResult' : 'trace.resultToCome')}</p>
        )}
        {isOver && warnings ? <WarningLines warnings={warnings.map(({ message }) => message)} /> : null}
        {isOver && verdict ? <VerdictLine verdict={verdict} /> : null}
        {isOver && citations && citations.length > 0 ? <CitationList citations={citations} /> : null}
      </div>
      {calls.length > 0 ? (
        <section aria-label={t('trace.tabs.calls')} className="border-t border-line-1">
          <ModelCalls calls={calls} />
        </section>
      ) : null}
    </>
  );
}
