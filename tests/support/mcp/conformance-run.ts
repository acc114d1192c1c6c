import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Checks of one scenario that passed and failed. */
export type ScenarioResult = { readonly passed: number; readonly failed: number };

/** The public conformance suite in a process of its own. @returns what it printed, without colours */
function runConformance(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], { cwd: root });
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}

/** Every scenario for servers of a version of the protocol, by name. */
export async function conformanceOf(url: string, specVersion: string): Promise<ReadonlyMap<string, ScenarioResult>> {
  const { output } = await runConformance(['server', '--url', url, '--suite', 'all', '--spec-version', specVersion]);
  const found = [...output.matchAll(/^[✓✗] ([a-z0-9-]+): (\d+) passed, (\d+) failed/gm)];
  return new Map(found.map(([, name = '', passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]));
}

/** Names and versions of all scenarios for servers. */
export async function listScenarios(): Promise<readonly { readonly name: string; readonly versions: readonly string[] }[]> {
  const { output } = await runConformance(['list', '--server']);
  return [...output.matchAll(/^ {2}- ([a-z0-9-]+) \[([^\]]*)\]/gm)].map(([, name = '', versions = '']) => ({
    name,
    versions: versions.split(','),
  }));
}
