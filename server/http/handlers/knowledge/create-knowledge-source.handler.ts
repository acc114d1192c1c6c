import { createKnowledgeSource } from '#lib/api/knowledge-sources.contract.ts';
import { folderOf } from '../../../storage/files/file-store.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering } from '../../resources/file-resource.ts';
import { requireBase, toSourceResource } from '../../resources/knowledge-resource.ts';

export const createKnowledgeSourceHandler = defineHandler(
  createKnowledgeSource,
  async ({ params, body, deps, workspaceId, language }) => {
    const { service } = deps.knowledge;
    const base = await requireBase(service, workspaceId, params.name);
    const address = body.kind === 'folder' ? await answering(async () => folderOf(body.address)) : new URL(body.address).href;
    await service.sources.create(base, { ...body, address, sourceId: deps.newId('src') });
    service.wake();
    return {
      status: 201,
      body: { items: (await service.sources.list(base.baseId)).map((row) => toSourceResource(row, language)) },
    };
  },
);
