import { NodeFailure } from '#lib/errors/node-failure.ts';
import { readableText } from './readable-text.ts';

const MAX_TEXT_CHARS = 500;
/** Instead of the account that the library gives of its schemas. */
const NO_MESSAGE = 'it sent something that is not a message of MCP';
/** @see https://www.jsonrpc.org/specification */
const METHOD_NOT_FOUND = -32601;

/** What a failure of a server says, in one line and without markup. Servers choose parts of it. */
export function mcpErrorText(error: unknown): string {
  const cause = findCause(error);
  const text = isSchemaError(cause) ? NO_MESSAGE : cause instanceof Error ? cause.message || cause.name : String(cause);
  const line = readableText(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT_CHARS ? `${line.slice(0, MAX_TEXT_CHARS).toWellFormed()}…` : line;
}

function isSchemaError(error: unknown): boolean {
  return error instanceof Error && Array.isArray((error as { issues?: unknown }).issues);
}

/** Whether the server answered, with an error of the protocol: it refused the call. */
export function isProtocolError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ProtocolError';
}

/** Whether the server knows no such request. */
export function isMethodMissing(error: unknown): boolean {
  return isProtocolError(error) && (error as { code?: unknown }).code === METHOD_NOT_FOUND;
}

/** @returns whether only a person's sign-in helps */
export function isSignInNeeded(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'UnauthorizedError') return true;
    if ((cause as { status?: unknown }).status === 401) return true;
    if ((cause as { data?: { status?: unknown } }).data?.status === 401) return true;
  }
  return false;
}

export function unreachable(serverName: string, error: unknown): NodeFailure {
  if (isSignInNeeded(error))
    return new NodeFailure('mcp-sign-in', `The MCP server '${serverName}' wants a sign-in`, {
      hint: 'Sign in to it on the page MCP servers, or give it a credential',
      cause: error,
    });
  return new NodeFailure('mcp-unreachable', `The MCP server '${serverName}' could not be used: ${mcpErrorText(error)}`, {
    isRetryable: true,
    hint: 'Test it on the page MCP servers',
    cause: error,
  });
}

/** The innermost error that says something. */
function findCause(error: unknown): unknown {
  let found = error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause.message !== '') found = cause;
  return found;
}
