import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import type { ToolOffer } from '#lib/node-kit/tool-offer.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import { findTool, inputSchemaOf, offeredTools } from '#lib/tools/tool-catalogue.ts';
import { bindingProblems, bindTool } from '#lib/workflow/tools/bound-tool.ts';
import { extendToolKit } from '../contract/extend-tool-kit.ts';
import type { ToolKit } from '../contract/tool-kit.ts';

/** A tool as a model sees it. */
export type ToolForModel = { readonly name: string; readonly description: string; readonly inputSchema: JsonSchema };

export function toolForModel(definition: AnyToolDefinition): ToolForModel {
  const { id: name, description } = definition;
  return { name, description, inputSchema: inputSchemaOf(definition) };
}

/**
 * The enabled tools of a node's list, and the kit in which those with fixed arguments have their names.
 * @param field of the node's config
 * @throws {NodeFailure} `tool-unknown`, `tool-name-taken` or `tool-arguments-invalid`, at its place in the list
 */
export function bindOffers(
  offers: readonly ToolOffer[],
  kit: ToolKit,
  field: string,
): { readonly tools: ToolKit; readonly offered: readonly AnyToolDefinition[] } {
  const definitions: Record<string, AnyToolDefinition> = {};
  const settings: Record<string, ToolKit['settings'][string]> = {};
  const ids = offers.map((offer, index) => {
    if (typeof offer === 'string') return offer;
    const at = `config.${field}[${index}]`;
    const base = findTool(kit.definitions, offer.tool);
    if (!base) throw new NodeFailure('tool-unknown', `There is no tool '${offer.tool}' here`, { path: `${at}.tool` });
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

type Binding = { readonly at: string; readonly base: AnyToolDefinition; readonly isTaken: boolean };

function assertBindable({ id, bound }: AnyToolDefinition, { at, base, isTaken }: Binding): void {
  if (isTaken) throw new NodeFailure('tool-name-taken', `Two tools of the node are named '${id}'`, { path: `${at}.name` });
  const [problem] = bindingProblems(base, bound?.with ?? {});
  if (!problem) return;
  const { argument, message, value } = problem;
  throw new NodeFailure(
    'tool-arguments-invalid',
    `${base.id}: ${argument} is ${JSON.stringify(value)?.slice(0, MAX_SHOWN_CHARS)}: ${message}`,
    { path: `${at}.with.${argument}` },
  );
}

const MAX_SHOWN_CHARS = 100;
