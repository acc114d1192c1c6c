import type { z } from 'zod';
import workflowGet from '#tools/workflow_get.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { workflowLibrary } from '../tools/workflow-library.ts';

export default defineToolHandler(workflowGet, async ({ input, context }) => {
  const { id, revision, document } = await workflowLibrary(context).get(context.workspaceId, input.id);
  const data = { id, revision, document: document as unknown as z.output<ReturnType<typeof z.json>> };
  return { data, summary: `${document.name}, revision ${revision}` };
});
