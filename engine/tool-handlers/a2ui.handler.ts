import { NodeFailure } from '#lib/errors/node-failure.ts';
import { asJson } from '#lib/json/json-value.ts';
import { surfaceProblems } from '#lib/surface/surface-problems.ts';
import a2ui from '#tools/a2ui.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

/** A model corrects these first; the result of its next call names the others. */
const MAX_PROBLEMS = 10;

export default defineToolHandler(a2ui, async ({ input, context }) => {
  const problems = surfaceProblems(input);
  if (problems.length > 0)
    throw new NodeFailure('tool-arguments-invalid', 'The interface cannot be shown', {
      path: 'components',
      hint: problems.slice(0, MAX_PROBLEMS).join(' '),
    });
  context.emit({ type: 'a2ui', toolCallId: context.toolCallId, surface: asJson(input) });
  return { data: { text: input.text }, summary: `An interface of ${input.components.length} components` };
});
