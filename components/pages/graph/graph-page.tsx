'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { GraphDrawing } from '#components/pages/graph/graph-drawing.tsx';
import type { GraphData } from '#components/pages/graph/load-graph.ts';
import { StepList } from '#components/pages/graph/step-list.tsx';
import { WorkflowBar } from '#components/shell/workflow-bar.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { ProblemList } from '#components/ui/problem-list.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import type { GraphOutline } from '#lib/workflow/graph-outline.ts';

/** How a workflow runs: its LangGraph graph, which nodes share a step and why, and the graph as Mermaid text. */
export function GraphPage({ data }: { data: GraphData }) {
  const { workflowId, document, graph } = data;
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <WorkflowBar workflowId={workflowId} name={document.name} shown="graph" />
      <main id="main" tabIndex={-1} className="min-h-0 min-w-0 grow overflow-y-auto bg-panel outline-none">
        {graph && graph.steps.length > 0 ? <Graph data={data} graph={graph} /> : <NoGraph data={data} />}
      </main>
    </div>
  );
}

function Graph({ data: { document }, graph }: { data: GraphData; graph: GraphOutline }) {
  const t = useTranslations('graph');
  const stepsByName = new Map(graph.steps.map((step) => [step.name, step]));
  const noteOf = (name: string) => {
    const count = stepsByName.get(name)?.nodeIds.length ?? 0;
    return count > 1 ? t('nodes', { count }) : undefined;
  };
  return (
    <div className="grid grid-cols-1 min-h-full lg:h-full lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)] lg:overflow-hidden">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={t('drawing')}
        className="min-w-0 overflow-auto bg-canvas p-4 focus-visible:-outline-offset-2"
      >
        <GraphDrawing label={t('drawing')} graph={graph} noteOf={noteOf} />
      </section>
      <div className="grid min-w-0 content-start gap-4 overflow-y-auto border-line-1 p-4 max-lg:border-t lg:border-l">
        <div className="grid gap-1">
          <h2 className="text-title font-title">{t('title')}</h2>
          <p className="max-w-[60ch] text-ink-2">{t('about')}</p>
        </div>
        <StepList steps={graph.steps} nodes={document.nodes} />
        <section aria-labelledby="mermaid-title" className="grid min-w-0 gap-1">
          <div className="flex items-center gap-1">
            <h3 id="mermaid-title" className="grow font-title">
              {t('mermaid')}
            </h3>
            <CopyButton label={t('copyMermaid')} text={graph.mermaid} />
          </div>
          <ValueView label={t('mermaid')} value={graph.mermaid} isCode />
        </section>
      </div>
    </div>
  );
}

/** For a draft with errors or without nodes: why there is no graph, and a link to the editor. */
function NoGraph({ data: { workflowId, problems } }: { data: GraphData }) {
  const t = useTranslations('graph');
  const router = useRouter();
  const editorPath = `/workflows/${encodeURIComponent(workflowId)}`;
  const isEmpty = problems.length === 0;
  return (
    <div className="grid max-w-[72ch] gap-3 p-4">
      <h2 className="text-title font-title">{t('title')}</h2>
      <p className="text-name text-ink-2">{t(isEmpty ? 'empty' : 'invalid')}</p>
      <ProblemList problems={problems} onShow={({ nodeId }) => router.push(`${editorPath}?node=${encodeURIComponent(nodeId)}`)} />
      <Link href={editorPath} className="w-fit text-accent underline">
        {t(isEmpty ? 'addNodes' : 'edit')}
      </Link>
    </div>
  );
}
