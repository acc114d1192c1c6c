import { z } from 'zod';
import { languages } from '#lib/i18n/language.ts';
import { DEFAULT_MEMORY_DAYS } from '#lib/workflow/memory-settings.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

const taskSettingsSchema = z.object({
  /** The default model of the server when missing. */
  model: z.string().optional(),
  keepDays: z.int().positive().default(DEFAULT_MEMORY_DAYS),
  language: z.enum(languages).default('en'),
});
export type TaskSettings = z.output<typeof taskSettingsSchema>;

/** What a task keeps of its workflow, which may change until the task is worked on. */
export function taskSettingsOf({ settings: { memory, defaultModel, language } }: Workflow): z.input<typeof taskSettingsSchema> {
  const model = memory?.model ?? defaultModel;
  return {
    ...(model !== undefined && { model }),
    ...(memory?.keepDays !== undefined && { keepDays: memory.keepDays }),
    ...(language !== undefined && { language }),
  };
}

/** Settings that cannot be read, of another build, are the defaults. */
export function readTaskSettings(text: string): TaskSettings {
  return taskSettingsSchema.safeParse(JSON.parse(text)).data ?? taskSettingsSchema.parse({});
}
