'use client';
import { useEffect, useState } from 'react';
import { once } from '#lib/async/once.ts';

/** The published JSON Schema of the document; undefined until it is loaded, and without a connection. */
export function useWorkflowSchema(): object | undefined {
  const [schema, setSchema] = useState<object>();
  useEffect(() => {
    // Without it only completion is missing. The next time the view opens it is tried again.
    loadSchema().then(setSchema, () => {});
  }, []);
  return schema;
}

const loadSchema = once(async () => {
  const response = await fetch('/schema/workflow.schema.json');
  if (!response.ok) throw new Error(`The schema could not be loaded: ${response.status}`);
  return (await response.json()) as object;
});
