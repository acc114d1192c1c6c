import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateRegistries, variableOf } from './generate-registries.ts';

const MAX_ID_LENGTH = 64;

/**
 * Writes a working node type: definition, guide, executor and test, and updates the registries.
 * @returns the written paths, relative to `root`
 * @throws {Error} if the id is invalid or taken; nothing is written then
 */
export function scaffoldNode(root: string, id: string): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > MAX_ID_LENGTH) {
    throw new Error(`'${id}' is no node id: lowercase letters and digits in words joined by -, such as send-mail`);
  }
  const files = {
    [`nodes/${id}/${id}.node.ts`]: definitionText(id),
    [`nodes/${id}/${id}.guide.ts`]: guideText(id),
    [`engine/executors/${id}.executor.ts`]: executorText(id),
    [`engine/executors/${id}.executor.test.ts`]: testText(id),
  };
  const taken = [`nodes/${id}`, ...Object.keys(files)].find((path) => existsSync(join(root, path)));
  if (taken) throw new Error(`${taken} exists already`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...Object.keys(files), ...generateRegistries(root)];
}

function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function definitionText(id: string): string {
  return `import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

export default defineNode({
  id: '${id}',
  version: 1,
  title: '${titleOf(id)}',
  summary: 'Passes a text on.',
  icon: 'box',
  category: 'data',
  config: z.object({
    text: z.string().min(1).meta({ title: 'Text', description: 'The text; {{node.field}} in it is replaced by that value.' }),
  }),
  outputs: { out: port('Result', z.object({ text: z.string() })) },
  effects: 'none',
  reaches: {},
});
`;
}

function guideText(id: string): string {
  return `import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import ${variableOf(id)} from './${id}.node.ts';

export default defineNodeGuide(${variableOf(id)}, {
  examples: [
    {
      title: 'A text with a reference',
      config: { text: 'Hello {{start.name}}' },
      scope: { start: { name: 'Ada' } },
      fires: { out: { text: 'Hello Ada' } },
    },
  ],
  docs: 'Passes its text on as \`{{node.text}}\`.',
});
`;
}

function executorText(id: string): string {
  return `import ${variableOf(id)} from '#nodes/${id}/${id}.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(${variableOf(id)}, ({ config }) => ({ out: { text: config.text } }));
`;
}

function testText(id: string): string {
  return `import { expect, test } from 'vitest';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import execute from './${id}.executor.ts';

test('${id} passes its text on', async () => {
  const { context } = makeExecutorContext();
  expect(await execute({ config: { text: 'Hello Ada' }, context })).toEqual({ out: { text: 'Hello Ada' } });
});
`;
}

function main(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1) {
    console.error('Usage: npm run new:node <id>, for example: npm run new:node send-mail');
    process.exitCode = 2;
    return;
  }
  try {
    const written = scaffoldNode(values.root ?? join(import.meta.dirname, '../..'), id);
    console.log(
      `Written:\n${written.map((path) => `  ${path}`).join('\n')}\nNext: say in the definition what ${id} takes and gives, then write its executor.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
