import type { CallToolResult } from '@modelcontextprotocol/server';
import { errorMessage } from '#lib/errors/error-message.ts';

/** The answer of an operation as text; an error of it is a result with `isError`, which models read. */
export async function mcpAnswer(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify((await work()) ?? null) }] };
  } catch (error) {
    const { details } = error as { details?: unknown };
    const more = details === undefined ? '' : `\n${JSON.stringify(details)}`;
    return { isError: true, content: [{ type: 'text', text: `${errorMessage(error)}${more}` }] };
  }
}
