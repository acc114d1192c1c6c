'use client';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Autosave } from '#components/editor/autosave.ts';
import { browserClock } from '#components/editor/browser-clock.ts';
import { type EditorState, type EditorStore, makeEditorStore } from '#components/editor/editor-store.ts';
import { warnBeforeLoss } from '#components/editor/warn-before-loss.ts';
import { problemsOf, watchProblems } from '#components/editor/watch-problems.ts';
import { apiClient } from '#components/run/api-client.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { getWorkflow } from '#lib/api/workflows.contract.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** A workflow as the API gives it. */
export type WorkflowResource = ContractOutput<typeof getWorkflow>;

type Editor = { readonly store: EditorStore; readonly autosave: Autosave };

const EditorContext = createContext<Editor | undefined>(undefined);

/** Opens a workflow for everything below. Give it the workflow's id as `key`: another one is another editor. */
export function EditorProvider({ workflow, children }: { workflow: WorkflowResource; children: ReactNode }) {
  const [editor] = useState(() => openEditor(workflow));
  useEffect(() => {
    const stops = [watchProblems(editor.store, nodeRegistry), editor.autosave.watch(), warnBeforeLoss(editor.store)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor]);
  return <EditorContext value={editor}>{children}</EditorContext>;
}

function openEditor({ id, revision, document: stored }: WorkflowResource): Editor {
  // Configs of older versions are brought up to date; that is stored with the first real change.
  const document = readWorkflow(stored, nodeRegistry).workflow ?? stored;
  const store = makeEditorStore({ workflowId: id, document, revision, problems: problemsOf(document, nodeRegistry) });
  return { store, autosave: new Autosave(store, { client: apiClient, clock: browserClock }) };
}

/** A document to be looked at as it was, by what draws one: nothing of it is checked, and nothing stored. */
export function FrozenEditorProvider({ document, children }: { document: Workflow; children: ReactNode }) {
  const [editor] = useState(() => {
    const store = makeEditorStore({ workflowId: '', document, revision: 0, problems: [] });
    return { store, autosave: new Autosave(store, { client: apiClient, clock: browserClock }) };
  });
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** A part of the editor's state; the component is drawn again when that part is another. */
export function useEditor<Part>(selector: (state: EditorState) => Part): Part {
  return useStore(useEditorStore(), selector);
}

/** The store itself, for handlers: `useEditorStore().getState()`. */
export function useEditorStore(): EditorStore {
  return useOpened().store;
}

/** `saveNow()` before something that wants the stored document; `keepMine` and `takeTheirs` settle a stale one. */
export function useAutosave(): Autosave {
  return useOpened().autosave;
}

function useOpened(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('This component belongs inside an EditorProvider');
  return editor;
}
