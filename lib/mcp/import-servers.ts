import { z } from 'zod';
import { type McpTransport, mcpNameSchema } from './mcp-server.ts';

export type ImportedCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** A server of an imported configuration, or why it cannot be added. */
export type ImportedServer =
  | {
      readonly name: string;
      readonly displayName: string;
      readonly transport: Extract<McpTransport, 'http' | 'sse'>;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** One that runs as a process, which only the administrator's list can hold. */
  | ({ readonly name: string; readonly displayName: string; readonly transport: 'stdio' } & ImportedCommand)
  | { readonly name: string; readonly displayName: string; readonly problem: 'no-address' | 'bad-address' };

const MAX_SERVERS = 50;

const entrySchema = z.looseObject({
  url: z.string().max(10_000).optional(),
  serverUrl: z.string().max(10_000).optional(),
  httpUrl: z.string().max(10_000).optional(),
  type: z.string().max(100).optional(),
  transport: z.string().max(100).optional(),
  headers: z.record(z.string().max(200), z.string().max(10_000)).optional(),
  command: z.string().max(10_000).optional(),
  args: z.array(z.string().max(10_000)).optional(),
  env: z.record(z.string().max(200), z.string().max(10_000)).optional(),
});
const servers = z
  .record(z.string().max(200), entrySchema)
  .refine((entries) => Object.keys(entries).length <= MAX_SERVERS, `No more than ${MAX_SERVERS} servers at once`);

/** The configuration that Claude, Cursor, VS Code and others read: `mcpServers`, or `servers` of VS Code. */
export const mcpServersSchema = z.union([
  z.looseObject({ mcpServers: servers }).transform((value) => value.mcpServers),
  z.looseObject({ servers }).transform((value) => value.servers),
]);

/** @param entries as `mcpServersSchema` reads them */
export function readImportedServers(entries: z.output<typeof mcpServersSchema>): ImportedServer[] {
  const taken = new Set<string>();
  return Object.entries(entries).map(([displayName, entry]): ImportedServer => {
    const name = freeName(displayName, taken);
    taken.add(name);
    const url = entry.url ?? entry.serverUrl ?? entry.httpUrl;
    if (url === undefined) {
      const { command, args = [], env = {} } = entry;
      if (command === undefined) return { name, displayName, problem: 'no-address' };
      return { name, displayName, transport: 'stdio', command, args, env };
    }
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { name, displayName, problem: 'bad-address' };
    const transport = (entry.type ?? entry.transport) === 'sse' ? 'sse' : 'http';
    return { name, displayName, transport, url, headers: entry.headers ?? {} };
  });
}

/** A name that documents can use: lowercase letters, digits, `-` and `_`. */
function freeName(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 36)
    .replace(/-$/, '');
  // Some names belong to tools of other kinds.
  const name = plain === '' ? 'server' : mcpNameSchema.safeParse(plain).success ? plain : `${plain}-server`;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
