import { createHash } from 'node:crypto';
import type { ReadResourceResult } from '@modelcontextprotocol/client';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { canonicalJson } from '#lib/mcp/compare-tools.ts';
import { APP_MIME_TYPE, type McpApp, readAppSources } from '#lib/mcp/mcp-app.ts';

/** Of the HTML of one app. Bundled ones have about half a megabyte. */
const MAX_APP_BYTES = 4 * 1024 * 1024;

export type AppContent = {
  readonly app: McpApp;
  readonly html: string;
  /** What it names as sources, and no policy can have. */
  readonly refused: readonly string[];
};

/** @throws {NodeFailure} `mcp-app-invalid`: the resource is no app */
export function readApp(uri: string, { contents }: ReadResourceResult): AppContent {
  const found = contents.find((content) => content.uri === uri) ?? contents[0];
  if (!found) throw notAnApp(uri, 'it is empty');
  if (found.mimeType?.replaceAll(' ', '').toLowerCase() !== APP_MIME_TYPE) {
    throw notAnApp(uri, `its type is ${(found.mimeType ?? 'not named').slice(0, 100)} instead of ${APP_MIME_TYPE}`);
  }
  const html = 'text' in found ? found.text : Buffer.from((found as { blob: string }).blob, 'base64').toString('utf8');
  const sizeBytes = Buffer.byteLength(html);
  if (sizeBytes > MAX_APP_BYTES) throw notAnApp(uri, `it has more than ${MAX_APP_BYTES / 1024 / 1024} MB`);
  const { csp } = (found._meta?.ui ?? {}) as { csp?: unknown };
  const { sources, refused } = readAppSources(csp);
  const sha256 = createHash('sha256').update(canonicalJson(sources)).update('\n').update(html).digest('base64url');
  return { app: { uri, sha256, sizeBytes, sources }, html, refused };
}

function notAnApp(uri: string, why: string): NodeFailure {
  return new NodeFailure('mcp-app-invalid', `${uri.slice(0, 200)} is no app that can be shown: ${why}`);
}
