import { z } from 'zod';

/**
 * `read-only`: no call that writes. `settings`: calls that write only to the workflows and settings of
 * the workspace.
 */
export const agentModeSchema = z.enum(['normal', 'read-only', 'settings']);
export type AgentMode = z.output<typeof agentModeSchema>;

const toolCosts = ['free', 'low', 'high'] as const;
export type ToolCost = (typeof toolCosts)[number];

/** What bounds the tools of a model, whatever it was given; the same fields in nodes and agents. */
export const toolModeFields = {
  mode: agentModeSchema.default('normal').meta({
    title: 'Mode',
    description:
      'normal: all its tools; read-only: none that writes; settings: none that writes anything but workflows and settings. Holds for its agents too.',
    expression: 'literal',
    ui: { group: 'Advanced' },
  }),
  maxToolCost: z
    .enum(toolCosts)
    .default('high')
    .meta({
      title: 'Cost of tools',
      description: 'Tools that cost more are not offered: free, low or high.',
      expression: 'literal',
      ui: { group: 'Advanced' },
    }),
} as const;

/** What a run part may do with tools; the parts inside it may do no more. */
export type ToolLimits = { readonly mode: AgentMode; readonly maxToolCost: ToolCost };

export const NO_TOOL_LIMITS: ToolLimits = { mode: 'normal', maxToolCost: 'high' };

/** The limits of a part inside another one. `read-only` inside `settings` is `read-only`. */
export function stricterLimits(outer: ToolLimits, inner: ToolLimits): ToolLimits {
  const modes: readonly AgentMode[] = ['normal', 'settings', 'read-only'];
  return {
    mode: modes[Math.max(modes.indexOf(outer.mode), modes.indexOf(inner.mode))] ?? 'read-only',
    maxToolCost: toolCosts[Math.min(toolCosts.indexOf(outer.maxToolCost), toolCosts.indexOf(inner.maxToolCost))] ?? 'free',
  };
}

/** The limits of a workflow, whose `settings.mode` may be missing, inside the call or run around it. */
export function limitsOfWorkflow(mode: AgentMode = 'normal', outer: ToolLimits = NO_TOOL_LIMITS): ToolLimits {
  return stricterLimits(outer, { ...NO_TOOL_LIMITS, mode });
}

/** Whether a tool of this cost may be offered. One that says nothing counts as low. */
export function isWithinCost(cost: ToolCost = 'low', { maxToolCost }: ToolLimits): boolean {
  return toolCosts.indexOf(cost) <= toolCosts.indexOf(maxToolCost);
}
