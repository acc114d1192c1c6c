'use client';
import { useEffect, useState } from 'react';

let loading: Promise<object> | undefined;

/** The published JSON Schema of the document; undefined until it is loaded, and without a connection. */
export function useWorkflowSchema(): object | undefined {
  const [schema, setSchema] = useState<object>();
  useEffect(() => {
    loading ??= loadSchema();
    loading.then(setSchema, () => {
      // Only completion is missing. The next time the view opens it is tried again.
      loading = undefined;
    });
  }, []);
  return schema;
}

async function loadSchema(): Promise<object> {
  const response = await fetch('/schema/workflow.schema.json');
  if (!response.ok) throw new Error(`The schema could not be loaded: ${response.status}`);
  return (await response.json()) as object;
}
