import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';

const WORKER = 'tokenizer-worker';

/**
 * Bundles what `threadloom/engine` exports as JavaScript, since Node strips no types under
 * `node_modules`. Packages stay imports, so that a program and the workflow share one LangGraph.
 */
export async function buildLibrary(root: string, outFolder: string): Promise<void> {
  await build({
    cwd: root,
    input: {
      engine: join(root, 'library/compile-workflow.ts'),
      [WORKER]: join(root, `engine/interaction/tokens/${WORKER}.ts`),
    },
    platform: 'node',
    external: (id) => !/^[.#/]/.test(id),
    plugins: [
      {
        name: 'worker-url',
        // All files of the bundle are in one folder.
        transform: (code) => code.replaceAll(`./${WORKER}.ts`, `./${WORKER}.mjs`),
      },
    ],
    output: { dir: outFolder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    logLevel: 'warn',
  });
  copyFileSync(join(root, 'library/engine.d.ts'), join(outFolder, 'engine.d.ts'));
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  await buildLibrary(root, values.out ?? join(root, 'library/dist'));
}
