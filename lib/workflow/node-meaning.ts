import type { WorkflowNode } from './workflow.ts';

const known = new WeakMap<object, string>();

/**
 * What a node does, as a text to compare: type and config, whatever the order of keys. Cached per config, which edits
 * replace.
 */
export function meaningOf({ type, config }: Pick<WorkflowNode, 'type' | 'config'>): string {
  const text = known.get(config) ?? JSON.stringify(config, withSortedKeys);
  known.set(config, text);
  return `${type} ${text}`;
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
