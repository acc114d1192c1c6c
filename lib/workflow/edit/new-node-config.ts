import type { AnyNodeDefinition } from '../../node-kit/define-node.ts';
import type { WorkflowNode } from '../workflow.ts';

/**
 * What a new node begins with, as little as can be loaded: fields that have a default are left out, and those that have none are as in the first
 * example, which shows how they are written.
 */
export function newNodeConfig({ config, examples }: AnyNodeDefinition): WorkflowNode['config'] {
  const parsed = config.safeParse({});
  if (parsed.success) return {};
  const missing = new Set(parsed.error.issues.map(({ path }: { path: readonly PropertyKey[] }) => path[0]));
  const example: WorkflowNode['config'] = examples[0]?.config ?? {};
  const needed = Object.fromEntries(Object.entries(example).filter(([field]) => missing.has(field)));
  // Some configs are refused as a whole, such as those where one of two fields has to be there.
  return structuredClone(config.safeParse(needed).success ? needed : example);
}
