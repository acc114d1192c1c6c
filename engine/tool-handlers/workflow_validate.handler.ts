import workflowValidate from '#tools/workflow_validate.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { workflowLibrary } from '../tools/workflow-library.ts';

/** Of errors and of warnings: a model corrects a few at a time. */
const MAX_PROBLEMS = 50;

export default defineToolHandler(workflowValidate, async ({ input, context }) => {
  const library = workflowLibrary(context);
  const { valid, errors, warnings } = await library.validate(context.workspaceId, input.document, context.tools.definitions);
  const data = JSON.parse(
    JSON.stringify({ valid, errors: errors.slice(0, MAX_PROBLEMS), warnings: warnings.slice(0, MAX_PROBLEMS) }),
  );
  return { data, summary: valid ? 'No errors' : `${errors.length} errors` };
});
