import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Packages that the engine must not need. */
const FOREIGN = /node_modules\/(next|react|react-dom|hono|@hono|@prisma|pg|@electric-sql)\//;

const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ resolve: (specifier, context, next) => { const result = next(specifier, context); loaded.push(result.url); return result; } });
  const { TestEngine, workflowOf } = await import('./tests/support/test-engine.ts');
  const workflow = workflowOf({ start: ['start', { inputs: [] }], a: ['gate'], end: ['end', { outputs: { a: '{{a.passed}}' } }] }, ['start -> a', 'a -> end']);
  const engine = new TestEngine();
  const { outcome } = await engine.start(workflow);
  await engine.gates.open('a');
  const { status, outputs } = await outcome;
  console.log(JSON.stringify({ status, outputs, loaded }));
`;

test('the engine runs a workflow with no web server, no page and no database loaded', () => {
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 30_000 });
  expect(child.stderr).toBe('');
  const { status, outputs, loaded } = JSON.parse(child.stdout) as { status: string; outputs: unknown; loaded: string[] };
  expect({ status, outputs }).toEqual({ status: 'succeeded', outputs: { a: 'a' } });
  expect(loaded.some((url) => url.includes('@langchain/langgraph'))).toBe(true);
  expect(loaded.filter((url) => FOREIGN.test(url))).toEqual([]);
});
