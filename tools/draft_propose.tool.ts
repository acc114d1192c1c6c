import { z } from 'zod';
import { draftEditsSchema } from '#lib/assistant/draft-edits.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'draft_propose',
  title: 'Propose changes',
  aliases: { 'zh-CN': '提出修改' },
  description:
    'Proposes changes of the open workflow to the person, who accepts or rejects them: nothing is changed, saved or run by it. Returns the problems of the proposed workflow and what it newly touches. To correct or extend a proposal, call it again with its draft id; the last proposal counts.',
  group: 'workflows',
  input: draftEditsSchema.extend({
    summary: z.string().min(1).max(300).meta({ description: 'What the proposal does, in one sentence for the person.' }),
    draft: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Id of the proposal to build on. The open workflow when missing.' }),
  }),
  output: z.object({
    draft: z.string().meta({ description: 'Id of the proposed workflow.' }),
    summary: z.string(),
    changes: z.array(z.string()),
    problems: z.array(z.string()),
    refused: z.array(z.string()),
    warnings: z.array(z.string()),
    newlyTouches: z.array(z.string()),
  }),
  isAlwaysInline: true,
  risk: 'low',
  scope: 'session',
  cost: 'free',
  effects: 'read',
  reaches: [],
  isInternal: true,
  timeoutMs: 30_000,
});
