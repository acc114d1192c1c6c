'use client';
import { useSyncExternalStore } from 'react';
import { formMemory } from '#components/run/form-memory.ts';
import type { FormValues } from '#components/run/read-form.ts';

/** What this browser remembers of a template's form; nothing while the server draws the page. */
export function useFormValues(templateId: string): FormValues {
  return useSyncExternalStore(formMemory.subscribe, () => formMemory.read(templateId), formMemory.readOnServer);
}
