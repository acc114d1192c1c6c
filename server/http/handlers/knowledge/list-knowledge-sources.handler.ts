import { listKnowledgeSources } from '#lib/api/knowledge-sources.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireBase, toSourceResource } from '../../resources/knowledge-resource.ts';

export const listKnowledgeSourcesHandler = defineHandler(
  listKnowledgeSources,
  async ({ params, deps, workspaceId, language }) => {
    const { service } = deps.knowledge;
    const { baseId } = await requireBase(service, workspaceId, params.name);
    return { status: 200, body: { items: (await service.sources.list(baseId)).map((row) => toSourceResource(row, language)) } };
  },
);
