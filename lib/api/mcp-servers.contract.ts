import { z } from 'zod';
import { mcpAppSchema } from '../mcp/mcp-app.ts';
import { MCP_TIMEOUT_S, mcpNameSchema, mcpToolSchema, mcpTransports } from '../mcp/mcp-server.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { privateHostSchema } from './private-host.ts';
import { storableText } from './storable-text.ts';

const id = z.string().min(1).max(100);
const name = mcpNameSchema.meta({ description: 'Unique in the workspace; the part before `@` in the ids of its tools.' });
const MAX_TOOLS = 500;
const MAX_HEADERS = 50;

const url = z.url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' }).max(10_000);
const headers = z
  .record(
    z
      .string()
      .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'Write the name of a header, such as X-Api-Version')
      .max(200),
    z.string().max(10_000),
  )
  .refine((values) => Object.keys(values).length <= MAX_HEADERS, `No more than ${MAX_HEADERS} headers`)
  .meta({
    description: 'Sent with every request, and readable by everyone who may edit workflows. Secrets belong in a credential.',
  });
const allowTools = z
  .array(storableText(z.string().min(1).max(200)))
  .max(MAX_TOOLS)
  .nullable()
  .meta({ description: 'The only tools that workflows may call, by their names at the server. Null for all accepted ones.' });
const approvals = z
  .record(z.string().min(1).max(200), z.enum(['always', 'never']))
  .meta({ description: 'Whether calls need an approval, by tool. Tools that are not listed follow their risk.' });
const timeoutS = z
  .int()
  .positive()
  .max(MCP_TIMEOUT_S.max)
  .meta({ description: `Time limit of one call in seconds. @defaultValue ${MCP_TIMEOUT_S.default}` });

const tool = z.object({
  ...mcpToolSchema.shape,
  id: z.string().meta({ description: 'Id for the fields `toolName` and `availableTools` of a node.' }),
  risk: z.enum(['low', 'medium', 'high']).meta({ description: 'By its hints, which are what the server says of itself.' }),
  state: z.enum(['approved', 'new', 'changed', 'removed']).meta({
    description: '`new` and `changed` tools are not called until the listing is accepted.',
  }),
  before: mcpToolSchema.nullable().meta({ description: 'Of a changed tool: what was accepted.' }),
  isAllowed: z.boolean().meta({ description: 'Whether `allowTools` contains it.' }),
  hiddenCharacters: z.int().meta({ description: 'Characters of its texts that a person does not see and a model reads.' }),
});

const resource = z.object({
  uri: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  mimeType: z.string().nullable(),
});

const serverSchema = z
  .object({
    id,
    name: z.string(),
    displayName: z.string(),
    transport: z.enum(mcpTransports),
    url: z.string().nullable(),
    command: z.string().nullable().meta({ description: 'Of `stdio`: its name in `mcp.commands` of the config file.' }),
    isEnabled: z.boolean(),
    headers: z.record(z.string(), z.string()),
    credentialId: storableText(id).nullable(),
    allowTools: z.array(z.string()).nullable(),
    approvals: z.record(z.string(), z.enum(['always', 'never'])),
    timeoutS: z.int(),
    status: z.enum(['unread', 'unaccepted', 'ready', 'changed', 'sign-in', 'failed', 'off']).meta({
      description:
        '`unread`: never contacted. `unaccepted`: read, but its tools have not been accepted. `changed`: its tools differ from what was accepted. `sign-in`: it wants one. `failed`: see `problem`. `off`: switched off.',
    }),
    problem: z.string().nullable().meta({ description: 'Why it could not be read the last time.' }),
    privateHost: privateHostSchema,
    isSignedIn: z.boolean().meta({ description: 'Whether tokens of a sign-in at its authorization server are stored.' }),
    refreshedAt: z.iso.datetime().nullable(),
    server: z.object({ name: z.string(), version: z.string(), title: z.string().nullable() }).nullable(),
    protocol: z.string().nullable().meta({ description: 'Version of the protocol that was agreed on.' }),
    tools: z.array(tool),
    resources: z.array(resource),
    resourceTemplates: z.array(resource),
    prompts: z.array(
      z.object({
        name: z.string(),
        description: z.string().nullable(),
        arguments: z.array(z.object({ name: z.string(), description: z.string().nullable(), isRequired: z.boolean() })),
      }),
    ),
    omitted: z.array(z.string()).meta({ description: 'What of the server is not used, and why.' }),
    apps: z.array(mcpAppSchema).meta({ description: 'The apps that were allowed, as they were then. No other one is shown.' }),
    listingHash: z
      .string()
      .nullable()
      .meta({ description: 'Of what would be accepted now; null when nothing is to be accepted.' }),
  })
  .register(components, { id: 'McpServer' });
export type McpServerResource = z.output<typeof serverSchema>;
export type McpToolResource = McpServerResource['tools'][number];

const shared = {
  displayName: storableText(z.string().trim().min(1).max(100)),
  isEnabled: z.boolean(),
  headers,
  credentialId: storableText(id)
    .nullable()
    .meta({ description: 'Credential that its requests carry, where its hosts allow it.' }),
  allowTools,
  approvals,
  timeoutS,
};
const server = { 200: { description: 'The server.', body: serverSchema } };

export const listMcpServers = defineContract({
  name: 'listMcpServers',
  method: 'GET',
  path: '/api/v1/mcp-servers',
  tag: 'mcp',
  summary: 'List MCP servers by name',
  description: 'From the database: no server is contacted.',
  results: {
    200: {
      description: 'All servers of the workspace.',
      body: z.object({
        items: z.array(serverSchema),
        commands: z
          .array(z.string())
          .meta({ description: 'Names in `mcp.commands` of the config file, for the transport `stdio`.' }),
      }),
    },
  },
  errors: [],
});

export const createMcpServer = defineContract({
  name: 'createMcpServer',
  method: 'POST',
  path: '/api/v1/mcp-servers',
  tag: 'mcp',
  summary: 'Add an MCP server',
  description: 'It is not contacted. `refresh` reads its tools, `accept` lets workflows call them.',
  body: z
    .strictObject({
      name,
      transport: z.enum(mcpTransports).default('http'),
      url: url.nullable().default(null),
      command: z.string().min(1).max(100).nullable().default(null),
      ...shared,
      displayName: shared.displayName.optional().meta({ description: '@defaultValue the name' }),
      isEnabled: shared.isEnabled.default(true),
      headers: headers.default({}),
      credentialId: shared.credentialId.default(null),
      allowTools: allowTools.default(null),
      approvals: approvals.default({}),
      timeoutS: timeoutS.default(MCP_TIMEOUT_S.default),
    })
    .refine(({ transport, url: address }) => (transport === 'http' || transport === 'sse') === (address !== null), {
      path: ['url'],
      message: 'An address belongs to the transports http and sse, and only to them',
    })
    .refine(({ transport, command }) => (transport === 'stdio') === (command !== null), {
      path: ['command'],
      message: 'A command belongs to the transport stdio, and only to it',
    }),
  results: { 201: { description: 'The server.', body: serverSchema } },
  errors: ['name-taken', 'not-found'],
});

export const getMcpServer = defineContract({
  name: 'getMcpServer',
  method: 'GET',
  path: '/api/v1/mcp-servers/{id}',
  tag: 'mcp',
  summary: 'Get an MCP server',
  params: z.object({ id }),
  results: server,
  errors: ['not-found'],
});

export const updateMcpServer = defineContract({
  name: 'updateMcpServer',
  method: 'PUT',
  path: '/api/v1/mcp-servers/{id}',
  tag: 'mcp',
  summary: 'Change an MCP server',
  description:
    'Missing fields stay as they are. With another address, its tools have to be accepted again and its sign-in is gone.',
  params: z.object({ id }),
  body: z.strictObject({ name, url, ...shared }).partial(),
  results: server,
  errors: ['not-found', 'name-taken'],
});

export const deleteMcpServer = defineContract({
  name: 'deleteMcpServer',
  method: 'DELETE',
  path: '/api/v1/mcp-servers/{id}',
  tag: 'mcp',
  summary: 'Delete an MCP server',
  description: 'Workflows that name its tools are not valid afterwards.',
  params: z.object({ id }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const refreshMcpServer = defineContract({
  name: 'refreshMcpServer',
  method: 'POST',
  path: '/api/v1/mcp-servers/{id}/refresh',
  tag: 'mcp',
  summary: 'Connect to an MCP server and read what it offers',
  description: 'Differences from the accepted tools are in `tools`; they are not called before they are accepted.',
  params: z.object({ id }),
  results: server,
  errors: ['not-found'],
});

export const acceptMcpServer = defineContract({
  name: 'acceptMcpServer',
  method: 'POST',
  path: '/api/v1/mcp-servers/{id}/accept',
  tag: 'mcp',
  summary: 'Accept the tools of an MCP server as they were read',
  params: z.object({ id }),
  body: z.strictObject({
    listingHash: z.string().max(100).meta({ description: 'Of the listing that was looked at, from the server.' }),
  }),
  results: server,
  errors: ['not-found', 'revision-stale'],
});

const foundApp = z.object({
  uri: z.string(),
  tools: z.array(z.string()).meta({ description: 'The tools whose results it shows.' }),
  app: mcpAppSchema.nullable().meta({ description: 'Null where it cannot be read.' }),
  refused: z.array(z.string()).meta({ description: 'Sources that it names and does not get: only https and wss origins are.' }),
  problem: z.string().nullable(),
  state: z.enum(['allowed', 'changed', 'new', 'unreadable']).meta({ description: '`changed`: since it was allowed.' }),
});
export type FoundAppResource = z.output<typeof foundApp>;

export const readMcpApps = defineContract({
  name: 'readMcpApps',
  method: 'POST',
  path: '/api/v1/mcp-servers/{id}/apps/read',
  tag: 'mcp',
  summary: 'Read the apps of an MCP server',
  description: 'Contacts the server. Apps are user interfaces that accepted tools name for their results; none is shown here.',
  params: z.object({ id }),
  results: { 200: { description: 'At most 20 apps.', body: z.object({ items: z.array(foundApp) }) } },
  errors: ['not-found'],
});

export const allowMcpApps = defineContract({
  name: 'allowMcpApps',
  method: 'PUT',
  path: '/api/v1/mcp-servers/{id}/apps',
  tag: 'mcp',
  summary: 'Allow the apps of an MCP server, as they are now',
  description: 'Replaces the list. The server is contacted: each app has to be what was looked at. An empty list allows none.',
  params: z.object({ id }),
  body: z.strictObject({
    apps: z.array(z.strictObject({ uri: z.string().max(1100), sha256: z.string().max(100) })).max(20),
  }),
  results: server,
  errors: ['not-found', 'revision-stale'],
});

export const importMcpServers = defineContract({
  name: 'importMcpServers',
  method: 'POST',
  path: '/api/v1/mcp-servers/import',
  tag: 'mcp',
  summary: 'Add MCP servers from an mcpServers JSON',
  description:
    'As Claude, Cursor, VS Code and others write it. Headers, and the query and password of its address, become a credential of its host, since any of them may be a secret; `accept`, `accept-language`, `content-type`, `mcp-protocol-version` and `user-agent` stay headers. A server that is a command is added only if the config file lists a command of its name.',
  body: z.record(z.string(), z.json()).meta({ description: '`{ "mcpServers": { "name": { "url": … } } }`' }),
  results: {
    200: {
      description: 'What was added, and what was not.',
      body: z.object({
        added: z.array(serverSchema),
        refused: z.array(
          z.object({
            name: z.string(),
            reason: z.string(),
            command: z.string().nullable().meta({
              description: 'Of a server that is a program: what an administrator runs so that it can be added; else null.',
            }),
          }),
        ),
      }),
    },
  },
  errors: [],
});

export const beginMcpSignIn = defineContract({
  name: 'beginMcpSignIn',
  method: 'POST',
  path: '/api/v1/mcp-servers/{id}/sign-in',
  tag: 'mcp',
  summary: 'Begin a sign-in at the authorization server of an MCP server',
  params: z.object({ id }),
  body: z.strictObject({
    redirectUrl: url.meta({ description: 'Page to which the browser returns: `/mcp/callback` of this server.' }),
    client: z
      .strictObject({ id: z.string().min(1).max(1000), secret: z.string().min(1).max(10_000).optional() })
      .optional()
      .meta({ description: 'Registration of Threadloom at the authorization server, if that takes none by the protocol.' }),
  }),
  results: { 200: { description: 'Where the browser goes.', body: z.object({ url: z.string() }) } },
  errors: ['not-found', 'mcp-failed'],
});

export const finishMcpSignIn = defineContract({
  name: 'finishMcpSignIn',
  method: 'POST',
  path: '/api/v1/mcp-sign-ins',
  tag: 'mcp',
  summary: 'Finish a sign-in with what the browser came back with',
  body: z.strictObject({
    // RFC 6749, appendix A.5
    state: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[\x20-\x7e]*$/, 'A state holds printable ASCII characters only'),
    code: z.string().min(1).max(10_000),
    iss: z.string().max(10_000).optional(),
  }),
  results: server,
  errors: ['not-found', 'mcp-failed'],
});

export const endMcpSignIn = defineContract({
  name: 'endMcpSignIn',
  method: 'DELETE',
  path: '/api/v1/mcp-servers/{id}/sign-in',
  tag: 'mcp',
  summary: 'Forget the tokens of a sign-in',
  params: z.object({ id }),
  results: { 204: { description: 'Forgotten.' } },
  errors: ['not-found'],
});

export const getMcpClientMetadata = defineContract({
  name: 'getMcpClientMetadata',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/mcp-client-metadata',
  tag: 'mcp',
  summary: 'Describe this server as an OAuth client of MCP servers',
  description: 'Read by authorization servers that take the address of this document as the id of the client.',
  results: {
    200: {
      description: 'The document.',
      body: z.object({
        client_id: z.string(),
        client_name: z.string(),
        redirect_uris: z.array(z.string()),
        grant_types: z.array(z.string()),
        response_types: z.array(z.string()),
        token_endpoint_auth_method: z.string(),
      }),
    },
  },
  errors: ['not-found'],
});
