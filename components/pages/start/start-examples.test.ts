import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toTemplateCard } from '#components/pages/templates/template-card.ts';
import en from '#lib/i18n/messages/en.json' with { type: 'json' };
import zh from '#lib/i18n/messages/zh-CN.json' with { type: 'json' };
import { findTemplates } from '#lib/templates/find-template.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { exampleTemplates, featuredFirst, startExamples } from './start-examples.ts';

const cards = readdirSync('templates')
  .filter((file) => file.endsWith('.workflow.json'))
  .map((file) => {
    const document = JSON.parse(readFileSync(`templates/${file}`, 'utf8')) as Workflow;
    const { name, description, nodes } = document;
    const id = file.replace('.workflow.json', '');
    return toTemplateCard({ id, name, description, nodeCount: nodes.length, sample: null, document });
  });
const definitions: Readonly<Record<string, { title: string; summary: string } | undefined>> = {
  ...nodeRegistry,
  ...triggerRegistry,
};
const findable = cards.map(({ id, name, description, types }) => ({
  id,
  name,
  description,
  parts: types.map((type) => ({ type, title: definitions[type]?.title ?? type, summary: definitions[type]?.summary ?? '' })),
}));

test.each(exampleTemplates)(
  'the example %s is nearest to the template whose nodes it shows, in both languages',
  (text, templateId) => {
    for (const messages of [en, zh]) expect(findTemplates(messages.start.examples[text], findable)[0]?.id).toBe(templateId);
  },
);

test('examples show nodes in the order of execution, and only of templates that are installed', () => {
  expect(
    startExamples(cards)
      .find(({ text }) => text === 'triage')
      ?.types.slice(0, 3),
  ).toEqual(['llm', 'condition', 'template']);
  expect(startExamples(cards.slice(0, 1))).toHaveLength(1);
  expect(featuredFirst(cards)[0]?.id).toBe('triage-with-approval');
  expect(featuredFirst(cards)).toHaveLength(cards.length);
});
