import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '#lib/api/client.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { replaceFile } from '../document/replace-file.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer, type Where } from '../run/server-client.ts';
import { UsageError } from '../usage-error.ts';

const STDOUT = '-';

type ExportOptions = {
  readonly all: boolean;
  readonly out: string | undefined;
  readonly published: boolean;
  readonly force: boolean;
};
type Exported = { readonly id: string; readonly document: Workflow };

/** `threadloom export`. @returns the exit code; 1 when a file of other content was kept */
export async function exportWorkflows(
  names: readonly string[],
  { all, out = '.', published, force }: ExportOptions,
  { server, terminal }: Where,
): Promise<number> {
  if (all === names.length > 0) throw new UsageError('Name workflows or slugs, or give --all');
  if (out === STDOUT && names.length !== 1) throw new UsageError('Standard output takes one workflow: --out FOLDER for more');
  const client = openServer(server, terminal);
  const wanted = all ? readAll(client) : readNamed(client, { names, published });
  const taken = new Set<string>();
  let isComplete = true;
  try {
    for await (const { id, document } of wanted) {
      const text = formatWorkflow(document);
      if (out === STDOUT) {
        terminal.out(text);
        continue;
      }
      await mkdir(out, { recursive: true });
      const path = join(out, fileName(document.name, id, taken));
      const before = await readFile(path, 'utf8').catch(() => undefined);
      if (before !== undefined && before !== text && !force) {
        isComplete = false;
        terminal.err(`${path} has another content: kept. Replace it with --force\n`);
      } else if (before === undefined) await writeFile(path, text);
      else if (before !== text) await replaceFile(path, text);
      terminal.out(`${id}  ${path}\n`);
    }
  } catch (error) {
    throw explainSilence(error, { server });
  }
  return isComplete ? exitCode.ok : exitCode.failed;
}

async function* readAll(client: Client): AsyncGenerator<Exported, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await client.listWorkflows({ query: { ...(cursor !== undefined && { cursor }) } });
    for (const { id } of items) yield client.getWorkflow({ params: { id } });
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

type Named = { readonly names: readonly string[]; readonly published: boolean };

async function* readNamed(client: Client, { names, published }: Named): AsyncGenerator<Exported, void, undefined> {
  for (const name of names) {
    const isId = name.startsWith('wf_');
    if (isId && published) throw new UsageError(`--published goes with slugs: ${name} is a workflow`);
    const deployment = isId ? undefined : await client.getDeployment({ params: { slug: name } });
    const id = deployment?.workflowId ?? name;
    if (!deployment || !published) yield client.getWorkflow({ params: { id } });
    else yield { id, ...(await client.getVersion({ params: { id, number: deployment.version } })) };
  }
}

/** Safe on every file system; the id keeps workflows of one name apart. */
function fileName(name: string, id: string, taken: Set<string>): string {
  const words = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const stem = words.replace(/^-/, '').replace(/-$/, '').slice(0, 80) || id;
  const unique = taken.has(stem) ? `${stem}-${id}` : stem;
  taken.add(unique);
  return `${unique}.workflow.json`;
}
