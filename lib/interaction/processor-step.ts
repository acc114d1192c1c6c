import { z } from 'zod';
import { processorRegistry } from './processors/registry.gen.ts';

export const processorNameSchema = z.enum(Object.keys(processorRegistry) as [keyof typeof processorRegistry]);

/**
 * Problems of a processor's config, at the fields of the step. Does not check a config that its
 * processor takes.
 */
export function checkProcessorConfig({
  value: { processorName, processorConfig = {} },
  issues,
}: z.core.ParsePayload<{
  processorName: keyof typeof processorRegistry;
  processorConfig?: Record<string, unknown> | undefined;
}>): void {
  const parsed = processorRegistry[processorName].config.safeParse(processorConfig);
  for (const { path, message } of parsed.error?.issues ?? [])
    issues.push({ code: 'custom', path: ['processorConfig', ...path], input: processorConfig, message });
}

/** One context processor of a chain: its name, or its name and its config. */
export const processorStepSchema = z.union([
  processorNameSchema,
  z
    .strictObject({
      processorName: processorNameSchema.meta({ title: 'Processor', description: 'What makes the conversation smaller.' }),
      processorConfig: z
        .record(z.string(), z.json())
        .optional()
        .meta({ title: 'Settings', description: 'What this processor takes; its defaults when empty.' }),
    })
    .check(checkProcessorConfig),
]);
export type ProcessorStep = z.output<typeof processorStepSchema>;
