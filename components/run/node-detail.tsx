'use client';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorCard } from '#components/run/error-card.tsx';
import { useNames } from '#components/run/use-names.ts';
import { ValueView } from '#components/ui/value-view.tsx';
import type { NodeState } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Everything the log says of one node; the model's text grows as it comes. */
export function NodeDetail({ node, run }: { node: WorkflowNode | undefined; run: NodeState }) {
  const t = useTranslations('timeline');
  const isWriting = run.status === 'running' && node?.type === 'llm';
  return (
    <div className="grid gap-2 border-t border-line-1 bg-raised py-2 pr-3 pl-8">
      <NodeFacts node={node} run={run} />
      {run.error ? <ErrorCard error={run.error} /> : null}
      {run.thinking ? (
        <Folded title={t('thinking')}>
          <ValueView label={t('thinking')} value={run.thinking} />
        </Folded>
      ) : null}
      {run.text || isWriting ? <LiveText text={run.text} isWriting={isWriting} /> : null}
      {run.inputs !== undefined && run.inputs !== null ? (
        <Folded title={t('input')}>
          <ValueView label={t('input')} value={run.inputs} />
        </Folded>
      ) : null}
      {run.output !== undefined ? (
        <Folded title={t('output')} isOpen={run.text === '' && run.output !== null}>
          <ValueView label={t('output')} value={run.output} />
        </Folded>
      ) : null}
    </div>
  );
}

function NodeFacts({ node, run }: { node: WorkflowNode | undefined; run: NodeState }) {
  const t = useTranslations('timeline');
  const { typeTitle } = useNames();
  const facts = [
    run.model,
    run.llmCalls > 0 ? `${t('calls')} ${run.llmCalls}` : undefined,
    run.usage && run.usage.totalTokens > 0
      ? t('tokenSplit', { prompt: String(run.usage.promptTokens), completion: String(run.usage.completionTokens) })
      : undefined,
    run.attempts > 1 ? t('attempts', { count: run.attempts }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <span>{node ? typeTitle(node.type) : null}</span>
      <code className="text-ink-3">{run.nodeId}</code>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

function LiveText({ text, isWriting }: { text: string; isWriting: boolean }) {
  const t = useTranslations('timeline');
  return (
    // column-reverse keeps the newest line in sight while the text grows, until somebody scrolls up
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group, only a name for what can be scrolled
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={t('answer')}
      className="flex max-h-56 flex-col-reverse overflow-auto"
    >
      <p data-part="text" className="max-w-[80ch] leading-[18px] whitespace-pre-wrap text-ink-1 wrap-anywhere">
        {text || <span className="text-ink-3">{t('waitingForText')}</span>}
        {isWriting ? (
          <span aria-hidden="true" className="ml-px inline-block h-3.5 w-[1.5px] animate-blink bg-accent align-[-2px]" />
        ) : null}
      </p>
    </div>
  );
}

function Folded({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group/fold">
      <summary className="flex h-6 w-fit list-none items-center gap-1 rounded-control pr-1 text-meta text-ink-2 hover:text-ink-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={12} aria-hidden="true" className="transition-transform duration-(--t-2) group-open/fold:rotate-90" />
        {title}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  );
}
