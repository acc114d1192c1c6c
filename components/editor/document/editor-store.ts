import { createStore, type StoreApi } from 'zustand/vanilla';
import { type EditHistory, emptyHistory, recordEdit, stepBack, stepForward } from '#components/editor/document/edit-history.ts';
import type { KnownTool } from '#components/editor/document/known-tools.ts';
import { type Learnt, nothingLearnt } from '#components/editor/document/learnt-schemas.ts';
import { withRoom } from '#components/editor/document/make-room.ts';
import type { OutsideNames } from '#lib/workflow/outside-names.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** What one step of the history did, as undo and redo name it. */
export type EditLabel =
  | 'add'
  | 'align'
  | 'collapse'
  | 'config'
  | 'connect'
  | 'delete'
  | 'disable'
  | 'duplicate'
  | 'fix'
  | 'group'
  | 'insert'
  | 'json'
  | 'label'
  | 'layout'
  | 'move'
  | 'note'
  | 'options'
  | 'paste'
  | 'proposal'
  | 'rename'
  | 'replace'
  | 'nest'
  | 'trigger'
  | 'ungroup'
  | 'workflow';

/** One step of the history. Edits with the same mergeKey within a second become one step (typing, dragging). */
export type Edit = { readonly label: EditLabel; readonly mergeKey?: string; run(workflow: Workflow): Workflow };

type Selection = { readonly nodes?: Iterable<NodeId>; readonly edges?: Iterable<string>; readonly notes?: Iterable<string> };

export type EditorState = {
  readonly workflowId: string;
  readonly document: Workflow;
  readonly selectedNodes: ReadonlySet<NodeId>;
  readonly selectedEdges: ReadonlySet<string>;
  readonly selectedNotes: ReadonlySet<string>;
  /** Errors and warnings of the document, a moment after each change. */
  readonly problems: readonly Problem[];
  /** The list of values is open in a field: its problems wait until it is closed. */
  readonly isCompleting: boolean;
  /** What the nodes gave in the shown run. */
  readonly learnt: Learnt;
  /** Tools of the workspace; undefined until a node names one and they are loaded. */
  readonly tools: readonly KnownTool[] | undefined;
  /** Names of models, graphs, bases and skills; undefined until a node names one and they are loaded. */
  readonly names: OutsideNames | undefined;
  readonly history: EditHistory;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /**
   * Changes the document. An edit that gives the same document back is no step; one that throws
   * changes nothing.
   * A config that makes a face taller moves what is below it.
   */
  apply(edit: Edit): void;
  undo(): void;
  redo(): void;
  /** Replaces the selection. */
  select(selection: Selection): void;
};

export type EditorStore = StoreApi<EditorState>;

type EditorStart = Pick<EditorState, 'workflowId' | 'document'> & {
  readonly problems?: readonly Problem[];
  /** Milliseconds. @defaultValue the time since the page was opened */
  readonly now?: () => number;
};

/**
 * The state of one opened workflow: document, history and selection. Saving and checking it watch from
 * outside.
 */
export function makeEditorStore({ problems = [], now = () => performance.now(), ...opened }: EditorStart): EditorStore {
  return createStore<EditorState>((set, get) => {
    const show = (document: Workflow, history: EditHistory) =>
      set((state) => ({
        document,
        history,
        canUndo: history.past.length > 0,
        canRedo: history.future.length > 0,
        ...selectionWithin(document, state),
      }));
    return {
      ...opened,
      problems,
      isCompleting: false,
      learnt: nothingLearnt,
      tools: undefined,
      names: undefined,
      selectedNodes: new Set(),
      selectedEdges: new Set(),
      selectedNotes: new Set(),
      history: emptyHistory,
      canUndo: false,
      canRedo: false,
      apply(edit) {
        const { document, history } = get();
        const edited = edit.run(document);
        const changed = edit.label === 'config' ? withRoom(document, edited) : edited;
        if (changed !== document) show(changed, recordEdit(history, document, edit, now()));
      },
      undo() {
        const moved = stepBack(get().history, get().document);
        if (moved) show(moved.document, moved.history);
      },
      redo() {
        const moved = stepForward(get().history, get().document);
        if (moved) show(moved.document, moved.history);
      },
      select({ nodes = [], edges = [], notes = [] }) {
        const selected = { selectedNodes: new Set(nodes), selectedEdges: new Set(edges), selectedNotes: new Set(notes) };
        set(selectionWithin(get().document, selected));
      },
    };
  });
}

type Selected = Pick<EditorState, 'selectedNodes' | 'selectedEdges' | 'selectedNotes'>;

/** Without what is not there any more; the same sets when all of it is. */
function selectionWithin({ nodes, edges, canvas }: Workflow, selected: Selected): Selected {
  return {
    selectedNodes: present(selected.selectedNodes, nodes),
    selectedEdges: present(selected.selectedEdges, edges),
    selectedNotes: present(selected.selectedNotes, canvas?.notes ?? []),
  };
}

function present(selected: ReadonlySet<string>, items: readonly { readonly id: string }[]): ReadonlySet<string> {
  if (selected.size === 0) return selected;
  const found = new Set(items.filter(({ id }) => selected.has(id)).map(({ id }) => id));
  return found.size === selected.size ? selected : found;
}
