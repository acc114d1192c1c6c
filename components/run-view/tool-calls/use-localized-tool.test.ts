import { expect, test } from 'vitest';
import { OBSERVE_TOOL, WAIT_TOOL } from '#lib/a2a/a2a-service.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { listTools, toolJsonSchema } from '#lib/tools/tool-catalogue.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { localizedReason } from './use-localized-tool.ts';

const { toolTexts } = messagesFor('zh-CN');
const hasChinese = /\p{Script=Han}/u;

test('exactly the tools that exist are translated', () => {
  // The two that read tasks of A2A agents are in no registry.
  expect(Object.keys(toolTexts).sort()).toEqual([...Object.keys(toolRegistry), OBSERVE_TOOL, WAIT_TOOL].sort());
});

test.each(Object.keys(toolRegistry) as (keyof typeof toolRegistry)[])('%s is translated completely', (id) => {
  const texts = toolTexts[id];
  const { properties = {} } = toolJsonSchema(toolRegistry[id].input, 'input') as {
    properties?: Record<string, { description?: string }>;
  };
  const described = Object.entries(properties).filter(([, { description }]) => description !== undefined);
  expect(texts?.title).toMatch(/\S/);
  expect(texts?.description).toMatch(hasChinese);
  expect(Object.keys(texts?.parameters ?? {}).sort()).toEqual(described.map(([name]) => name).sort());
  for (const words of Object.values(texts?.parameters ?? {})) expect(words).toMatch(hasChinese);
});

test('the reason why a tool is off is in Chinese, for every reason', () => {
  const { reasons } = messagesFor('zh-CN').problemTexts;
  const off = { settings: { 'time-now': { isEnabled: false } }, capabilities: new Set<never>() } as const;
  const listed = [
    ...listTools({ definitions: toolRegistry, ...off }),
    ...listTools({ definitions: toolRegistry, settings: {}, capabilities: new Set(), allowed: new Set() }),
    ...(['read-only', 'settings'] as const).flatMap((mode) =>
      listTools({ definitions: toolRegistry, settings: {}, capabilities: new Set(), limits: { mode, maxToolCost: 'high' } }),
    ),
    ...listTools({
      definitions: toolRegistry,
      settings: {},
      capabilities: new Set(),
      limits: { mode: 'normal', maxToolCost: 'free' },
    }),
  ];
  listed.push(...listTools({ definitions: toolRegistry, settings: {}, capabilities: new Set(), isTask: true }));
  const whyNots = listed.flatMap(({ definition, whyNot }) => (whyNot === undefined ? [] : [[definition.id, whyNot] as const]));
  expect(new Set(whyNots.map(([, whyNot]) => whyNot)).size).toBe(11);
  for (const [id, whyNot] of whyNots) expect(localizedReason(whyNot, id, reasons)).toMatch(hasChinese);
  expect(localizedReason(String(whyNots.find(([id]) => id === 'time-now')?.[1]), 'time-now', reasons)).toContain(
    'tools.time-now.enabled',
  );
});
