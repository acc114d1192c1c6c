'use client';
import { useMessages } from 'use-intl';
import type { ToolResource } from '#lib/api/tools.contract.ts';

type SchemaProperty = Readonly<Record<string, unknown>>;

/**
 * Translates a tool's title, description and parameters, and the titles and parameters of operations of the recipes;
 * without a translation they stay as defined.
 */
export function useLocalizedTool(): (tool: ToolResource) => ToolResource {
  const { toolTexts, operationTexts, parameterTexts, problemTexts } = useMessages();
  return (tool) => {
    const whyNot = tool.whyNot === null ? null : localizedReason(tool.whyNot, tool.id, problemTexts.reasons);
    const texts = toolTexts[tool.id];
    if (!texts && tool.source === 'openapi') {
      const inputSchema = withTranslated(tool.inputSchema, parameterTexts) as ToolResource['inputSchema'];
      return { ...tool, title: operationTexts[tool.title] ?? tool.title, whyNot, inputSchema };
    }
    if (!texts) return { ...tool, whyNot };
    const { title, description, parameters } = texts;
    return { ...tool, title, description, whyNot, inputSchema: withDescriptions(tool.inputSchema, parameters) };
  };
}

/** The schema with each description that has a translation in it, at any depth. */
export function withTranslated(schema: unknown, texts: Readonly<Record<string, string | undefined>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withTranslated(one, texts));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'description' && typeof value === 'string'
        ? Object.hasOwn(texts, value)
          ? texts[value]
          : value
        : withTranslated(value, texts),
    ]),
  );
}

/** Translates the reason why a tool is disabled. The reasons are keyed by their English text. */
export function localizedReason(reason: string, toolId: string, reasons: Readonly<Record<string, string>>): string {
  const key = reason.replace(`tools.${toolId}.`, 'tools.{id}.');
  return Object.hasOwn(reasons, key) ? (reasons[key] ?? reason).replace('{id}', toolId) : reason;
}

function withDescriptions(schema: ToolResource['inputSchema'], parameters: Readonly<Record<string, string>>) {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, SchemaProperty>>;
  const localized = Object.entries(properties).map(([name, property]) => [
    name,
    Object.hasOwn(parameters, name) ? { ...property, description: parameters[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(localized) } as ToolResource['inputSchema'];
}
