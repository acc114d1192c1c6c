import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { cli, scratchFolder } from '#tests/support/cli-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const orders = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'ids', type: 'json', required: true }] }],
    each: ['map', { items: '{{start.ids}}' }],
    fetch: ['http', { url: 'https://shop.invalid/{{map.item}}' }],
    large: ['condition', { when: 'size(each) > 2' }],
    ask: ['approval', { title: 'Ship the orders?' }],
    end: ['end', { outputs: { orders: '{{each}}', count: '{{= size(each)}}' } }],
  },
  ['start -> each', 'each -> large', 'large.true -> ask', 'ask.approved -> end', 'large.false -> end'],
);
const document = {
  ...orders,
  nodes: orders.nodes.map((node) => ({
    ...node,
    ...(node.id === 'fetch' && { parentId: 'each' }),
    ...(node.type === 'http' && { version: 2 }),
  })),
};

function folderWith(cases: string, name = 'orders.test.yaml'): { folder: string; file: string } {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'orders.workflow.json'), formatWorkflow(document));
  writeFileSync(join(folder, name), cases);
  return { folder, file: join(folder, name) };
}

const found = `
mocks:
  fetch: { value: { status: 200, headers: {}, body: { total: 5 } } }
cases:
`;

test('cases run with mocks, decisions and conditions; a failed one says what was expected, and the report names it', async () => {
  const { folder } = folderWith(`${found}
  - name: two orders
    inputs: { ids: [1, 2] }
    expect:
      outputs: { count: 2, orders: [{ body: { total: 5 } }, { status: 200 }] }
      nodes: { fetch: { status: succeeded, runs: 2 }, ask: { status: skipped } }
      assert: ['outputs.count == size(inputs.ids)', 'nodes.fetch.value.body.total > 3']
  - name: a person approves
    inputs: { ids: [1, 2, 3] }
    decisions: { ask: true }
    mocks:
      fetch: { values: [{ status: 200, headers: {}, body: 1 }, { status: 200, headers: {}, body: 2 }] }
    expect: { outputs: { orders: [{ body: 1 }, { body: 2 }, { body: 2 }] } }
  - name: an approval without a decision
    inputs: { ids: [1, 2, 3] }
    expect: { status: waiting }
  - name: the shop is down
    inputs: { ids: [1] }
    mocks: { fetch: { error: { code: http-timed-out, message: The shop did not answer } } }
    expect: { error: { message: did not answer }, nodes: { fetch: { status: failed } } }
  - name: one node
    node: each
    inputs: { ids: [7] }
    expect: { nodes: { each: { value: [{ body: { total: 5 } }] } }, assert: ['!("end" in nodes)'] }
  - name: wrong on <purpose>
    inputs: { ids: [1] }
    expect: { outputs: { count: 3, orders: [] }, assert: ['outputs.count > 1'] }
  - name: without its input
    expect: { status: succeeded }
  - name: later
    skip: the shop changes
`);
  const { code, stdout, stderr } = await cli(['test', folder, '--junit', join(folder, 'report.xml')]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(
    stdout
      .replaceAll(/\(\d+ ms\)/g, '(ms)')
      .split('\n')
      .slice(1),
  ).toEqual([
    '  ✓ two orders (ms)',
    '  ✓ a person approves (ms)',
    '  ✓ an approval without a decision (ms)',
    '  ✓ the shop is down (ms)',
    '  ✓ one node (ms)',
    '  ✗ wrong on <purpose> (ms)',
    '      outputs.count: expected 3, got 1',
    expect.stringMatching(/^ {6}outputs\.orders: expected \[\], got \[/),
    '      assert: outputs.count > 1 is false',
    '  ✗ without its input (ms)',
    expect.stringContaining('ids'),
    '  - later (skipped)',
    '5 passed, 2 failed, 1 skipped',
    '',
  ]);
  const report = new XMLParser({ ignoreAttributes: false }).parse(readFileSync(join(folder, 'report.xml'), 'utf8'));
  expect(report.testsuites).toMatchObject({ '@_tests': '8', '@_failures': '2' });
  const named = report.testsuites.testsuite.testcase.find((one: object) => 'failure' in one);
  expect(named).toMatchObject({ '@_name': 'wrong on <purpose>', failure: { '#text': expect.stringContaining('outputs.count') } });
});

test('--update writes what came and keeps comments; then the cases pass, and --json says so', async () => {
  const { file } = folderWith(`# Orders
${found}  # The usual case
  - name: new
    inputs: { ids: [1] }
  - name: outdated
    inputs: { ids: [1, 2] }
    expect: { status: failed, outputs: { count: 9 } }
  - name: not chosen
    inputs: { ids: [1] }
    expect: { outputs: { count: 9 } }
`);
  const updated = await cli(['test', file, '--update', '--only', 'new', '--only', 'outdated']);
  expect([updated.code, updated.stdout.trim().split('\n').at(-1)]).toEqual([0, '1 passed, 1 failed, 2 updated']);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('# The usual case');
  expect(text).toContain('count: 9');
  const { code, stdout } = await cli(['test', file, '--json', '--only', 'new', '--only', 'outdated']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    passed: 2,
    failed: 0,
    files: [{ results: [{ name: 'new' }, { name: 'outdated' }] }],
  });
});

test('a file that names what the workflow does not have runs nothing', async () => {
  const { folder } = folderWith(
    JSON.stringify({
      cases: [{ name: 'a', mocks: { fech: { value: 1 }, large: { value: 1 } }, expect: { nodes: { gone: { runs: 1 } } } }],
    }),
    'orders.test.json',
  );
  const { code, stdout, stderr } = await cli(['test', join(folder, 'orders.workflow.json')]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain("cases.0.mocks.fech: error: The workflow has no node 'fech'");
  expect(stderr).toContain("'large' has no port out; name one of its ports");
  expect(stderr).toContain("cases.0.expect.nodes.gone: error: The workflow has no node 'gone'");
});
