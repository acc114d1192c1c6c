'use client';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { apiClient } from '#components/data/api-client.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useSaveFirst } from '#components/editor/run/run-overlay.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { runNode } from '#lib/api/run-starts.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

export type NodeTestResult = ContractOutput<typeof runNode>;

/** Test of a single node: its typed inputs and the state of its latest run. */
export type NodeTest = {
  /** Undefined until the user changes the defaults. */
  readonly text?: string;
  readonly step:
    | { readonly at: 'idle' }
    | { readonly at: 'running'; readonly startedAtMs: number }
    | { readonly at: 'done'; readonly result: NodeTestResult }
    | { readonly at: 'refused'; readonly message: string };
};

type Tests = { readonly store: StoreApi<Readonly<Record<NodeId, NodeTest>>>; readonly running: Map<NodeId, AbortController> };

const untested: NodeTest = { step: { at: 'idle' } };
const testsOf = new WeakMap<EditorStore, Tests>();

/** Kept while the workflow is open, so that changing the selection loses nothing. */
function useTests(): Tests {
  const editor = useEditorStore();
  const known = testsOf.get(editor);
  if (known) return known;
  const made: Tests = { store: createStore(() => ({})), running: new Map() };
  testsOf.set(editor, made);
  return made;
}

/** The test of a node and its commands. A test runs the stored workflow, so changes are saved first. */
export function useNodeTest(nodeId: NodeId) {
  const { store, running } = useTests();
  const test = useStore(store, (tests) => (Object.hasOwn(tests, nodeId) ? tests[nodeId] : undefined)) ?? untested;
  const editor = useEditorStore();
  const saveFirst = useSaveFirst();
  const show = (change: Partial<NodeTest>) =>
    store.setState((tests) => ({ [nodeId]: { ...untested, ...tests[nodeId], ...change } }));

  async function run(text: string, inputs: Record<string, unknown>) {
    const controller = new AbortController();
    running.set(nodeId, controller);
    show({ text, step: { at: 'running', startedAtMs: Date.now() } });
    try {
      await saveFirst();
      const result = await apiClient.runNode(
        { params: { id: editor.getState().workflowId, nodeId }, body: { inputs: inputs as Record<string, never> } },
        { signal: controller.signal },
      );
      show({ step: { at: 'done', result } });
    } catch (error) {
      if (controller.signal.aborted) return;
      show({ step: { at: 'refused', message: errorMessage(error) } });
    }
  }

  return {
    test,
    run,
    setText: (text: string) => show({ text }),
    /** Restores the values of the shown run. */
    reset: () => store.setState((tests) => ({ [nodeId]: { step: (tests[nodeId] ?? untested).step } })),
    /** Stops waiting; the run itself continues. */
    leave: () => {
      running.get(nodeId)?.abort();
      show({ step: { at: 'idle' } });
    },
  };
}
