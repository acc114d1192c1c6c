import type { JsonSchema } from '#lib/json/json-schema.ts';
import { configJsonSchema } from '#lib/node-kit/field-expressions.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const MAX_LENGTH = 80;

/** One line about a node: the first config field with a value of its own; after an enum also the next field. */
export function nodeSummary(node: WorkflowNode): string {
  const definition = definitionOf(node, nodeRegistry);
  if (!definition) return node.type;
  const fields = Object.entries((configJsonSchema(definition).properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const texts: string[] = [];
  for (const [name, schema] of fields) {
    const value = node.config[name] ?? schema.default;
    // A number without a label has no meaning, and neither have the settings after it.
    if (typeof value === 'number') break;
    const text = inWords(value);
    // Default values are omitted, except those of enums.
    if (text === '' || (value === schema.default && !Array.isArray(schema.enum))) continue;
    texts.push(text);
    if (!Array.isArray(schema.enum)) break;
  }
  return texts.join(' ').slice(0, MAX_LENGTH);
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return value.trim().split('\n', 1)[0] ?? '';
  if (Array.isArray(value)) return value.map(nameOfItem).join(', ');
  return typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : '';
}

function nameOfItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { title, name, id, type } = item as Readonly<Record<string, unknown>>;
  return String(name ?? title ?? id ?? type ?? '');
}
