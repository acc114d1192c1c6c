const PREFIX = 'knowledge@';

/** The id of the tool that searches a knowledge base. */
export function knowledgeToolId(base: string): string {
  return `${PREFIX}${base}`;
}

/** The base that a tool searches; undefined for other tools. */
export function baseOfTool(toolId: string): string | undefined {
  return toolId.startsWith(PREFIX) ? toolId.slice(PREFIX.length) : undefined;
}
