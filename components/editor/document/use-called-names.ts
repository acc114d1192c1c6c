'use client';
import { useMemo } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { readPages } from '#components/data/read-pages.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';

const LISTED = 100;

/** Names of called workflows by id, loaded once for all nodes and when the set of called workflows changes. */
export function useCalledNames(): ReadonlyMap<string, string> {
  const called = useEditor(({ document }) =>
    document.nodes
      .filter(({ type, config }) => type === 'workflow' && config.workflowId)
      .map(({ config }) => config.workflowId)
      .sort()
      .join(' '),
  );
  // The list, since asking for one that is gone would be an error in the console.
  const page = useAnswer(called || undefined, (_, signal) =>
    readPages(
      (cursor) => apiClient.listWorkflows({ query: { limit: LISTED, ...(cursor !== undefined && { cursor }) } }, { signal }),
      (items) => called.split(' ').every((wanted) => items.some(({ id }) => id === wanted)),
    ),
  );
  return useMemo(() => new Map(page?.items.map(({ id, name }) => [id, name])), [page]);
}
