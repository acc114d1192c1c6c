import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { conformanceOf, listScenarios, type ScenarioResult } from '../support/mcp/conformance-run.ts';
import { startSuiteProxy } from '../support/mcp/suite-proxy.ts';
import { approvingWorkflow, failingWorkflow } from '../support/protocol-workflows.ts';
import { publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** All server scenarios of the public suite on both MCP servers. docs/mcp.md has the table that is compared here. */
const text = 'This is a simple text response for testing.';
const simple = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { text } }] }, ['start -> end']);
const inSteps = workflowOf(
  {
    start: ['start', { inputs: [] }],
    one: ['set', { values: { a: 1 } }],
    two: ['set', { values: { a: 2 } }],
    end: ['end', { outputs: { text } }],
  },
  ['start -> one', 'one -> two', 'two -> end'],
);

let location: DatabaseLocation;
let server: ServerProcess;
let proxy: Awaited<ReturnType<typeof startSuiteProxy>>;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  server = await ServerProcess.start(location);
  const question = [{ name: 'question', type: 'text' }];
  const asks = {
    ...approvingWorkflow,
    nodes: approvingWorkflow.nodes.map((node) => (node.type === 'start' ? { ...node, config: { inputs: question } } : node)),
  };
  const fails = {
    ...failingWorkflow,
    nodes: failingWorkflow.nodes.map((node) => (node.type === 'start' ? { ...node, config: { inputs: question } } : node)),
  };
  const workflows = {
    default: simple,
    test_simple_text: simple,
    test_error_handling: fails,
    test_tool_with_progress: inSteps,
    test_input_required_result_request_state: asks,
    test_input_required_result_tampered_state: asks,
  };
  const endpoints: Record<string, Awaited<ReturnType<typeof publish>>> = {};
  for (const [name, workflow] of Object.entries(workflows))
    endpoints[name] = await publish(server.url, workflow, { allow: { decisions: true } });
  proxy = await startSuiteProxy(server.url, endpoints);
});
afterAll(async () => {
  proxy?.close();
  await server?.end();
  await location?.remove();
});

const VERSIONS = ['2025-11-25', '2026-07-28'];

test('every scenario of the versions that are spoken has the result that the docs list', { timeout: 240_000 }, async () => {
  const results: ReadonlyMap<string, ScenarioResult>[] = [];
  for (const url of [`${server.url}/api/v1/mcp?skills=true&knowledge=true&run=true`, proxy.url])
    for (const version of VERSIONS) results.push(await conformanceOf(url, version));
  const scenarios = (await listScenarios()).filter(({ versions }) => VERSIONS.some((version) => versions.includes(version)));
  expect(scenarios.length).toBeGreaterThan(50);
  const made = scenarios.map(({ name }) => [name, ...results.map((result) => cellOf(result.get(name)))]);
  expect(documented().map(({ cells }) => cells)).toEqual(made);
});

test('each result that is not passed has its reason', () => {
  const bare = documented().filter(
    ({ cells, reason }) => reason === '' && cells.slice(1).some((cell) => cell !== 'passed' && cell !== '–'),
  );
  expect(bare).toEqual([]);
});

function cellOf(result: ScenarioResult | undefined): string {
  if (!result) return '–';
  const { passed, failed } = result;
  if (failed > 0) return `${passed} of ${passed + failed}`;
  return passed > 0 ? 'passed' : 'no check';
}

/** The rows of the table in the docs. */
function documented(): { cells: string[]; reason: string }[] {
  const docs = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
  const [, after = ''] = docs.split('| scenario |');
  const rows = after.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  return rows.map((row) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { cells: cells.slice(0, 5), reason: cells[5] ?? '' };
  });
}
