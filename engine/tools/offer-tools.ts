import { type AgentSpec, workersOf } from '#lib/agents/agent-spec.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { offeredTools, toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';

/** A tool as a model sees it. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly inputSchema: JsonSchema };

type Offering = Pick<ExecutorContext, 'tools' | 'agents' | 'delegates'>;

/**
 * The enabled tools of these names as models see them, with the agents that the caller may delegate
 * to. Omits `sub-agent` where there are none.
 */
export function offerTools(names: readonly string[], context: Offering): OfferedTool[] {
  const delegates = delegatesIn(context);
  return offeredTools(context.tools, names).flatMap((definition) => {
    const { id: name, description, input } = definition;
    const inputSchema = toolJsonSchema(input, 'input');
    if (definition.group !== 'agents') return [{ name, description, inputSchema }];
    if (delegates.length === 0) return [];
    return [{ name, description: withAgents(definition, delegates), inputSchema: withNames(inputSchema, delegates) }];
  });
}

/** An agent by the name under which it is called: `editor@3` is an agent `editor`. */
export type Delegate = { readonly name: string; readonly agent: AgentSpec };

/** The agents that a caller may give tasks to: those it names, or all built-in workers. */
export function delegatesIn({ agents, delegates }: Pick<Offering, 'agents' | 'delegates'>): Delegate[] {
  if (delegates === undefined || delegates.length === 0)
    return workersOf(agents)
      .filter(({ id }) => Object.hasOwn(agents, id))
      .map((agent) => ({ name: agent.id, agent }));
  return delegates.flatMap((name) => {
    const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
    return agent ? [{ name, agent }] : [];
  });
}

function withAgents({ description }: AnyToolDefinition, delegates: readonly Delegate[]): string {
  return [description, 'Agents:', ...delegates.map(({ name, agent }) => `- ${name}: ${agent.description}`)].join('\n');
}

function withNames(schema: JsonSchema, delegates: readonly Delegate[]): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema>;
  return { ...schema, properties: { ...properties, name: { ...properties.name, enum: delegates.map(({ name }) => name) } } };
}
