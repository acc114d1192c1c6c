import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type trigger from '#triggers/form.trigger.ts';
import { defineTriggerHandler } from '../define-trigger-handler.ts';
import { readHookBody } from '../read-hook-body.ts';

const MAX_KEY_CHARS = 200;
const formSchema = z.strictObject({ values: z.record(z.string(), z.json()) });

export default defineTriggerHandler<typeof trigger>({
  receive(_config, request, { now }) {
    if (request.method !== 'POST') throw new AppError('method-not-allowed', `A form takes POST, not ${request.method}.`);
    const form = formSchema.safeParse(readHookBody(request).value);
    if (!form.success)
      throw new AppError('body-invalid', 'A form is sent as JSON: an object with values by the names of inputs.');
    const values = Object.fromEntries(Object.entries(form.data.values).map(([name, value]) => [name, withoutReference(value)]));
    const key = request.headers['idempotency-key']?.slice(0, MAX_KEY_CHARS);
    return { event: { values, submittedAt: now.toISOString() }, ...(key !== undefined && { key }) };
  },
});

/** A file has its content: a form may name no file of the workspace. */
function withoutReference(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { fileId: _, ...rest } = value as Record<string, unknown>;
  return rest;
}
