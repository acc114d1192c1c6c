import { readFile, writeFile } from 'node:fs/promises';
import type { Client } from '#lib/api/client.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer, type Where } from '../run/server-client.ts';
import { printable, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export type SkillsCall = {
  /** What to do, then names or files. */
  readonly operands: readonly string[];
  readonly options: {
    readonly out: string | undefined;
    readonly own: boolean;
    readonly force: boolean;
    readonly json: boolean;
  };
};

/** `threadloom skills`. @returns the exit code; 1 when a file was kept */
export async function manageSkills(call: SkillsCall, { server, terminal }: Where): Promise<number> {
  const [action = '', ...names] = call.operands;
  const client = openServer(server, terminal);
  try {
    switch (action) {
      case 'list':
        return print((await client.listSkills()).items, call, terminal);
      case 'download':
        return await download(client, call, { names, terminal });
      case 'import':
        return await importAll(client, call, { names, terminal });
      default:
        throw new UsageError(`skills can list, download and import, not '${action}'`);
    }
  } catch (error) {
    throw explainSilence(error, { server });
  }
}

type Named = { readonly names: readonly string[]; readonly terminal: Terminal };
type Listed = { readonly name: string; readonly title: string; readonly isEnabled: boolean };

function print(skills: readonly Listed[], { options }: SkillsCall, terminal: Terminal): number {
  for (const skill of skills) {
    const { name, title, isEnabled } = skill;
    terminal.out(
      options.json ? `${JSON.stringify(skill)}\n` : printable(`${name}  ${title}${isEnabled ? '' : '  (off)'}`).concat('\n'),
    );
  }
  return exitCode.ok;
}

async function download(client: Client, { options }: SkillsCall, { names, terminal }: Named): Promise<number> {
  const { out, own, force } = options;
  if (names.length === 0) throw new UsageError('Name the skills: threadloom skills download NAME');
  if (out !== undefined && names.length > 1) throw new UsageError('--out takes one skill');
  let isComplete = true;
  for (const name of names) {
    const answer = await client.downloadSkill({ params: { name }, query: { format: own ? 'own' : 'public' } });
    const path = out ?? `${name}.zip`;
    const bytes = Buffer.from(await answer.arrayBuffer());
    try {
      await writeFile(path, bytes, { flag: force ? 'w' : 'wx' });
      terminal.out(`${name}  ${path}\n`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      isComplete = false;
      terminal.err(`${path} exists: kept. Replace it with --force\n`);
    }
  }
  return isComplete ? exitCode.ok : exitCode.failed;
}

async function importAll(client: Client, call: SkillsCall, { names, terminal }: Named): Promise<number> {
  if (names.length === 0) throw new UsageError('Name the archives: threadloom skills import FILE.zip');
  for (const file of names) {
    const content = await readFile(file).catch((cause: Error) => {
      throw new UsageError(`${file} cannot be read: ${cause.message}`, { cause });
    });
    const query = { onExisting: call.options.force ? 'replace' : 'refuse' } as const;
    print((await client.importSkills({ query, content: new Uint8Array(content) })).items, call, terminal);
  }
  return exitCode.ok;
}
