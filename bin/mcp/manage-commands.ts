import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Document, isMap, parseDocument } from 'yaml';
import { AppError } from '#lib/errors/app-error.ts';
import { mcpConfigSchema } from '#server/config/config-schema.ts';
import { DEFAULT_CONFIG_PATH } from '#server/config/load-config.ts';
import { replaceFile } from '../document/replace-file.ts';
import { exitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

type Call = {
  /** `add NAME COMMAND ARGUMENT…`, `remove NAME` or `list`. */
  readonly operands: readonly string[];
  readonly options: {
    readonly config: string | undefined;
    readonly env: readonly string[];
    readonly cwd: string | undefined;
    readonly replace: boolean;
  };
};

const AT = ['mcp', 'commands'];

/** Changes `mcp.commands` of the config file; comments and everything else in it stay. */
export async function manageCommands({ operands, options }: Call, terminal: Terminal): Promise<number> {
  const [action, name, ...command] = operands;
  const file = resolve(options.config ?? terminal.env.THREADLOOM_CONFIG_PATH ?? DEFAULT_CONFIG_PATH);
  const document = await readDocument(file);
  const names = namesIn(document);
  if (action === 'list') {
    for (const one of names) terminal.out(`${one}\n`);
    return exitCode.ok;
  }
  if (name === undefined) throw new UsageError(`The name is missing: threadloom mcp ${action} NAME`);
  if (action === 'remove') {
    if (!names.includes(name)) throw new UsageError(`${file} has no MCP command '${name}'`);
    document.deleteIn([...AT, name]);
  } else {
    if (names.includes(name) && !options.replace)
      throw new UsageError(`${file} already has an MCP command '${name}': choose another name, or add --replace`);
    document.setIn([...AT, name], document.createNode(readEntry(name, command, options)));
  }
  await write(file, document);
  terminal.err(
    action === 'remove'
      ? `Removed ${name} from ${file}. A running server no longer offers it.\n`
      : `Added ${name} to ${file}. A running server offers it at once: add it on the page MCP servers.\n`,
  );
  return exitCode.ok;
}

/** @throws {UsageError} for what the config file would refuse */
function readEntry(name: string, [command, ...args]: readonly string[], { env, cwd }: Call['options']) {
  if (command === undefined) throw new UsageError('The command is missing: threadloom mcp add NAME -- COMMAND [ARGUMENT…]');
  const pairs = env.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--env needs NAME=VALUE, not '${pair}'`);
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  const entry = {
    command,
    ...(args.length > 0 && { args }),
    ...(pairs.length > 0 && { env: Object.fromEntries(pairs) }),
    ...(cwd !== undefined && { cwd: resolve(cwd) }),
  };
  const { error } = mcpConfigSchema.safeParse({ commands: { [name]: entry } });
  if (error) throw new UsageError(`'${name}' cannot be added: ${error.issues[0]?.message}`);
  return entry;
}

/** @throws {AppError} `config-invalid` */
async function readDocument(file: string): Promise<Document> {
  const document = parseDocument(existsSync(file) ? await readFile(file, 'utf8') : '');
  const [problem] = document.errors;
  if (problem) throw new AppError('config-invalid', `${file} is not YAML: ${problem.message}`, { details: { file } });
  document.contents ??= document.createNode({}) as unknown as typeof document.contents;
  for (const path of [[], ['mcp'], AT]) {
    const node = path.length === 0 ? document.contents : document.getIn(path, true);
    // `mcp:` without a value is as if it were not there.
    if (path.length > 0 && document.hasIn(path) && document.getIn(path) === null) document.deleteIn(path);
    else if (node !== undefined && !isMap(node))
      throw new AppError('config-invalid', `${file}: ${path.join('.') || 'the file'} is not a mapping`, { details: { file } });
    // An empty map is written as `{}`, and what is added to it later would stay on that line.
    else if (isMap(node) && node.items.length === 0) node.flow = false;
  }
  return document;
}

function namesIn(document: Document): readonly string[] {
  const commands = document.getIn(AT, true);
  return isMap(commands) ? commands.items.map(({ key }) => String(key)) : [];
}

async function write(file: string, document: Document): Promise<void> {
  const text = document.toString();
  if (existsSync(file)) return replaceFile(file, text);
  // It may hold secrets later.
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}
