const PREFIX = 'knowledge@';

/** The id of the tool that searches a knowledge base. */
export function knowledgeToolId(base: string): string {
  return `${PREFIX}${base}`;
}
