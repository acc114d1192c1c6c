'use client';
import { useSyncExternalStore } from 'react';
import { formMemory } from '#components/run-view/form/form-memory.ts';
import type { FormValues } from '#components/run-view/form/read-form.ts';

/** What this browser remembers of a workflow's form; nothing while the server draws the page. */
export function useFormValues(memoryKey: string): FormValues {
  return useSyncExternalStore(formMemory.subscribe, () => formMemory.read(memoryKey), formMemory.readOnServer);
}
