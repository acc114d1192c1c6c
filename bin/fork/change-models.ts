import { didYouMean } from '#lib/text/did-you-mean.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Replaces the models of some nodes.
 * @param changes each `NODE=MODEL`
 * @throws {UsageError} for a node that is not there, or has no model
 */
export function changeModels(workflow: Workflow, changes: readonly string[]): Workflow {
  const modelOf = new Map(changes.map((change) => readChange(change, workflow)));
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => {
      const model = modelOf.get(node.id);
      return model === undefined ? node : { ...node, config: { ...node.config, model } };
    }),
  };
}

function readChange(text: string, { nodes }: Workflow): [nodeId: string, model: string] {
  const equals = text.indexOf('=');
  const [nodeId, model] = [text.slice(0, equals), text.slice(equals + 1)];
  if (equals < 1 || model === '') throw new UsageError(`--model ${text} has no model: write --model node=model`);
  const node = nodes.find(({ id }) => id === nodeId);
  const withModel = nodes.filter(hasModel).map(({ id }) => id);
  if (node && withModel.includes(nodeId)) return [nodeId, model];
  const meant = didYouMean(nodeId, withModel);
  const hint = meant
    ? `Did you mean ${meant}?`
    : withModel.length > 0
      ? `Nodes with a model: ${withModel.join(', ')}`
      : 'No node has one';
  throw new UsageError(node ? `Node ${nodeId} has no model. ${hint}` : `There is no node ${nodeId}. ${hint}`);
}

function hasModel(node: Workflow['nodes'][number]): boolean {
  return 'model' in (definitionOf(node, nodeRegistry)?.config.shape ?? {});
}
