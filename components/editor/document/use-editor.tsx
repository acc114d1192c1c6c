'use client';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { apiClient } from '#components/data/api-client.ts';
import { pageServer } from '#components/data/page-client.ts';
import { Autosave, type SaveState } from '#components/editor/document/autosave.ts';
import { browserClock } from '#components/editor/document/browser-clock.ts';
import { checkInWorker } from '#components/editor/document/check-in-worker.ts';
import { DocumentWorker } from '#components/editor/document/document-worker.ts';
import { type EditorState, type EditorStore, makeEditorStore } from '#components/editor/document/editor-store.ts';
import { type EditorUi, type EditorUiStore, makeEditorUi } from '#components/editor/document/editor-ui.ts';
import { type KnownTool, namesTools } from '#components/editor/document/known-tools.ts';
import { namesOutside } from '#components/editor/document/names-outside.ts';
import { noticeOtherSaves } from '#components/editor/document/notice-other-saves.ts';
import { storeInWorker } from '#components/editor/document/store-in-worker.ts';
import { warnBeforeLoss } from '#components/editor/document/warn-before-loss.ts';
import { watchKnown } from '#components/editor/document/watch-known.ts';
import { watchProblems } from '#components/editor/document/watch-problems.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import { makeMethods } from '#lib/api/make-methods.ts';
import { type getWorkflow, replaceWorkflow } from '#lib/api/workflows.contract.ts';
import type { OutsideNames } from '#lib/workflow/outside-names.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { spreadStackedNodes } from '#lib/workflow/spread-stacked-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** A connection that is back is used at once, not when the next attempt is due. @returns how to stop */
function saveWhenOnline(autosave: Autosave): () => void {
  const save = () => void autosave.saveNow();
  window.addEventListener('online', save);
  return () => window.removeEventListener('online', save);
}

/** A workflow as the API gives it. */
export type WorkflowResource = ContractOutput<typeof getWorkflow>;

type Editor = {
  readonly store: EditorStore;
  readonly ui: EditorUiStore;
  readonly autosave: Autosave;
  readonly worker: DocumentWorker;
  /** Read-only. */
  readonly isFrozen?: boolean;
};

const EditorContext = createContext<Editor | undefined>(undefined);

type EditorProviderProps = {
  workflow: WorkflowResource;
  /** Those of the workflow; undefined when it was not checked yet. */
  problems: readonly Problem[] | undefined;
  children: ReactNode;
};

/** Opens a workflow for everything below. Give it the workflow's id as `key`: another one is another editor. */
export function EditorProvider({ workflow, problems, children }: EditorProviderProps) {
  const [editor] = useState(() => openEditor(workflow, problems));
  const isChecked = problems !== undefined;
  useEffect(() => {
    const stops = [
      editor.autosave.watch(),
      saveWhenOnline(editor.autosave),
      warnBeforeLoss(editor.autosave),
      noticeOtherSaves(editor.autosave, editor.store.getState().workflowId),
      watchKnown(editor.store, { key: 'tools', isNeeded: namesTools, load: loadTools }),
      watchKnown(editor.store, { key: 'names', isNeeded: namesOutside, load: loadNames }),
      // Last, since it stops the worker, which may have a last change to save: the page then saves it.
      watchProblems(editor.store, checkInWorker(editor.worker), { isChecked }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor, isChecked]);
  return <EditorContext value={editor}>{children}</EditorContext>;
}

async function loadTools(): Promise<readonly KnownTool[]> {
  return (await apiClient.listTools()).groups.flatMap(({ tools }) => tools);
}

function loadNames(): Promise<OutsideNames> {
  return apiClient.listNames();
}

function openEditor({ id, revision, document: stored }: WorkflowResource, problems: readonly Problem[] = []): Editor {
  // Old configs are migrated and stacked nodes spread; that is stored with the first real change.
  const migrated = readWorkflow(stored, nodeRegistry).workflow ?? stored;
  const document = { ...migrated, nodes: spreadStackedNodes(migrated) };
  const store = makeEditorStore({ workflowId: id, document, problems });
  if (isBlank(document)) store.getState().select({ nodes: document.nodes.map((node) => node.id) });
  return makeEditor(store, revision);
}

/** Whether a workflow is as it was created: its next step is the inputs of `start`. */
export function isBlank({ nodes }: Workflow): boolean {
  const [node, ...others] = nodes;
  if (node?.type !== 'start' || others.length > 0) return false;
  const { inputs = [] } = node.config;
  return Array.isArray(inputs) && inputs.length === 0;
}

/** Loaded with the editor: work must be saved even when no further code can be loaded. */
const saving = makeMethods(pageServer, { replaceWorkflow });

function makeEditor(store: EditorStore, revision = 0): Editor {
  const worker = new DocumentWorker();
  const client = storeInWorker(saving, worker);
  return { store, worker, ui: makeEditorUi(), autosave: new Autosave(store, { client, clock: browserClock, revision }) };
}

/** Provides a read-only document to the canvas, without checks and autosave. */
export function FrozenEditorProvider({ document, children }: { document: Workflow; children: ReactNode }) {
  const [editor] = useState(() => {
    const store = makeEditorStore({ workflowId: '', document, problems: [] });
    return { ...makeEditor(store), isFrozen: true };
  });
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** A part of the editor's state; the component is drawn again when that part is another. */
export function useEditor<Part>(selector: (state: EditorState) => Part): Part {
  return useStore(useEditorStore(), selector);
}

/** The save status of the document. */
export function useSaveState<Part>(selector: (state: SaveState) => Part): Part {
  return useStore(useOpened().autosave.state, selector);
}

/** The store itself, for handlers: `useEditorStore().getState()`. */
export function useEditorStore(): EditorStore {
  return useOpened().store;
}

/** The same for what is also shown outside of an editor. */
export function useEditorStoreIfAny(): EditorStore | undefined {
  return useContext(EditorContext)?.store;
}

/** What of the editor is open. */
export function useEditorUi<Part>(selector: (ui: EditorUi) => Part): Part {
  return useStore(useOpened().ui, selector);
}

/** The same for handlers: `useEditorUiStore().getState()`. */
export function useEditorUiStore(): EditorUiStore {
  return useOpened().ui;
}

/** `saveNow()` before an operation that uses the stored document. `keepMine`, `takeTheirs`: resolve a conflict. */
export function useAutosave(): Autosave {
  return useOpened().autosave;
}

/** Whether the opened document is read-only. */
export function useIsFrozen(): boolean {
  return useOpened().isFrozen === true;
}

function useOpened(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('This component belongs inside an EditorProvider');
  return editor;
}
