import { keysOf } from '../../expression/keys-of-path.ts';
import { type FieldPath, valueAtPath } from '../../json/set-at-path.ts';
import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { type InferredSchemas, inferSchemas, type LearntSchemas } from '../infer-schemas.ts';
import type { Problem } from '../problem.ts';
import { schemaOfCel } from '../schema-of-cel.ts';
import type { Workflow, WorkflowNode } from '../workflow.ts';
import type { FixStep } from './fix.ts';

/** What fixes are found in. */
export type FixContext = {
  readonly workflow: Workflow;
  readonly registry: NodeRegistry;
  readonly schemas: InferredSchemas;
};

export function makeFixContext(workflow: Workflow, registry: NodeRegistry, learnt: LearntSchemas = {}): FixContext {
  return { workflow, registry, schemas: inferSchemas(workflow, registry, { learnt, celSchema: schemaOfCel }) };
}

/** The field that a problem names. */
export type FaultyField = {
  readonly node: WorkflowNode;
  /** From the node: `['config', 'userPrompt']`. */
  readonly path: FieldPath;
  readonly value: unknown;
};

/** Undefined for a problem without node or field. */
export function faultyField({ nodeId, path }: Problem, { workflow }: FixContext): FaultyField | undefined {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node || path === undefined) return undefined;
  const keys = keysOf(path);
  return { node, path: keys, value: valueAtPath(node, keys) };
}

export function writeTo({ node, path, value }: FaultyField, to: unknown): FixStep {
  return { kind: 'write', nodeId: node.id, path, from: value, to };
}
