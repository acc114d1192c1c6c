import { readFile } from 'node:fs/promises';
import type { Client } from '#lib/api/client.ts';
import { exitCode } from '../exit-code.ts';
import { explainSilence, openServer } from '../run/server-client.ts';
import { printable, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export type ToolsCall = {
  /** What to do, then an id, then a document. */
  readonly operands: readonly string[];
  readonly options: {
    readonly recipe: string | undefined;
    readonly operation: readonly string[];
    readonly credential: string | undefined;
    readonly 'server-url': string | undefined;
    readonly title: string | undefined;
    readonly json: boolean;
  };
};

/** `threadloom tools`: lists tools and manages the services that they are from. @returns the exit code */
export async function manageTools(
  call: ToolsCall,
  { server, terminal }: { server: string; terminal: Terminal },
): Promise<number> {
  const [action = '', id, document] = call.operands;
  const client = openServer(server, terminal);
  try {
    switch (action) {
      case 'list':
        return await list(client, call, terminal);
      case 'recipes':
        return await listRecipes(client, call, terminal);
      case 'add':
        return await add(client, call, { id, document, terminal });
      case 'remove':
        if (id === undefined) throw new UsageError('Name the service: threadloom tools remove ID');
        await client.deleteToolService({ params: { id } });
        return exitCode.ok;
      default:
        throw new UsageError(`tools can list, recipes, add and remove, not '${action}'`);
    }
  } catch (error) {
    throw explainSilence(error, { server });
  }
}

async function list(client: Client, { options }: ToolsCall, terminal: Terminal): Promise<number> {
  const { groups } = await client.listTools();
  for (const tool of groups.flatMap(({ tools }) => tools)) {
    const { id, title, isEnabled } = tool;
    terminal.out(
      options.json ? `${JSON.stringify(tool)}\n` : printable(`${id}  ${title}${isEnabled ? '' : '  (off)'}`).concat('\n'),
    );
  }
  return exitCode.ok;
}

async function listRecipes(client: Client, { options }: ToolsCall, terminal: Terminal): Promise<number> {
  const { items } = await client.listToolRecipes();
  for (const recipe of items)
    terminal.out(
      options.json ? `${JSON.stringify(recipe)}\n` : `${recipe.id}  ${recipe.title}: ${recipe.operations.length} operations\n`,
    );
  return exitCode.ok;
}

type Added = { readonly id: string | undefined; readonly document: string | undefined; readonly terminal: Terminal };

async function add(client: Client, { options }: ToolsCall, { id, document, terminal }: Added): Promise<number> {
  const { recipe, operation, credential, title, 'server-url': serverUrl } = options;
  if (id === undefined) throw new UsageError('Name the service: threadloom tools add ID FILE_OR_URL');
  if ((document === undefined) === (recipe === undefined)) throw new UsageError('Give a document or --recipe');
  const credentialId = credential === undefined ? undefined : await credentialIdOf(client, credential);
  const service = await client.createToolService({
    body: {
      id,
      ...(recipe !== undefined && { recipe }),
      ...(document !== undefined && (await sourceOf(document))),
      ...(operation.length > 0 && { operations: [...operation] }),
      ...(credentialId !== undefined && { credentialId }),
      ...(serverUrl !== undefined && { serverUrl }),
      ...(title !== undefined && { title }),
    },
  });
  const chosen = service.operations.filter(({ isChosen }) => isChosen);
  if (options.json) terminal.out(`${JSON.stringify(service)}\n`);
  else for (const { name, title: what } of chosen) terminal.out(printable(`${id}@${name}  ${what}`).concat('\n'));
  return exitCode.ok;
}

async function sourceOf(document: string): Promise<{ url: string } | { document: string }> {
  if (/^https?:\/\//i.test(document)) return { url: document };
  try {
    return { document: await readFile(document, 'utf8') };
  } catch (cause) {
    throw new UsageError(`${document} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

async function credentialIdOf(client: Client, name: string): Promise<string> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await client.listCredentials({ query: cursor === undefined ? {} : { cursor } });
    const found = items.find((credential) => credential.name === name);
    if (found) return found.id;
    if (nextCursor === null) throw new UsageError(`There is no credential '${name}' on the server`);
    cursor = nextCursor;
  }
}
