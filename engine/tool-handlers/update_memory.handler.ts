import { NodeFailure } from '#lib/errors/node-failure.ts';
import updateMemory from '#tools/update_memory.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

/**
 * The change is part of the result, so that a node that is resumed finds it in the ledger; the
 * caller adds it to the memory when it ends.
 */
export default defineToolHandler(updateMemory, async ({ input, context }) => {
  if (context.parent)
    throw new NodeFailure(
      'memory-read-only',
      `The agent '${context.parent.agent}' may read the memory of the run, and not write it`,
      {
        hint: 'Report what is worth keeping: the caller decides',
      },
    );
  const written = Object.values(input).reduce((sum, list) => sum + (list?.length ?? 0), 0);
  return { data: { written }, summary: `${written} ${written === 1 ? 'entry' : 'entries'}`, memory: input };
});
