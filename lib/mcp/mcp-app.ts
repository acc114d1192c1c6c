import { z } from 'zod';

/** Media type of a resource with a user interface. @see https://github.com/modelcontextprotocol/ext-apps */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';
export const APP_URI_START = 'ui://';
/** Name of the extension among the capabilities of a client. */
export const APP_EXTENSION = 'io.modelcontextprotocol/ui';
const MAX_SOURCES = 30;

/**
 * An origin that a policy may name: encrypted, with a name or an address, at most with one leading `*`. Anything else
 * could end the directive and begin another one.
 */
const SOURCE = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,20}(?::\d{1,5})?$/;
const sources = z.array(z.string().regex(SOURCE)).max(MAX_SOURCES);

/** Where an app may send requests to, and from where it may load parts. All empty: nowhere. */
export const appSourcesSchema = z.object({
  connect: sources.meta({ description: 'For requests of its code.' }),
  resource: sources.meta({ description: 'For scripts, styles, images, fonts and media.' }),
  frame: sources.meta({ description: 'For frames inside of it.' }),
  base: sources.meta({ description: 'As base of relative addresses.' }),
});
export type AppSources = z.output<typeof appSourcesSchema>;
export const appSourceKinds = ['connect', 'resource', 'frame', 'base'] as const satisfies readonly (keyof AppSources)[];

/** The user interface of a tool's results, as it was at one time. Its text is read from its server when it is shown. */
export const mcpAppSchema = z.object({
  uri: z.string(),
  sha256: z.string().meta({ description: 'Of its HTML and its sources, in base64url.' }),
  sizeBytes: z.int().nonnegative(),
  sources: appSourcesSchema,
});
export type McpApp = z.output<typeof mcpAppSchema>;

function isAppSource(source: unknown): source is string {
  return typeof source === 'string' && SOURCE.test(source);
}

/** Names the sources in the address of the frame that shows the app. */
export function appFrameQuery(given: AppSources): string {
  const pairs = appSourceKinds.flatMap((kind) => given[kind].map((source) => [kind, source] as [string, string]));
  return new URLSearchParams(pairs).toString();
}

/** The sources that the address of a frame names; other values are dropped. */
export function appSourcesOf(query: URLSearchParams): AppSources {
  const [connect, resource, frame, base] = appSourceKinds.map((kind) =>
    query.getAll(kind).filter(isAppSource).slice(0, MAX_SOURCES),
  );
  return { connect: connect ?? [], resource: resource ?? [], frame: frame ?? [], base: base ?? [] };
}

/** Reads `_meta.ui.csp` of a resource. @returns in `refused` the values that no policy can have */
export function readAppSources(csp: unknown): { readonly sources: AppSources; readonly refused: readonly string[] } {
  const refused: string[] = [];
  const read = (name: string): string[] => {
    const given = typeof csp === 'object' && csp !== null ? (csp as Record<string, unknown>)[name] : undefined;
    if (!Array.isArray(given)) return [];
    const named = given.map((source) => (typeof source === 'string' ? source.toLowerCase().replace(/\/$/, '') : source));
    const usable = named.filter(isAppSource).slice(0, MAX_SOURCES);
    for (const source of named.slice(0, MAX_SOURCES)) if (!isAppSource(source)) refused.push(String(source).slice(0, 200));
    return usable;
  };
  const found = {
    connect: read('connectDomains'),
    resource: read('resourceDomains'),
    frame: read('frameDomains'),
    base: read('baseUriDomains'),
  };
  return { sources: found, refused };
}
