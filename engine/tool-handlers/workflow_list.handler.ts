import workflowList from '#tools/workflow_list.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { workflowLibrary } from '../tools/workflow-library.ts';

export default defineToolHandler(workflowList, async ({ input, context }) => {
  const data = await workflowLibrary(context).list(context.workspaceId, input);
  return { data, summary: `${data.items.length} workflows` };
});
