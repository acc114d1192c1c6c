import workflowCreate from '#tools/workflow_create.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { storableWorkflow } from '../tools/storable-workflow.ts';
import { workflowLibrary } from '../tools/workflow-library.ts';

export default defineToolHandler(
  workflowCreate,
  async ({ input, context }) => {
    const data = await workflowLibrary(context).create(context.workspaceId, await storableWorkflow(input.document, context));
    return { data, summary: `Created ${data.id}` };
  },
  {
    check: async ({ input, context }) => void (await storableWorkflow(input.document, context)),
  },
);
