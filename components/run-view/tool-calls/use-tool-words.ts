'use client';
import { useMessages } from 'use-intl';
import type { ToolResource } from '#lib/api/tools.contract.ts';

type Described = Readonly<Record<string, unknown>>;

/** A tool with its title, its description and those of its parameters in the reader's language; as its definition has them where there is no translation. */
export function useToolWords(): (tool: ToolResource) => ToolResource {
  const { toolTexts, problemTexts } = useMessages();
  return (tool) => {
    const whyNot = tool.whyNot === null ? null : wordedReason(tool.whyNot, tool.id, problemTexts.reasons);
    const words = toolTexts[tool.id];
    if (!words) return { ...tool, whyNot };
    const { title, description, parameters } = words;
    return { ...tool, title, description, whyNot, inputSchema: withDescriptions(tool.inputSchema, parameters) };
  };
}

/** Why a tool is off, in another language's words for it; the id of the tool in it stays. */
export function wordedReason(reason: string, toolId: string, reasons: Readonly<Record<string, string>>): string {
  const key = reason.replace(`tools.${toolId}.`, 'tools.{id}.');
  return Object.hasOwn(reasons, key) ? (reasons[key] ?? reason).replace('{id}', toolId) : reason;
}

function withDescriptions(schema: ToolResource['inputSchema'], parameters: Readonly<Record<string, string>>) {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Described>>;
  const worded = Object.entries(properties).map(([name, property]) => [
    name,
    Object.hasOwn(parameters, name) ? { ...property, description: parameters[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(worded) } as ToolResource['inputSchema'];
}
