'use client';
import { useMemo } from 'react';
import { makeArrangeCommands } from '#components/editor/document/arrange-commands.ts';
import { makeContainerCommands } from '#components/editor/document/container-commands.ts';
import { makeEditCommands } from '#components/editor/document/edit-commands.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { makeInsertCommands } from '#components/editor/document/insert-commands.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';

/** What people do with an opened workflow. */
export type AllEditCommands = ReturnType<typeof makeAll>;

const makeAll = (store: EditorStore) => ({
  ...makeEditCommands(store),
  ...makeArrangeCommands(store),
  ...makeInsertCommands(store),
  ...makeContainerCommands(store),
});

/** What people do with the opened workflow. */
export function useEditCommands(): AllEditCommands {
  const store = useEditorStore();
  return useMemo(() => makeAll(store), [store]);
}
