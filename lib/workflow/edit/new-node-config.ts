import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import type { WorkflowNode } from '../workflow.ts';

/**
 * The minimal config of a new node: fields with a default are omitted, others are taken from the
 * first example.
 */
export function newNodeConfig({ config, examples }: AnyNodeDefinition): WorkflowNode['config'] {
  const parsed = config.safeParse({});
  if (parsed.success) return {};
  const missing = new Set(parsed.error.issues.map(({ path }: { path: readonly PropertyKey[] }) => path[0]));
  const example: WorkflowNode['config'] = examples[0]?.config ?? {};
  const needed = Object.fromEntries(Object.entries(example).filter(([field]) => missing.has(field)));
  // Some configs are only valid as a whole, such as those that need one of two fields.
  return structuredClone(config.safeParse(needed).success ? needed : example);
}
