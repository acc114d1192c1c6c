import type { JsonSchema } from '../workflow/json-schema.ts';
import { typesOf } from '../workflow/schema-types.ts';
import type { AnyNodeDefinition, NodeExample, PortInference, PortMap } from './define-node.ts';
import { configJsonSchema } from './field-expressions.ts';

const EFFECTS = {
  none: 'Nothing outside is read or changed.',
  read: 'Reads from outside, and changes nothing there.',
  write: 'May change something outside.',
} as const;

/** The page of a node type in the guide, as Markdown: what it is for, its fields, its ports, and examples. All of it comes from the definition. */
export function nodeGuide(definition: AnyNodeDefinition): string {
  const { id, title, summary, docs, version } = definition;
  return [
    '<!-- Generated from the definition by `npm run generate`. Do not edit. -->',
    `# ${title}`,
    summary,
    `Node type \`${id}\`, version ${version}. ${effectsText(definition)}`,
    docs,
    fieldsText(definition),
    portsText(definition),
    '## Examples',
    ...definition.examples.map((example) => exampleText(id, example)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** The list of all pages, by what the nodes are for. */
export function guideIndex(definitions: readonly AnyNodeDefinition[]): string {
  const rows = definitions.map(({ id, title, summary }) => `| [${title}](${id}.md) | \`${id}\` | ${cell(summary)} |`);
  return [
    '<!-- Generated from the definitions by `npm run generate`. Do not edit. -->',
    '# Node types',
    'One page each, made from the definition that also makes the form on the canvas and checks the document. Every node has an **error** port besides those named on its page.',
    ['| node | type | what it does |', '| --- | --- | --- |', ...rows].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function effectsText({ effects }: AnyNodeDefinition): string {
  return typeof effects === 'function' ? 'Whether it changes something outside depends on its config.' : EFFECTS[effects];
}

function fieldsText(definition: AnyNodeDefinition): string {
  const { properties = {}, required = [] } = configJsonSchema(definition);
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  if (fields.length === 0) return '';
  const rows = fields.map(([name, schema]) => {
    const isRequired = (required as readonly string[]).includes(name) && schema.default === undefined;
    return `| \`${name}\` | ${cell(String(schema.title ?? name))} | ${typeText(schema)} | ${defaultText(schema, isRequired)} | ${cell(String(schema.description ?? ''))} |`;
  });
  return ['## Config', '', '| field | on the form | type | default | |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const types = [...(typesOf(schema) ?? ['any value'])].join(' or ');
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const isRange = minimum !== undefined && maximum !== undefined;
  return isRange ? `${types}, ${minimum} to ${maximum}` : types;
}

function defaultText(schema: JsonSchema, isRequired: boolean): string {
  if (schema.default !== undefined) return `\`${cell(JSON.stringify(schema.default))}\``;
  return isRequired ? 'required' : '';
}

/** Ports that depend on the config are those of the first example. */
function portsText({ inputs, outputs, examples }: AnyNodeDefinition): string {
  const isFixed = typeof outputs !== 'function';
  const ports: PortMap = isFixed ? outputs : outputs(examples[0]?.config as never, knowsNothing);
  const rows = [
    ...inputs.map((name) => `| \`${name}\` | in | any value |`),
    ...Object.entries(ports).map(([name, { title, schema }]) => `| \`${name}\` | out | ${cell(title)}: ${fieldNames(schema)} |`),
  ];
  const note = isFixed ? [] : ['', 'The ports that give something depend on the config; these are those of the first example.'];
  return ['## Ports', '', '| port | | carries |', '| --- | --- | --- |', ...rows, ...note].join('\n');
}

const knowsNothing: PortInference = { schemaOf: () => ({}), input: {} };

function fieldNames(schema: JsonSchema): string {
  const names = Object.keys((schema.properties as object | undefined) ?? {});
  return names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : [...(typesOf(schema) ?? ['any value'])].join(' or ');
}

function exampleText(id: string, { title, config, scope, input, fires }: NodeExample<unknown>): string {
  const parts = [`### ${title}`, fenced({ type: id, config })];
  if (scope) parts.push('With these values of other nodes:', fenced(scope));
  if (input !== undefined) parts.push('and this at its input:', fenced(input));
  if (fires) parts.push('it gives, by port:', fenced(fires));
  return parts.join('\n\n');
}

const fenced = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
