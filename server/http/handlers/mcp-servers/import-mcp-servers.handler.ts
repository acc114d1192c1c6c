import { importMcpServers } from '#lib/api/mcp-servers.contract.ts';
import { credentialFields } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { commandLineOf } from '#lib/mcp/command-line.ts';
import { type ImportedServer, mcpServersSchema, readImportedServers } from '#lib/mcp/import-servers.ts';
import { MCP_TIMEOUT_S } from '#lib/mcp/mcp-server.ts';
import { sealFields } from '../../../credentials/sealed-credential.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

const NO_SERVERS = 'It has no `mcpServers` with servers by name, each with `url` or `command`';
const MAX_NAME_CHARS = 100;
/** Headers that carry no secret, whatever their value. Any other one may. */
const PLAIN_HEADERS = ['accept', 'accept-language', 'content-type', 'mcp-protocol-version', 'user-agent'];

type Context = Pick<HandlerContext, 'repos' | 'deps'>;
type HttpServer = Extract<ImportedServer, { url: string }>;

export const importMcpServersHandler = defineHandler(importMcpServers, async ({ body, ...context }) => {
  const { repos, deps, workspaceId } = context;
  const parsed = mcpServersSchema.safeParse(body);
  if (!parsed.success)
    throw new AppError('body-invalid', `body: ${NO_SERVERS}`, { details: { problems: [{ path: 'body', message: NO_SERVERS }] } });
  const added: string[] = [];
  const refused: { name: string; reason: string; command: string | null }[] = [];
  for (const server of readImportedServers(parsed.data)) {
    const result = await addOrRefuse(server, context);
    if ('serverId' in result) added.push(result.serverId);
    else refused.push({ name: server.displayName, reason: result.reason, command: result.command ?? null });
  }
  deps.mcp.invalidate(workspaceId);
  const servers = await Promise.all(added.map((serverId) => loadMcpServer(repos, serverId)));
  return { status: 200, body: { added: servers.map(toMcpServerResource), refused } };
});

async function addOrRefuse(
  server: ImportedServer,
  context: Context,
): Promise<{ readonly serverId: string } | { readonly reason: string; readonly command?: string | undefined }> {
  if ('problem' in server)
    return { reason: server.problem === 'no-address' ? 'It has neither url nor command' : 'Its url is no http or https address' };
  const { name } = server;
  if (server.transport === 'stdio' && !context.deps.mcp.commandNames().includes(name))
    return {
      reason: `It runs a command on this machine. The administrator can list it as mcp.commands.${name}`,
      command: commandLineOf(name, server),
    };
  const serverId = context.deps.newId('mcp');
  try {
    await (server.transport === 'stdio' ? addCommand(server, serverId, context) : addHttpServer(server, serverId, context));
    return { serverId };
  } catch (error) {
    if (AppError.is(error) && (error.code === 'name-taken' || error.code === 'body-invalid')) return { reason: error.message };
    throw error;
  }
}

async function addCommand({ name, displayName }: ImportedServer, serverId: string, { repos }: Context): Promise<void> {
  const command = { url: null, commandName: name, headers: {}, credentialId: null, transport: 'stdio' } as const;
  await repos.mcpServers.create({ ...settingsOf(displayName), ...command, serverId, name });
}

async function addHttpServer(server: HttpServer, serverId: string, context: Context): Promise<void> {
  const { repos } = context;
  const { name, displayName, transport } = server;
  const { url, headers, secret } = splitSecrets(server);
  const hasSecret = Object.keys({ ...secret.headers, ...secret.query }).length > 0;
  const credentialId = hasSecret ? await addCredential({ name, url, secret }, context) : null;
  const http = { url, commandName: null, headers, credentialId, transport };
  try {
    await repos.mcpServers.create({ ...settingsOf(displayName), ...http, serverId, name });
  } catch (error) {
    if (credentialId !== null) await repos.credentials.remove(credentialId);
    throw error;
  }
}

function settingsOf(displayName: string) {
  const settings = { isEnabled: true, allowTools: null, approvals: {}, timeoutS: MCP_TIMEOUT_S.default };
  return { ...settings, displayName: displayName.slice(0, MAX_NAME_CHARS) };
}

type Secrets = { readonly headers: Readonly<Record<string, string>>; readonly query: Readonly<Record<string, string>> };

/** Headers, the query and a password of the address may be secrets, so they are kept as if they were. */
function splitSecrets({ url: text, headers: given }: HttpServer) {
  const url = new URL(text);
  const { username, password } = url;
  const query = Object.fromEntries(url.searchParams);
  const isPlain = ([name]: [string, string]) => PLAIN_HEADERS.includes(name.toLowerCase());
  const headers = Object.fromEntries(Object.entries(given).filter(isPlain));
  const secretHeaders = Object.fromEntries(Object.entries(given).filter((entry) => !isPlain(entry)));
  if (
    (username !== '' || password !== '') &&
    !Object.keys(secretHeaders).some((name) => name.toLowerCase() === 'authorization')
  ) {
    const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    secretHeaders.Authorization = `Basic ${Buffer.from(words).toString('base64')}`;
  }
  const isBare = url.search === '' && username === '' && password === '';
  Object.assign(url, { search: '', username: '', password: '' });
  return { url: isBare ? text : url.href, headers, secret: { headers: secretHeaders, query } };
}

/** The values that may be secret, for the host of the server only. A credential of an earlier import keeps its name. */
async function addCredential(
  { name, url, secret }: { name: string; url: string; secret: Secrets },
  { repos, deps }: Context,
): Promise<string> {
  const { hostname, host, protocol, port } = new URL(url);
  const credentialId = deps.newId('cred');
  const [[header, value] = ['', ''], ...others] = Object.entries(secret.headers);
  const isOneHeader = header !== '' && others.length === 0 && Object.keys(secret.query).length === 0;
  const type = isOneHeader ? 'header' : 'custom';
  const fields = isOneHeader ? { name: header, value } : secret;
  const { error } = credentialFields[type].safeParse(fields);
  if (error) throw new AppError('body-invalid', `Its secret headers cannot be stored: ${error.issues[0]?.message}`);
  const hosts = [protocol === 'https:' && port === '' ? hostname : port === '' ? `${host}:80` : host];
  const sealed = sealFields({ credentialId, type }, fields, deps.credentials.secrets);
  const credential = { credentialId, type, hosts, sealed, oauthGrant: null } as const;
  for (let number = 1; ; number++) {
    try {
      await repos.credentials.create({ ...credential, name: number === 1 ? `mcp-${name}` : `mcp-${name}-${number}` });
      return credentialId;
    } catch (error) {
      if (!AppError.is(error) || error.code !== 'name-taken') throw error;
    }
  }
}
