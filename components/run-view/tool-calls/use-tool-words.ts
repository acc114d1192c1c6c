'use client';
import { useMessages } from 'use-intl';
import type { ToolResource } from '#lib/api/tools.contract.ts';

type Described = Readonly<Record<string, unknown>>;

/** A tool's title, description and parameter descriptions in the reader's language, else from its definition. */
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
