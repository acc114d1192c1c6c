import type { Plan } from '#engine/plan/plan-workflow.ts';
import { type Results, readableValue } from './node-result.ts';

/**
 * The outputs of the `end` nodes that ran, merged in id order; without `end`, the values of the
 * sinks by id.
 */
export function outputsOf(
  { kind, nodes }: Plan['outlets'],
  results: Results,
  pathOf: (id: string) => string = (id) => id,
): Record<string, unknown> {
  const outputs: Record<string, unknown> = {};
  for (const node of nodes) {
    const result = results.get(pathOf(node.id));
    if (!result || Object.keys(result.fired).length === 0) continue;
    if (kind === 'end') Object.assign(outputs, readableValue(result));
    else outputs[node.id] = readableValue(result);
  }
  return outputs;
}
