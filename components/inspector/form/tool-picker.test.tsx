import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { ToolPicker, useToolItems } from '#components/inspector/form/tool-picker.tsx';
import { searchItems } from '#components/ui/pick-list.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const page = openPage(createServer((_, response) => response.end('{}')));

const tool = (id: string, more: Partial<ToolResource> = {}): ToolResource => ({
  id,
  title: id,
  description: `Does ${id}`,
  aliases: {},
  source: id.includes('@') ? 'mcp' : 'built-in',
  group: id.includes('@') ? 'mcp' : 'web',
  risk: 'low',
  effects: 'read',
  scope: 'workspace',
  cost: null,
  needsApproval: false,
  approval: 'default',
  setting: { isEnabled: true, risk: null },
  isEnabled: true,
  whyNot: null,
  inputSchema: {},
  outputSchema: {},
  ...more,
});
const toolsOf = (count: number) => [
  tool('fetch', { title: 'Fetch a page', aliases: { 'zh-CN': '网页读取' } }),
  ...Array.from({ length: count - 2 }, (_, index) => tool(`shop@tool-${index}`)),
  tool('shop@refund', { title: 'Refund', description: 'Gives money back for an order', risk: 'high' }),
];

test('tools are listed in groups, with what they do, and found by it', async () => {
  let items: ReturnType<typeof useToolItems> = [];
  function Probe() {
    items = useToolItems(toolsOf(60));
    return null;
  }
  await page.mount(<Probe />, 'en');
  expect(items[0]).toMatchObject({ id: 'fetch', label: 'Fetch a page', group: 'Web' });
  expect(new Set(items.map(({ group }) => group))).toEqual(new Set(['Web', 'shop · MCP']));
  const [found, ...others] = searchItems(items, 'money order');
  expect(found).toMatchObject({ id: 'shop@refund', hint: 'shop@refund', detail: 'Gives money back for an order' });
  expect(others).toEqual([]);
  expect(searchItems(items, '网页读取').map(({ id }) => id)).toEqual(['fetch']);
});

test('the field shows the title of the chosen tool, by its id or an alias', async () => {
  const main = await page.mount(<ToolPicker tools={toolsOf(3)} value="网页读取" onPick={() => {}} />, 'en');
  const button = main.querySelector('button');
  expect(button?.textContent).toBe('Fetch a page');
  expect([button?.getAttribute('role'), button?.getAttribute('aria-haspopup')]).toEqual(['combobox', 'dialog']);
});

test('a search through 500 tools takes less than a frame of the processor', () => {
  const items = toolsOf(500).map(({ id, title, description }) => ({ id, label: title, hint: id, words: description }));
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round++) searchItems(items, `tool-4${round % 10}`);
  // Of this process: other programs of the machine do not count.
  expect(process.cpuUsage(before).user / 20).toBeLessThan(16_000);
});

test('a tool that the server does not have keeps its name', async () => {
  const main = await page.mount(<ToolPicker tools={toolsOf(3)} value="gone" onPick={() => {}} />, 'en');
  expect(main.querySelector('button')?.textContent).toBe('gone');
});
