import { edgeText } from '#lib/assistant/apply-edits.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import draftRead from '#tools/draft_read.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { checkDraft } from '../drafts/check-draft.ts';
import { readDraft } from '../drafts/read-draft.ts';

export default defineToolHandler(draftRead, async ({ input: { draft, nodeIds }, context }) => {
  const workflow = await readDraft(draft, context);
  const { name, description, settings, nodes, edges } = workflow;
  const shown = nodeIds ? nodes.filter(({ id }) => nodeIds.includes(id)) : nodes;
  return {
    data: {
      name,
      description,
      settings: settings as Record<string, never>,
      nodes: shown.map(withoutLayout),
      edges: edges.map(edgeText),
      problems: checkDraft(workflow, context.tools.definitions),
    },
    summary: `${shown.length} ${shown.length === 1 ? 'node' : 'nodes'}`,
  };
});

function withoutLayout({ position: _, size: __, version: ___, ...node }: WorkflowNode): Record<string, never> {
  return node as unknown as Record<string, never>;
}
