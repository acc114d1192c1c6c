'use client';
import { useTranslations } from 'use-intl';
import { ErrorCard } from '#components/run/error-card.tsx';
import { firedPortOf } from '#components/run/fired-port-of.ts';
import { LiveText } from '#components/run/live-text.tsx';
import { useNames } from '#components/run/use-names.ts';
import { ToolCalls } from '#components/tools/tool-calls.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { NodeState, OpenApproval } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type NodeDetailProps = {
  node: WorkflowNode | undefined;
  run: NodeState;
  /** What people are asked for this node. */
  approvals: readonly OpenApproval[];
};

/** Everything the log says of one node; the model's text grows as it comes. */
export function NodeDetail({ node, run, approvals }: NodeDetailProps) {
  const t = useTranslations('timeline');
  return (
    <div className="grid gap-2 border-t border-line-1 bg-raised py-2 pr-3 pl-8">
      <NodeFacts node={node} run={run} />
      {run.error ? <ErrorCard error={run.error} /> : null}
      {run.thinking ? (
        <Folded title={t('thinking')}>
          <ValueView label={t('thinking')} value={run.thinking} />
        </Folded>
      ) : null}
      {run.toolCalls.length > 0 ? <ToolCalls calls={run.toolCalls} approvals={approvals} /> : null}
      {run.text || run.isCalling ? <LiveText text={run.text} isWriting={run.isCalling} /> : null}
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

function NodeFacts({ node, run }: Pick<NodeDetailProps, 'node' | 'run'>) {
  const t = useTranslations('timeline');
  const { typeTitle } = useNames();
  const port = firedPortOf(run);
  const facts = [
    port && `→ ${port}`,
    run.model,
    run.llmCalls > 0 ? `${t('calls')} ${run.llmCalls}` : undefined,
    run.usage && run.usage.totalTokens > 0
      ? t('tokenSplit', { prompt: String(run.usage.promptTokens), completion: String(run.usage.completionTokens) })
      : undefined,
    run.attempts > 1 ? t('attempts', { count: run.attempts }) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      {node ? <span>{typeTitle(node.type)}</span> : null}
      <code className="text-ink-3">{run.nodeId}</code>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}
