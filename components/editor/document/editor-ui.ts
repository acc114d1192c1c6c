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
  /** The trigger that the panel of triggers shows; undefined for all of them. */
  readonly triggerId: string | undefined;
  /** The user started the tour. */
  readonly isTouring: boolean;
  /** Nodes that a run was refused for: their forms show empty required fields as errors. */
  readonly refusedNodes: ReadonlySet<NodeId>;
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
  set(change: Partial<Omit<EditorUi, 'set' | 'notify' | 'addAt'>>): void;
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
    triggerId: undefined,
    isTouring: false,
    refusedNodes: new Set(),
    sideTab: 'config',
    shownCallSeq: undefined,
    areValuesOpen: false,
    listTab: 'nodes',
    isListOpen: false,
    notice: undefined,
    menu: undefined,
    adding: undefined,
    editingTextId: undefined,
    set,
    notify: (notice) => set({ notice: notice && { ...notice, key: ++count } }),
    addAt: (target) => set({ adding: target && { ...target, key: ++count } }),
  }));
}
