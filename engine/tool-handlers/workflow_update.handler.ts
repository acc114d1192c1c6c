import workflowUpdate from '#tools/workflow_update.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { storableWorkflow } from '../tools/storable-workflow.ts';
import { workflowLibrary } from '../tools/workflow-library.ts';

export default defineToolHandler(
  workflowUpdate,
  async ({ input, context }) => {
    const document = await storableWorkflow(input.document, context);
    const data = await workflowLibrary(context).update(context.workspaceId, input, document);
    return { data, summary: `Changed ${data.id}, revision ${data.revision}` };
  },
  {
    check: async ({ input, context }) => void (await storableWorkflow(input.document, context)),
  },
);
