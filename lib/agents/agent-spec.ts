import { z } from 'zod';
import { AGENT_REFERENCE } from './agent-reference.ts';
import { checkHandoffs, HAND_OFF, handoffsSchema } from './hand-off.ts';
import { skillFields } from './skill-fields.ts';
import { checkStrategy, strategyFields } from './strategy.ts';
import { toolModeFields } from './tool-limits.ts';
import { boundToolSchema, offeredName, toolsInOffers } from './tool-offer.ts';
import { toolPackKeys, toolPacks } from './tool-packs.ts';

/** Lowercase letters, digits and `-`: an id is part of prompts and documents. */
export const agentIdSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'An agent id starts with a lowercase letter and holds only lowercase letters, digits and -');

const limitsSchema = z.strictObject({
  maxSteps: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ title: 'Model calls', description: 'Maximum of one task, those of the agents below it included.' }),
  maxToolCalls: z
    .int()
    .min(0)
    .max(1000)
    .default(40)
    .meta({ title: 'Tool calls', description: 'Maximum of one task, those of the agents below it included.' }),
});
export type AgentLimits = z.output<typeof limitsSchema>;

/** What an agent is, apart from its id. */
export const agentFields = {
  title: z.string().min(1).max(100).meta({ title: 'Name' }),
  description: z.string().min(1).max(2000).meta({
    title: 'Description',
    description: 'For the model that delegates: what the agent can do and when to use it.',
  }),
  kind: z.enum(['worker', 'orchestrator']).default('worker').meta({
    title: 'Kind',
    description: 'worker: does tasks for others; orchestrator: splits a task and delegates.',
  }),
  model: z
    .string()
    .min(1)
    .max(200)
    .default('default')
    .meta({ title: 'Model', description: 'default, a model of the config, or provider/model.' }),
  toolPackKeys: z
    .array(z.enum(toolPackKeys))
    .max(20)
    .default([])
    .meta({ title: 'Tool packs', description: 'Sets of tools that it may use.' }),
  tools: z
    .array(z.union([z.string().min(1).max(200), boundToolSchema]))
    .max(50)
    .default([])
    .meta({
      title: 'Tools',
      description:
        'Further tools that it may use: ids, or tools under a name of their own whose fixed arguments its model neither sees nor changes. Fixed arguments are values, not expressions.',
    }),
  agents: z.array(z.string().regex(AGENT_REFERENCE)).max(20).default([]).meta({
    title: 'Agents',
    description:
      'Agents that it may delegate to with the tool sub-agent. All built-in workers but those for workflows when empty.',
  }),
  handoffs: handoffsSchema,
  promptProfile: z.enum(['agent', 'orchestrator']).default('agent').meta({
    title: 'Prompt profile',
    description: 'Which sections its prompt has: agent reports findings; orchestrator also learns when and how to delegate.',
  }),
  instructions: z.string().max(50_000).default('').meta({ title: 'Instructions', description: 'Role and method of the agent.' }),
  ...skillFields,
  ...strategyFields,
  ...toolModeFields,
  limits: limitsSchema.default({ maxSteps: 20, maxToolCalls: 40 }),
};

/** What the fields of an agent must be together, wherever they are read. */
export function checkAgent(payload: Parameters<typeof checkStrategy>[0] & Parameters<typeof checkHandoffs>[0]): void {
  checkStrategy(payload);
  checkHandoffs(payload);
}

/** An agent as data: what is stored, frozen in documents, and run. */
export const agentSpecSchema = z.strictObject({ id: agentIdSchema, ...agentFields }).check(checkAgent);
export type AgentSpec = z.output<typeof agentSpecSchema>;
export type AgentInput = z.input<typeof agentSpecSchema>;
export type AgentRegistry = Readonly<Record<string, AgentSpec>>;

type WithTools = Pick<AgentSpec, 'toolPackKeys' | 'tools' | 'handoffs'>;

/** The tools that an agent may use, by the names under which its model calls them, those of its packs first. */
export function toolsOf(agent: WithTools): string[] {
  return allOf(agent, agent.tools.map(offeredName));
}

/** Ids of those tools: with fixed arguments they have other names. */
export function toolIdsOf(agent: WithTools): string[] {
  const ids = toolsInOffers(agent.tools).map(({ tool }) => tool);
  return allOf(agent, ids);
}

function allOf({ toolPackKeys: keys, handoffs }: WithTools, own: readonly string[]): string[] {
  const packed = keys.flatMap((key) => [...toolPacks[key]]);
  return [...new Set<string>([...packed, ...own, ...(handoffs.length > 0 ? [HAND_OFF] : [])])];
}

/**
 * The agents that a task may be delegated to without naming them. One that changes workflows has to
 * be named: a published workflow would otherwise reach every other one.
 */
export function workersOf(agents: AgentRegistry): AgentSpec[] {
  return Object.values(agents).filter(({ kind, mode }) => kind === 'worker' && mode !== 'settings');
}
