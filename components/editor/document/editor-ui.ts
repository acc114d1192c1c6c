import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Refusal } from '#lib/workflow/edit/connect-ports.ts';
import type { PasteRefusal } from '#lib/workflow/edit/copy-elements.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** Client pixels. */
export type ClientPosition = { readonly clientX: number; readonly clientY: number };

/**
 * A notice on the canvas about something refused. `same-side`: from an output to an output, or an
 * input to an input.
 */
export type CanvasNotice =
  | {
      readonly kind: 'connection';
      readonly reason: Refusal | 'same-side';
      readonly source: NodeId | undefined;
      readonly target: NodeId | undefined;
      /** Position of the pointer; without it the notice is shown at the top. */
      readonly at?: ClientPosition | undefined;
    }
  | { readonly kind: 'paste'; readonly reason: PasteRefusal; readonly detail?: string | undefined }
  | { readonly kind: 'clipboard'; readonly reason: 'blocked' }
  /** A lazily loaded part of the editor could not be loaded. */
  | { readonly kind: 'loading'; readonly reason: 'failed' }
  /** The shown run is not paused at a breakpoint, or could not be resumed. */
  | { readonly kind: 'run'; readonly reason: 'not-paused' | 'not-resumed' | 'no-run'; readonly detail?: string }
  /**
   * Nodes moved into or out of a container. `edges`: edges that were removed; `start`: a start node
   * cannot move inside.
   */
  | {
      readonly kind: 'nesting';
      readonly reason: 'edges' | 'start';
      readonly count: number;
      readonly at?: ClientPosition | undefined;
    };

/** The position and target of a context menu. */
export type MenuTarget = ClientPosition &
  ({ readonly kind: 'node' | 'edge' | 'note' | 'group'; readonly id: string } | { readonly kind: 'canvas' });

/** Where a node may be added: at an edge dropped on the empty canvas, or inside of a container. */
export type AddTarget = ClientPosition &
  (
    | { readonly after: { readonly nodeId: NodeId; readonly port: string }; readonly inside?: undefined }
    | { readonly inside: NodeId }
  );

export type EditorDialog = 'palette' | 'shortcuts' | 'connect' | 'insert';
/** `node`: the selected node, or the workflow. */
export type EditorPanel = 'node' | 'publish' | 'assistant' | 'chat' | 'triggers';
export type CanvasTool = 'hand' | 'select';

export type EditorUi = {
  readonly dialog: EditorDialog | undefined;
  /** How the pointer drags over the empty canvas. */
  readonly tool: CanvasTool;
  readonly isJsonOpen: boolean;
  /** Edited JSON that is not applied; `base` is the workflow when editing started. */
  readonly jsonDraft: { readonly text: string; readonly base: Workflow } | undefined;
  readonly isFinding: boolean;
  /** What the side panel shows, unless a fork is planned. */
  readonly panel: EditorPanel;
  /** The panel that a click on a node replaced by the form of that node; a button leads back to it. */
  readonly panelBefore: Exclude<EditorPanel, 'node'> | undefined;
  /** On narrow windows, which show the side panel or the list of node types, or only the canvas. */
  readonly isSideOpen: boolean;
  /** What the assistant is to do next: `send` at once, or `write` for the person to send. */
  readonly assistantTask: { readonly task: 'repairRun'; readonly how: 'send' | 'write' } | undefined;
  /** The trigger that the panel of triggers shows; undefined for all of them. */
  readonly triggerId: string | undefined;
  /** The user started the tour. */
  readonly isTouring: boolean;
  /** Nodes that a run was refused for: their forms show empty required fields as errors. */
  readonly refusedNodes: ReadonlySet<NodeId>;
  /** The node that was added last, until another one is selected: its notes are folded. */
  readonly addedNode: NodeId | undefined;
  readonly sideTab: 'config' | 'input' | 'output' | 'json';
  /** The model or tool call shown in the output of its node, by the event it began with. */
  readonly shownCallSeq: number | undefined;
  /** Whether the list of values that a node can reference is open below its form. */
  readonly areValuesOpen: boolean;
  readonly listTab: 'nodes' | 'outline';
  /** On narrow windows, where the node list is collapsed by default. */
  readonly isListOpen: boolean;
  readonly notice: (CanvasNotice & { readonly key: number }) | undefined;
  readonly menu: MenuTarget | undefined;
  readonly adding: (AddTarget & { readonly key: number }) | undefined;
  /** Canvas id of the note or group whose text is being edited. */
  readonly editingTextId: string | undefined;
  set(change: Partial<Omit<EditorUi, 'set' | 'showNode' | 'notify' | 'addAt'>>): void;
  /** Shows the form of the selected node, with a way back to the panel that was open. */
  showNode(): void;
  /** Shows a notice until the next action. */
  notify(notice: CanvasNotice | undefined): void;
  addAt(target: AddTarget | undefined): void;
};

export type EditorUiStore = StoreApi<EditorUi>;

/** Transient UI state of the editor; not persisted. */
export function makeEditorUi(): EditorUiStore {
  let count = 0;
  return createStore<EditorUi>((set) => ({
    dialog: undefined,
    tool: 'hand',
    isJsonOpen: false,
    jsonDraft: undefined,
    isFinding: false,
    panel: 'node',
    panelBefore: undefined,
    isSideOpen: false,
    assistantTask: undefined,
    triggerId: undefined,
    isTouring: false,
    refusedNodes: new Set(),
    addedNode: undefined,
    sideTab: 'config',
    shownCallSeq: undefined,
    areValuesOpen: false,
    listTab: 'nodes',
    isListOpen: false,
    notice: undefined,
    menu: undefined,
    adding: undefined,
    editingTextId: undefined,
    set: (change) => set(withRoom(change)),
    showNode: () =>
      set(({ panel, panelBefore }) => withRoom({ panel: 'node', panelBefore: panel === 'node' ? panelBefore : panel })),
    notify: (notice) => set({ notice: notice && { ...notice, key: ++count } }),
    addAt: (target) => set({ adding: target && { ...target, key: ++count } }),
  }));
}

/** Must be the breakpoint `bar` of app/globals.css. */
const NARROW = '(width < 940px)';

/** Shows the panel that a command opens; a narrow window has room for one. */
function withRoom(change: Partial<EditorUi>): Partial<EditorUi> {
  const isNarrow = typeof matchMedia === 'function' && matchMedia(NARROW).matches;
  if (change.panel !== undefined)
    return { panelBefore: undefined, isSideOpen: true, ...(isNarrow && { isListOpen: false }), ...change };
  return change.isListOpen === true && isNarrow ? { isSideOpen: false, ...change } : change;
}
