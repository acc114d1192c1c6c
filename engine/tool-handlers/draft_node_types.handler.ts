import { NodeFailure } from '#lib/errors/node-failure.ts';
import { nodeGuide } from '#lib/node-kit/node-guide.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { type NodeTypeId, nodeRegistry } from '#nodes/registry.gen.ts';
import draftNodeTypes from '#tools/draft_node_types.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(draftNodeTypes, async ({ input: { ids } }) => {
  const types = ids
    ? ids.map(guideOf)
    : Object.values(nodeRegistry).map(({ id, title, summary }) => ({ id, text: `${title}: ${summary}` }));
  return { data: { types }, summary: ids ? ids.join(', ') : `types: ${types.length}` };
});

function guideOf(id: string) {
  if (isNodeTypeId(id)) return { id, text: nodeGuide(nodeRegistry[id], nodeGuides[id]) };
  const known = Object.keys(nodeRegistry);
  const meant = didYouMean(id, known);
  throw new NodeFailure('node-type-unknown', `There is no node type '${id}'`, {
    path: 'ids',
    hint: meant === undefined ? `There are: ${known.join(', ')}` : `Did you mean ${meant}?`,
  });
}

function isNodeTypeId(id: string): id is NodeTypeId {
  return Object.hasOwn(nodeRegistry, id);
}
