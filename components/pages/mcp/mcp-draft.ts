import { headerLinesOf, readHeaderLines } from '#components/data/header-lines.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import { MCP_TIMEOUT_S, type McpTransport, mcpNameSchema } from '#lib/mcp/mcp-server.ts';

/** A server as its form holds it: every field a text. */
export type McpDraft = {
  readonly name: string;
  readonly displayName: string;
  readonly transport: McpTransport;
  readonly url: string;
  readonly command: string;
  /** One `Name: value` in each line. */
  readonly headers: string;
  readonly credentialId: string;
  readonly timeoutS: string;
};
export type McpDraftProblems = Partial<Record<keyof McpDraft, 'missing' | 'name' | 'taken' | 'url' | 'headers' | 'timeout'>>;

export const NEW_DRAFT: McpDraft = {
  name: '',
  displayName: '',
  transport: 'http',
  url: '',
  command: '',
  headers: '',
  credentialId: '',
  timeoutS: String(MCP_TIMEOUT_S.default),
};

export function draftOf(server: McpServerResource): McpDraft {
  const { name, displayName, transport, url, command, headers, credentialId, timeoutS } = server;
  return {
    name,
    displayName,
    transport,
    url: url ?? '',
    command: command ?? '',
    headers: headerLinesOf(headers),
    credentialId: credentialId ?? '',
    timeoutS: String(timeoutS),
  };
}

/** @param taken names of other servers */
export function draftProblems(draft: McpDraft, taken: readonly string[]): McpDraftProblems {
  const problems: McpDraftProblems = {};
  const name = draft.name.trim();
  if (name === '') problems.name = 'missing';
  else if (!mcpNameSchema.safeParse(name).success) problems.name = 'name';
  else if (taken.includes(name)) problems.name = 'taken';
  if (draft.transport === 'stdio') {
    if (draft.command === '') problems.command = 'missing';
  } else {
    if (draft.url.trim() === '') problems.url = 'missing';
    else if (!/^https?:\/\//i.test(draft.url.trim()) || !URL.canParse(draft.url.trim())) problems.url = 'url';
    if (!readHeaderLines(draft.headers)) problems.headers = 'headers';
  }
  const timeoutS = Number(draft.timeoutS);
  if (!Number.isInteger(timeoutS) || timeoutS < 1 || timeoutS > MCP_TIMEOUT_S.max) problems.timeoutS = 'timeout';
  return problems;
}

/** What of a draft without problems a server takes, new or changed. */
export function settingsOf(draft: McpDraft) {
  const name = draft.name.trim();
  return {
    name,
    displayName: draft.displayName.trim() || name,
    headers: draft.transport === 'stdio' ? {} : (readHeaderLines(draft.headers) ?? {}),
    credentialId: draft.credentialId || null,
    timeoutS: Number(draft.timeoutS),
  };
}
