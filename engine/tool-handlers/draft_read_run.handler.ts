import { openRunSchema } from '#lib/assistant/open-run.ts';
import draftReadRun from '#tools/draft_read_run.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

export default defineToolHandler(draftReadRun, async ({ input: { nodeIds }, context }) => {
  const open = openRunSchema.safeParse(context.runInputs.run);
  if (!open.success) return { data: { run: null, nodes: [] }, summary: 'no run' };
  const { nodes, ...run } = open.data;
  const shown = nodeIds ? nodes.filter(({ nodeId }) => nodeIds.includes(nodeId)) : nodes;
  return {
    data: { run: run as unknown as Record<string, never>, nodes: shown },
    summary: `Run ${run.status}, ${shown.length} nodes`,
  };
});
