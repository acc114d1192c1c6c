import { configJsonSchema } from '../node-kit/field-expressions.ts';
import { cell, fieldTable, jsonBlock, valueTable } from '../node-kit/guide-parts.ts';
import type { AnyTriggerDefinition } from './define-trigger.ts';

const GENERATED = '<!-- Generated from the definition by `npm run generate`. Do not edit. -->';
const SAMPLE_TIME = new Date('2026-01-01T09:00:00.000Z');

/** Markdown page of a kind of trigger: purpose, fields, event and examples. */
export function triggerGuide(definition: AnyTriggerDefinition): string {
  const { id, title, summary, docs, version, config, event, examples, sampleEvent } = definition;
  const table = fieldTable(configJsonSchema(definition));
  return [
    GENERATED,
    `# ${title}`,
    summary,
    `Kind of trigger \`${id}\`, version ${version}. What all kinds have (\`inputs\`, \`filter\`, \`idempotencyKey\`) is on [Triggers](../triggers.md#in-the-document).`,
    docs,
    table === '' ? '' : `## Config\n\n${table}`,
    '## Event',
    'Expressions read the event as `trigger`.',
    valueTable(event),
    'For example:',
    jsonBlock(sampleEvent(config.parse(examples[0].config), SAMPLE_TIME)),
    '## Examples',
    ...examples.map((example) => `### ${example.title}\n\n${jsonBlock({ id, type: id, version, config: example.config })}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** Markdown index of the pages of triggers. */
export function triggerGuideIndex(definitions: readonly AnyTriggerDefinition[]): string {
  const rows = definitions.map(({ id, title, summary }) => `| [${title}](${id}.md) | \`${id}\` | ${cell(summary)} |`);
  return [
    '<!-- Generated from the definitions by `npm run generate`. Do not edit. -->',
    '# Kinds of triggers',
    'How triggers work is on [Triggers](../triggers.md). One page for each kind, generated from the definition that also\nproduces its form and validates documents.',
    ['| trigger | kind | what it does |', '| --- | --- | --- |', ...rows].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}
