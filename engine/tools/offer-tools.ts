import { type AgentSpec, workersOf } from '#lib/agents/agent-spec.ts';
import { HAND_OFF } from '#lib/agents/hand-off.ts';
import type { ToolOffer } from '#lib/agents/tool-offer.ts';
import { toolForModel } from '#lib/credentials/tool-for-model.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { findTool, listTools, offeredTools } from '#lib/tools/tool-catalogue.ts';
import { bindingProblems, bindTool } from '#lib/workflow/tools/bound-tool.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { extendToolKit } from '../contract/extend-tool-kit.ts';
import type { ToolKit } from '../contract/tool-kit.ts';

/** A tool as a model sees it. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly inputSchema: JsonSchema };

type Offering = Pick<ExecutorContext, 'tools' | 'agents' | 'delegates' | 'handoffs' | 'toolSlots'>;

/**
 * The enabled tools of these names as models see them, with the agents that the caller may delegate
 * to or hand off to. Omits `sub-agent` and `hand_off` where there are none.
 */
export function offerTools(names: readonly string[], context: Offering): OfferedTool[] {
  return toModel(offeredTools(context.tools, names), context);
}

/** These tools as models see them. */
export function toModel(definitions: readonly AnyToolDefinition[], context: Omit<Offering, 'tools'>): OfferedTool[] {
  return definitions.flatMap((definition) => {
    const { name, description, inputSchema } = toolForModel(definition, context.toolSlots);
    if (definition.group !== 'agents') return [{ name, description, inputSchema }];
    const named = definition.id === HAND_OFF ? takersIn(context) : delegatesIn(context);
    if (named.length === 0) return [];
    return [{ name, description: withAgents(definition, named), inputSchema: withNames(inputSchema, named) }];
  });
}

/** An agent by the name under which it is called: `editor@3` is an agent `editor`. */
export type Delegate = { readonly name: string; readonly agent: AgentSpec };

/** The agents that a caller may give tasks to: those it names, or all built-in workers but those for workflows. */
export function delegatesIn({ agents, delegates }: Pick<Offering, 'agents' | 'delegates'>): Delegate[] {
  if (delegates === undefined || delegates.length === 0)
    return workersOf(agents)
      .filter(({ id }) => Object.hasOwn(agents, id))
      .map((agent) => ({ name: agent.id, agent }));
  return namedIn(delegates, agents);
}

/** The agents that a caller may pass its conversation to: those it names. */
export function takersIn({ agents, handoffs = [] }: Pick<Offering, 'agents' | 'handoffs'>): Delegate[] {
  return namedIn(handoffs, agents);
}

function namedIn(names: readonly string[], agents: Offering['agents']): Delegate[] {
  return names.flatMap((name) => {
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

/**
 * The enabled tools of a node's list, and the kit in which those with fixed arguments have their names.
 * @param field of the node's config; an agent whose list it is
 * @throws {NodeFailure} `tool-unknown`, `tool-name-taken` or `tool-arguments-invalid`, at its place in the list
 */
export function bindOffers(
  offers: readonly ToolOffer[],
  kit: ToolKit,
  field: string | Pick<AgentSpec, 'id'>,
): { readonly tools: ToolKit; readonly offered: readonly AnyToolDefinition[] } {
  const definitions: Record<string, AnyToolDefinition> = {};
  const settings: Record<string, ToolKit['settings'][string]> = {};
  const ids = offers.map((offer, index) => {
    if (typeof offer === 'string') return offer;
    const at = placeOf(field, index);
    const base = findTool(kit.definitions, offer.tool);
    if (!base) throw new NodeFailure('tool-unknown', `There is no tool '${offer.tool}' here`, at('tool'));
    const bound = bindTool(base, offer);
    assertBindable(bound, { at, base, isTaken: Object.hasOwn(definitions, bound.id) });
    definitions[bound.id] = bound;
    const { [base.id]: setting } = kit.settings;
    settings[bound.id] = { ...setting, ...(offer.ask && { approval: 'always' as const }) };
    return bound.id;
  });
  const tools = Object.keys(definitions).length === 0 ? kit : extendToolKit(kit, { definitions, settings });
  return { tools, offered: offeredTools(tools, ids) };
}

/**
 * Says which tools of a node's list its model does not get, because they are switched off or not
 * there. Those that the mode or the costs of the node exclude are as its author wants it.
 */
export function warnOfMissingTools(offers: readonly ToolOffer[], kit: ToolKit, { warn }: Pick<ExecutorContext, 'warn'>): void {
  const { limits: _, ...catalogue } = kit;
  const listed = offers.length > 0 ? listTools(catalogue) : [];
  for (const offer of offers) {
    const name = typeof offer === 'string' ? offer : offer.tool;
    const definition = findTool(kit.definitions, name);
    const whyNot = definition ? listed.find((one) => one.definition === definition)?.whyNot : UNKNOWN;
    if (whyNot === undefined) continue;
    warn({ code: 'tool-not-offered', message: `The model does not get the tool '${name}'`, hint: whyNot });
  }
}

const UNKNOWN = 'There is no such tool here: choose another one, or remove it from the list';

type Place = (part: string) => { readonly path: string; readonly hint?: string };
type Binding = { readonly at: Place; readonly base: AnyToolDefinition; readonly isTaken: boolean };

function assertBindable({ id, bound }: AnyToolDefinition, { at, base, isTaken }: Binding): void {
  if (isTaken) throw new NodeFailure('tool-name-taken', `Two tools of the node are named '${id}'`, at('name'));
  const [problem] = bindingProblems(base, bound?.with ?? {});
  if (!problem) return;
  const { argument, message, value } = problem;
  throw new NodeFailure(
    'tool-arguments-invalid',
    `${base.id}: ${argument} is ${JSON.stringify(value)?.slice(0, MAX_SHOWN_CHARS)}: ${message}`,
    at(`with.${argument}`),
  );
}

/** An agent of the workspace is not part of the document: the error names it. */
function placeOf(field: string | Pick<AgentSpec, 'id'>, index: number): Place {
  return typeof field === 'string'
    ? (part) => ({ path: `config.${field}[${index}].${part}` })
    : (part) => ({ path: 'config.agent', hint: `See tools[${index}].${part} of the agent '${field.id}'` });
}

const MAX_SHOWN_CHARS = 100;
