import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { generateRegistries } from './generate-registries.ts';
import { scaffoldNode } from './new-node.ts';

const projectRoot = join(import.meta.dirname, '../..');

/**
 * The project as far as node types and tools need it: definitions and their code are copies, the
 * rest is the project's own.
 */
function makeProjectCopy(): string {
  const root = mkdtempSync(join(tmpdir(), 'threadloom-new-node-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of [
    'package.json',
    'nodes',
    'engine/executors',
    'tools',
    'triggers',
    'server/triggers/handlers',
    'engine/contract',
    'engine/tool-handlers',
    'agents',
    'engine/interaction/processors',
    'server/search/providers',
  ])
    cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  for (const path of ['lib', 'node_modules']) symlinkSync(join(projectRoot, path), join(root, path));
  return root;
}

async function runNode(root: string, script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
  return JSON.parse(stdout);
}

test('a scaffolded node type is in the registries and runs', async () => {
  const root = makeProjectCopy();
  expect(scaffoldNode(root, 'send-mail')).toEqual([
    'nodes/send-mail/send-mail.node.ts',
    'nodes/send-mail/send-mail.guide.ts',
    'engine/executors/send-mail.executor.ts',
    'engine/executors/send-mail.executor.test.ts',
    'nodes/registry.gen.ts',
    'nodes/guides.gen.ts',
    'engine/executors/registry.gen.ts',
  ]);
  const answer = await runNode(
    root,
    `import { nodeRegistry } from '#nodes/registry.gen.ts';
     import { executorRegistry } from '#engine/executors/registry.gen.ts';
     const config = nodeRegistry['send-mail'].config.parse({ text: 'Hello' });
     const { default: execute } = await executorRegistry['send-mail']();
     console.log(JSON.stringify(execute({ config, context: {} })));`,
  );
  expect(answer).toEqual({ out: { text: 'Hello' } });
});

test('the id of a reserved word gives code that loads', async () => {
  const root = makeProjectCopy();
  scaffoldNode(root, 'class');
  expect(
    await runNode(
      root,
      `import { nodeRegistry } from '#nodes/registry.gen.ts'; console.log(JSON.stringify(nodeRegistry.class.title))`,
    ),
  ).toBe('Class');
});

test.each(['SendMail', 'send_mail', 'send mail', '2fa', '-mail', 'mail-', 'send--mail', '../mail', '', 'a'.repeat(65)])(
  'the id %j is refused',
  (id) => {
    const root = makeProjectCopy();
    expect(() => scaffoldNode(root, id)).toThrow('is no node id');
  },
);

test('an existing node type is not overwritten', () => {
  const root = makeProjectCopy();
  const before = readFileSync(join(root, 'nodes/http/http.node.ts'), 'utf8');
  expect(() => scaffoldNode(root, 'http')).toThrow('nodes/http exists already');
  expect(readFileSync(join(root, 'nodes/http/http.node.ts'), 'utf8')).toBe(before);
});

test('a registry that was edited or misses a node is stale; a check reports it and writes nothing', () => {
  const root = makeProjectCopy();
  generateRegistries(root);
  expect(generateRegistries(root, { isCheck: true })).toEqual([]);
  const file = join(root, 'nodes/registry.gen.ts');
  writeFileSync(file, '// by hand\n');
  expect(generateRegistries(root, { isCheck: true })).toEqual(['nodes/registry.gen.ts']);
  expect(readFileSync(file, 'utf8')).toBe('// by hand\n');
});

test('a node without an executor, and an executor without a node, are named', () => {
  const root = makeProjectCopy();
  rmSync(join(root, 'engine/executors/set.executor.ts'));
  rmSync(join(root, 'nodes/template'), { recursive: true });
  expect(() => generateRegistries(root)).toThrow(
    /nodes\/set\/set\.node\.ts has no engine.*\n.*template\.executor\.ts has no nodes/,
  );
});

test('a node without a guide is named', () => {
  const root = makeProjectCopy();
  rmSync(join(root, 'nodes/set/set.guide.ts'));
  expect(() => generateRegistries(root)).toThrow('nodes/set/set.node.ts has no nodes/set/set.guide.ts');
});

test('a tool is added to both registries, and one without its handler is named', () => {
  const root = makeProjectCopy();
  cpSync(join(root, 'tools/time-now.tool.ts'), join(root, 'tools/sun_rise.tool.ts'));
  expect(() => generateRegistries(root)).toThrow('tools/sun_rise.tool.ts has no engine/tool-handlers/sun_rise.handler.ts');
  cpSync(join(root, 'engine/tool-handlers/time-now.handler.ts'), join(root, 'engine/tool-handlers/sun_rise.handler.ts'));
  expect(generateRegistries(root)).toEqual(['tools/registry.gen.ts', 'engine/tool-handlers/registry.gen.ts']);
  expect(readFileSync(join(root, 'tools/registry.gen.ts'), 'utf8')).toContain('  sun_rise: sunRiseTool,\n');
  expect(readFileSync(join(root, 'engine/tool-handlers/registry.gen.ts'), 'utf8')).toContain(
    "  sun_rise: () => import('./sun_rise.handler.ts'),\n",
  );
});
