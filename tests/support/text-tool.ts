import { z } from 'zod';
import { type AnyToolDefinition, defineTool } from '#lib/tools/define-tool.ts';

/**
 * A tool that takes a text, for tests that say what it does; it reads and asks nobody unless it is
 * told otherwise.
 */
export function textTool(id: string, extra: Partial<Omit<AnyToolDefinition, 'id'>> = {}): AnyToolDefinition {
  const tool = defineTool({
    id,
    title: id,
    description: 'For this test.',
    group: 'web',
    risk: 'low',
    scope: 'workspace',
    effects: 'read',
    input: z.strictObject({ text: z.string() }),
    output: z.unknown(),
    timeoutMs: 30_000,
  });
  return { ...tool, ...extra };
}
