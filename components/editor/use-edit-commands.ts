'use client';
import { useMemo } from 'react';
import { makeEditCommands } from '#components/editor/edit-commands.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';

/** What people do with the opened workflow. */
export function useEditCommands() {
  const store = useEditorStore();
  return useMemo(() => makeEditCommands(store), [store]);
}
