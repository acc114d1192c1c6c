import { writeKnowledgeDocuments } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answeringKnowledge } from '../../resources/knowledge-resource.ts';

export const writeKnowledgeDocumentsHandler = defineHandler(
  writeKnowledgeDocuments,
  async ({ params: { name }, body, deps, workspaceId }) => {
    const { documents, onExisting } = body;
    const { service } = deps.knowledge;
    const items = await answeringKnowledge(() => service.write(workspaceId, { base: name, documents, onExisting }));
    return { status: 202, body: { items } };
  },
);
