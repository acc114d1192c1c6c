import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadWorkflowView, workflowViewTitle } from '#app/load-workflow-view.ts';
import { GraphPage } from '#components/pages/graph/graph-page.tsx';
import { loadGraph } from '#components/pages/graph/load-graph.ts';
import { ApiDown } from '#components/shell/api-down.tsx';
import { UnreadableWorkflow } from '#components/shell/unreadable-workflow.tsx';

export const dynamic = 'force-dynamic';

type PageProps = { params: Promise<{ id: string }> };

/** Cached per request, for the title and the content. */
const load = cache((workflowId: string) => loadWorkflowView((client) => loadGraph(client, workflowId)));

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const data = await load((await params).id);
  return workflowViewTitle('graph', data?.found?.document.name);
}

export default async function Page({ params }: PageProps) {
  const data = await load((await params).id);
  if (!data) return <ApiDown />;
  if (data.unreadable !== undefined) return <UnreadableWorkflow message={data.unreadable} />;
  if (!data.found) notFound();
  return <GraphPage data={data.found} />;
}
