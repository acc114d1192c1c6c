import { z } from 'zod';
import { type AnyToolDefinition, defineTool } from '#lib/tools/define-tool.ts';

/**
 * A tool with a text parameter, whose handler the test defines. By default it is read-only and needs
 * no approval.
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
