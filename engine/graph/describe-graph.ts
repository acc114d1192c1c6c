import { Annotation, StateGraph } from '@langchain/langgraph';
import type { GraphOutline, GraphStep } from '#lib/workflow/graph-outline.ts';
import { answersAtOnce, type Step } from '../plan/fuse-steps.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import { addSteps, type GraphBuilder } from './add-steps.ts';
import { nameSteps } from './step-names.ts';
import { StepRunnable } from './step-runnable.ts';

/** The graph that runs of this plan invoke: its steps, the reasons for fused nodes, and Mermaid text. */
export async function describeGraph({ steps }: Plan): Promise<GraphOutline> {
  const names = nameSteps(steps, []);
  const builder = new StateGraph(Annotation.Root({}));
  addSteps(builder as unknown as GraphBuilder, steps, {
    names,
    makeNode: () => new StepRunnable(() => ({}), { isTraced: false }),
  });
  const graph = await builder.compile().getGraphAsync();
  return {
    steps: steps.map((step) => ({
      name: names.get(step) as string,
      nodeIds: step.nodes.map(({ id }) => id),
      fused: whyFused(step),
    })),
    edges: graph.edges.map(({ source, target }) => ({ source, target })),
    mermaid: graph.drawMermaid(),
  };
}

function whyFused({ nodes }: Step): GraphStep['fused'] {
  if (nodes.length === 1) return undefined;
  const slow = nodes.filter((node) => !answersAtOnce(node));
  if (slow.length === 0) return 'no-effects';
  if (nodes.some(({ join }) => join !== 'all')) return 'race';
  return slow.length === 1 ? 'one-effect' : 'branches';
}
