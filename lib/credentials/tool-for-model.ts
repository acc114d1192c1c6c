import type { JsonSchema } from '../json/json-schema.ts';
import type { AnyToolDefinition } from '../tools/define-tool.ts';
import { inputSchemaOf } from '../tools/tool-catalogue.ts';
import type { CredentialSlots } from './credential-type.ts';

type ToolForModel = { readonly name: string; readonly description: string; readonly inputSchema: JsonSchema };

/**
 * A tool as a model sees it. Its argument for a credential takes the names of these slots; without slots the argument
 * is not there.
 */
export function toolForModel(tool: AnyToolDefinition, slots: CredentialSlots): ToolForModel {
  const { id, description, credentialArgument } = tool;
  const inputSchema = inputSchemaOf(tool);
  if (credentialArgument === undefined) return { name: id, description, inputSchema };
  const { [credentialArgument]: argument, ...others } = inputSchema.properties as Record<string, JsonSchema>;
  // Its value is fixed by the node.
  if (argument === undefined) return { name: id, description, inputSchema };
  const names = Object.keys(slots);
  if (names.length === 0) return { name: id, description, inputSchema: { ...inputSchema, properties: others } };
  const known = names.map((name) => `${name}: ${slots[name]?.hosts.join(', ')}`).join('; ');
  const described = { ...argument, enum: names, description: `${argument.description} They are, with their hosts: ${known}.` };
  return { name: id, description, inputSchema: { ...inputSchema, properties: { ...others, [credentialArgument]: described } } };
}
