import { NodeFailure } from '#lib/errors/node-failure.ts';
import { nodeGuide } from '#lib/node-kit/node-guide.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import draftNodeTypes from '#tools/draft_node_types.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(draftNodeTypes, async ({ input: { ids } }) => {
  const types = ids
    ? ids.map((id) => ({ id, text: nodeGuide(definitionOf(id)) }))
    : Object.values(nodeRegistry).map(({ id, title, summary }) => ({ id, text: `${title}: ${summary}` }));
  return { data: { types }, summary: ids ? ids.join(', ') : `types: ${types.length}` };
});

function definitionOf(id: string) {
  const definition = Object.hasOwn(nodeRegistry, id) ? nodeRegistry[id as keyof typeof nodeRegistry] : undefined;
  if (definition) return definition;
  const known = Object.keys(nodeRegistry);
  const meant = didYouMean(id, known);
  throw new NodeFailure('node-type-unknown', `There is no node type '${id}'`, {
    path: 'ids',
    hint: meant === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${meant}?`,
  });
}
