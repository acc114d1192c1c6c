import type { TemplateResource, TemplateSummary } from '#components/data/listed.ts';
import { type GraphPicture, layoutGraph } from '#components/pages/templates/layout-graph.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';

/** A template as cards show it. */
export type TemplateCard = TemplateSummary & {
  readonly graph: GraphPicture;
  /** Types of its triggers and nodes in the order of execution, without `start` and `end`. */
  readonly types: readonly string[];
};

const HIDDEN = new Set(['start', 'end']);

export function toTemplateCard({ document, ...summary }: TemplateResource): TemplateCard {
  const types = [...(document.triggers ?? []), ...flowOrder(document)].map(({ type }) => type);
  return {
    ...summary,
    graph: layoutGraph(document, summary.sample?.nodes),
    types: types.filter((type) => !HIDDEN.has(type)),
  };
}
