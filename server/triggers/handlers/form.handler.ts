import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type trigger from '#triggers/form.trigger.ts';
import { defineTriggerHandler } from '../define-trigger-handler.ts';
import { isJsonType, readHookBody } from '../read-hook-body.ts';

const MAX_KEY_CHARS = 200;
const formSchema = z.strictObject({ values: z.record(z.string(), z.json()) });

export default defineTriggerHandler<typeof trigger>({
  admit(_config, { method, headers }) {
    if (method !== 'POST')
      throw new AppError('method-not-allowed', `A form takes POST, not ${method}.`, { details: { allow: ['POST'] } });
    const type = headers['content-type'] ?? '';
    if (isJsonType(type)) return 'open';
    throw new AppError(
      'content-type-unsupported',
      `A form is sent as application/json, not as ${type || 'bytes without a type'}.`,
    );
  },
  async receive(_config, request, { now }) {
    const form = formSchema.safeParse((await readHookBody(request)).value);
    if (!form.success)
      throw new AppError('body-invalid', 'A form is sent as JSON: an object with values by the names of inputs.');
    const values = Object.fromEntries(Object.entries(form.data.values).map(([name, value]) => [name, withoutReference(value)]));
    const key = request.headers['idempotency-key']?.slice(0, MAX_KEY_CHARS);
    return { event: { values, submittedAt: now.toISOString() }, ...(key !== undefined && { key }) };
  },
});

/** A file has its content: a form may name no file of the workspace. */
function withoutReference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReference);
  if (typeof value !== 'object' || value === null) return value;
  const { fileId: _, ...rest } = value as Record<string, unknown>;
  return rest;
}
