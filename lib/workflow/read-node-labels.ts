import { z } from 'zod';
import { nodeIdOf } from '../run/node-path.ts';

const documentSchema = z.object({ nodes: z.array(z.object({ id: z.string(), label: z.string().default('') })) });

/** @returns undefined for a node without a label, and for one that the document does not have */
export type NodeLabels = (path: string) => string | undefined;

/**
 * Labels of nodes by their path in a run; a label that several nodes have is followed by the node's id.
 * @param document as JSON
 */
export function readNodeLabels(document: string): NodeLabels {
  const nodes = documentSchema.safeParse(JSON.parse(document)).data?.nodes ?? [];
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const counts = new Map<string, number>();
  for (const { label } of nodes) counts.set(label, (counts.get(label) ?? 0) + 1);
  return (path) => {
    const id = nodeIdOf(path);
    const label = labels.get(id);
    if (!label) return undefined;
    return counts.get(label) === 1 ? label : `${label} (${id})`;
  };
}
