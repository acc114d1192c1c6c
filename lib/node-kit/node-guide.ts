import type { JsonSchema } from '../json/json-schema.ts';
import { typesOf } from '../json/schema-types.ts';
import type { AnyNodeDefinition, PortInference, PortMap } from './define-node.ts';
import type { NodeExample, NodeGuide } from './define-node-guide.ts';
import { configJsonSchema } from './field-expressions.ts';
import { fillDefaults } from './fill-defaults.ts';
import { cell, fieldTable, jsonBlock } from './guide-parts.ts';

const EFFECTS = {
  none: 'No side effects: it reads and changes nothing outside of the run.',
  read: 'Reads from outside of the run, without side effects.',
  write: 'May have side effects.',
} as const;

/** Markdown page of a node type: purpose, fields, ports and examples. */
export function nodeGuide(definition: AnyNodeDefinition, { docs, examples }: NodeGuide): string {
  const { id, title, summary, version } = definition;
  return [
    '<!-- Generated from the definition by `npm run generate`. Do not edit. -->',
    `# ${title}`,
    summary,
    `Node type \`${id}\`, version ${version}. ${effectsText(definition)}`,
    docs,
    fieldsText(definition),
    portsText(definition, examples),
    '## Examples',
    ...examples.map((example) => exampleText(id, example)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Markdown index of the node pages. */
export function guideIndex(definitions: readonly AnyNodeDefinition[]): string {
  const rows = definitions.map(({ id, title, summary }) => `| [${title}](${id}.md) | \`${id}\` | ${cell(summary)} |`);
  return [
    '<!-- Generated from the definitions by `npm run generate`. Do not edit. -->',
    '# Node types',
    [
      'One page for each type, generated from the definition that also produces its form and validates documents.',
      'Every node has an **error** port besides the ports on its page.',
    ].join('\n'),
    ['| node | type | what it does |', '| --- | --- | --- |', ...rows].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function effectsText({ effects }: AnyNodeDefinition): string {
  return typeof effects === 'function' ? 'Whether it has side effects depends on its config.' : EFFECTS[effects];
}

function fieldsText(definition: AnyNodeDefinition): string {
  const table = fieldTable(configJsonSchema(definition));
  return table === '' ? '' : `## Config\n\n${table}`;
}

/** Ports of the node; if they depend on the config, those of the first example. */
function portsText({ inputs, outputs, config }: AnyNodeDefinition, examples: NodeGuide['examples']): string {
  const isFixed = typeof outputs !== 'function';
  const ports: PortMap = isFixed ? outputs : outputs(fillDefaults(config, examples[0].config), noInference);
  const rows = [
    ...inputs.map((name) => `| \`${name}\` | in | any value |`),
    ...Object.entries(ports).map(([name, { title, schema }]) => `| \`${name}\` | out | ${cell(title)}: ${fieldNames(schema)} |`),
  ];
  const note = isFixed ? [] : ['', 'The output ports depend on the config; these are the ones of the first example.'];
  return ['## Ports', '', '| port | direction | value |', '| --- | --- | --- |', ...rows, ...note].join('\n');
}

const noInference: PortInference = { schemaOf: () => ({}), input: {} };

function fieldNames(schema: JsonSchema): string {
  const names = Object.keys((schema.properties as object | undefined) ?? {});
  return names.length > 0 ? names.map((name) => `\`${name}\``).join(', ') : [...(typesOf(schema) ?? ['any value'])].join(' or ');
}

function exampleText(id: string, { title, config, body, scope, input, fires }: NodeExample<unknown>): string {
  const inside = body?.nodes.map((node) => ({ ...node, parentId: body.containerId }));
  const shown = body
    ? { nodes: [{ id: body.containerId, type: id, config }, ...(inside ?? [])], edges: body.edges ?? [] }
    : { type: id, config };
  const parts = [`### ${title}`, jsonBlock(shown)];
  if (scope) parts.push('With these outputs of other nodes:', jsonBlock(scope));
  if (input !== undefined) parts.push('and this input:', jsonBlock(input));
  if (fires) parts.push('it outputs, by port:', jsonBlock(fires));
  return parts.join('\n\n');
}
