import { agentRegistry } from '#agents/registry.gen.ts';
import { applyEdits } from '#lib/assistant/apply-edits.ts';
import { describeProposal } from '#lib/assistant/describe-proposal.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import draftPropose from '#tools/draft_propose.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { checkDraft } from '../drafts/check-draft.ts';
import { keepDraft, readDraft } from '../drafts/read-draft.ts';

export default defineToolHandler(draftPropose, async ({ input: { summary, draft, ...edits }, context }) => {
  const { definitions: tools, codeHosts } = context.tools;
  const open = await readDraft(undefined, context);
  const { document, refused } = applyEdits(await readDraft(draft, context), edits, nodeRegistry);
  const registries = { nodes: nodeRegistry, tools, agents: agentRegistry, codeHosts };
  const described = describeProposal({ base: open, proposed: document }, registries);
  return {
    data: {
      draft: await keepDraft(document, context),
      summary,
      ...described,
      problems: checkDraft(document, tools),
      refused: [...refused],
    },
    summary,
  };
});
