import { expect, test } from 'vitest';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import type { AnyTriggerDefinition } from './define-trigger.ts';
import { triggerGuide } from './trigger-guide.ts';

const kinds: AnyTriggerDefinition[] = Object.values(triggerRegistry);

test.each(kinds)('the page of $id describes each field of its config and of its event', (definition) => {
  const page = triggerGuide(definition);
  const fields = Object.entries((definition.event.properties ?? {}) as Record<string, JsonSchema>);
  for (const name of Object.keys(definition.config.shape))
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| .+ \\| .+ \\|$`, 'm'));
  expect(fields.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([]);
  for (const [name] of fields) expect(page).toContain(`| \`${name}\` |`);
});

test.each(kinds)('the sample on the page of $id has the fields that every event has', (definition) => {
  const sample = definition.sampleEvent(definition.config.parse(definition.examples[0].config), new Date(0));
  const required = (definition.event.required ?? []) as readonly string[];
  expect(required.filter((name) => !(name in sample))).toEqual([]);
});
