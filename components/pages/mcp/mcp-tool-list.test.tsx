import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { McpToolList } from '#components/pages/mcp/mcp-tool-list.tsx';
import { useMcpServers } from '#components/pages/mcp/use-mcp-servers.ts';
import type { McpServerResource, McpToolResource } from '#lib/api/mcp-servers.contract.ts';
import { until } from '#tests/support/eventually.ts';
import { openPage } from '#tests/support/mounted-part.tsx';

const tool = (name: string): McpToolResource => ({
  id: `shop@${name}`,
  name,
  title: undefined,
  description: undefined,
  inputSchema: {},
  outputSchema: undefined,
  hints: {},
  risk: 'low',
  state: 'approved',
  before: null,
  isAllowed: true,
  hiddenCharacters: 0,
});
const shop: Partial<McpServerResource> = {
  id: 'mcp_1',
  name: 'shop',
  approvals: {},
  allowTools: null,
  status: 'ready',
  tools: [tool('buy'), tool('find')],
};

const open: ServerResponse[] = [];
const server = createServer((_, response) => void open.push(response));
const page = openPage(server);

function Tools() {
  const { servers, changes } = useMcpServers({ items: [shop as McpServerResource], commands: [] });
  return servers.map((one) => <McpToolList key={one.id} server={one} changes={changes} />);
}

test('a control can keep the focus while its change is sent, and a second change is ignored meanwhile', async () => {
  const main = await page.mount(<Tools />, 'en');
  const box = (name: string) => main.querySelector<HTMLElement>(`#allow-${name}`);
  await page.click(box('buy'));
  await until(() => open.length === 1 && box('buy')?.getAttribute('aria-disabled') === 'true');
  expect(main.querySelectorAll('button[disabled], select[disabled]')).toHaveLength(0);
  await page.click(box('find'));
  expect(open).toHaveLength(1);
  open[0]?.writeHead(500).end();
  await until(() => box('buy')?.getAttribute('aria-disabled') === null);
});
