import type { NodeRegistry } from '../node-kit/define-node.ts';
import { expressionModes } from '../node-kit/field-expressions.ts';
import { calledBy, isUncalled } from './called-workflows.ts';
import { findExpressions } from './node-expressions.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** Nodes that pass on what they read: a text that they read is part of their output. */
const PASSING_TYPES = new Set(['template', 'set', 'merge', 'join', 'approval']);
const CONTAINER_TYPES = new Set(['map', 'loop', 'parallel']);

const known = new WeakMap<Workflow, ReadonlySet<string>>();

/**
 * Paths of the nodes whose text a caller gets while it is written. With `reply` nodes those that a
 * reply is streamed from; else those whose text becomes an output: `end` reads them directly or
 * through nodes that pass texts on. Paths have no iterations: `each/write`, `call/answer`. Cached per
 * document.
 */
export function leavingTexts(workflow: Workflow, registry: NodeRegistry): ReadonlySet<string> {
  const found = known.get(workflow) ?? collect(workflow, { registry, prefix: '' }, new Set<string>());
  known.set(workflow, found);
  return found;
}

type CallContext = {
  readonly registry: NodeRegistry;
  /** Path prefix of the called workflow's nodes. */
  readonly prefix: string;
};

function collect(workflow: Workflow, context: CallContext, found: Set<string>): Set<string> {
  const { registry, prefix } = context;
  if (hasReplies(workflow)) return collectReplied(workflow, context, found);
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const waiting = workflow.nodes.filter(({ type, parentId }) => type === 'end' && !parentId);
  const sources = new Set(workflow.edges.map(({ source }) => source));
  const sinks = workflow.nodes.filter(({ id }) => !sources.has(id));
  const seen = new Set<WorkflowNode>(waiting);
  const endless = waiting.length === 0;
  const follow = (id: string) => {
    const node = byId.get(id);
    if (!node || seen.has(node)) return;
    seen.add(node);
    waiting.push(node);
    found.add(prefix + pathOf(node, byId));
  };
  // Without an end the values of the last nodes are the outputs.
  if (endless) for (const { id, parentId } of sinks) if (!parentId) follow(id);
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'end' || PASSING_TYPES.has(node.type)) for (const root of rootsReadBy(node, registry)) follow(root);
    // The result of an iteration consists of the nodes without successors.
    if (CONTAINER_TYPES.has(node.type)) for (const { id, parentId } of sinks) if (parentId === node.id) follow(id);
    // `merge` and `join` take the values of their edges.
    if (node.type === 'merge' || node.type === 'join')
      for (const { source, target } of workflow.edges) if (target === node.id) follow(source);
    const called = node.type === 'workflow' ? calledBy(node, workflow) : undefined;
    if (called && !isUncalled(called)) collect(called, { registry, prefix: `${prefix}${pathOf(node, byId)}/` }, found);
  }
  return found;
}

/** Whether the workflow, or one that it calls, says something itself. */
export function hasReplies(workflow: Workflow): boolean {
  return workflow.nodes.some((node) => {
    const called = node.type === 'workflow' ? calledBy(node, workflow) : undefined;
    return node.type === 'reply' || (called !== undefined && !isUncalled(called) && hasReplies(called));
  });
}

function collectReplied(workflow: Workflow, { registry, prefix }: CallContext, found: Set<string>): Set<string> {
  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  for (const node of workflow.nodes) {
    const source = node.type === 'reply' && typeof node.config.from === 'string' ? byId.get(node.config.from) : undefined;
    if (source) found.add(prefix + pathOf(source, byId));
    const called = node.type === 'workflow' ? calledBy(node, workflow) : undefined;
    if (called && !isUncalled(called) && hasReplies(called))
      collectReplied(called, { registry, prefix: `${prefix}${pathOf(node, byId)}/` }, found);
  }
  return found;
}

function rootsReadBy({ type, config }: WorkflowNode, registry: NodeRegistry): Set<string> {
  const definition = registry[type];
  const expressions = definition ? findExpressions(config, expressionModes(definition)) : [];
  return new Set(expressions.flatMap(({ references }) => references.map(({ root }) => root)));
}

function pathOf(node: WorkflowNode, byId: ReadonlyMap<string, WorkflowNode>): string {
  const ids = [node.id];
  for (let around = byId.get(node.parentId ?? ''); around && ids.length <= byId.size; around = byId.get(around.parentId ?? ''))
    ids.unshift(around.id);
  return ids.join('/');
}
