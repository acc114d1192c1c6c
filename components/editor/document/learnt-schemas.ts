import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { LearntSchemas } from '#lib/workflow/infer-schemas.ts';
import { schemaOfValue } from '#lib/workflow/schema-of-value.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** What nodes gave in the last run, each with the config that gave it. */
export type Learnt = ReadonlyMap<NodeId, { readonly config: WorkflowNode['config']; readonly schema: JsonSchema }>;

export const nothingLearnt: Learnt = new Map();

/** Learns from the values of a run. Nodes without a value are omitted. */
export function learn({ nodes }: Workflow, outputOf: (nodeId: NodeId) => unknown): Learnt {
  return new Map(
    nodes.flatMap(({ id, config }) => {
      const value = outputOf(id);
      return value === undefined ? [] : [[id, { config, schema: schemaOfValue(value) }] as const];
    }),
  );
}

/** The schemas of nodes that are as they were; a pinned value counts instead of that of the run. */
export function learntFor({ nodes }: Workflow, learnt: Learnt): LearntSchemas {
  return Object.fromEntries(
    nodes.flatMap(({ id, config, options }) => {
      if (options?.pinned !== undefined) return [[id, schemaOfValue(options.pinned)]];
      const known = learnt.get(id);
      const isSame = known && (known.config === config || JSON.stringify(known.config) === JSON.stringify(config));
      return isSame ? [[id, known.schema]] : [];
    }),
  );
}
