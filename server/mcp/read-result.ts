import type { CallToolResult, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/client';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { jsonExcess } from '#lib/json/json-limits.ts';
import { withoutHidden } from '#lib/mcp/hidden-text.ts';

const MAX_ERROR_CHARS = 2000;
const MAX_SUMMARY_CHARS = 200;

type Block = CallToolResult['content'][number];

/**
 * The data of a tool's result: its structured content, else its one text, else the list of its parts.
 * @throws {NodeFailure} `tool-failed` for a result with `isError`
 */
export function readToolResult({ content = [], structuredContent, isError }: CallToolResult): { data: unknown; summary: string } {
  const text = textOf(content);
  if (isError) throw new NodeFailure('tool-failed', text.slice(0, MAX_ERROR_CHARS).toWellFormed() || 'it gave no reason');
  const data = structuredContent ?? (content.every(({ type }) => type === 'text') ? text : content.map(toPart));
  const excess = jsonExcess(data);
  if (excess !== undefined) throw new NodeFailure('tool-failed', `it answered JSON with ${excess}`);
  return { data, summary: summaryOf(text, content) };
}

export function readResourceResult({ contents }: ReadResourceResult): { data: unknown; summary: string } {
  const parts = contents.map(({ uri, mimeType, ...body }) => ({
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...('text' in body ? { text: withoutHidden(String(body.text)) } : { base64: (body as { blob: string }).blob }),
  }));
  return {
    data: { contents: parts },
    summary: parts
      .map(({ uri }) => uri)
      .join(', ')
      .slice(0, MAX_SUMMARY_CHARS),
  };
}

export function readPromptResult({ description, messages }: GetPromptResult): { data: unknown; summary: string } {
  return {
    data: {
      ...(description !== undefined && { description: withoutHidden(description) }),
      messages: messages.map(({ role, content }) => ({ role, content: toPart(content as Block) })),
    },
    summary: `${messages.length} messages`,
  };
}

function textOf(content: readonly Block[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [withoutHidden(block.text)] : [])).join('\n\n');
}

function toPart(block: Block): unknown {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: withoutHidden(block.text) };
    case 'image':
    case 'audio':
      return { type: block.type, mimeType: block.mimeType, base64: block.data };
    case 'resource_link':
      return { type: 'link', uri: block.uri, name: block.name };
    case 'resource':
      return {
        type: 'resource',
        ...block.resource,
        ...('text' in block.resource && { text: withoutHidden(block.resource.text) }),
      };
    default:
      return block satisfies never;
  }
}

function summaryOf(text: string, content: readonly Block[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line !== '') return line.length > MAX_SUMMARY_CHARS ? `${line.slice(0, MAX_SUMMARY_CHARS).toWellFormed()}…` : line;
  return content.length === 0 ? 'It answered nothing' : `It answered ${content.map(({ type }) => type).join(', ')}`;
}
