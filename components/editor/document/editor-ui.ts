import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Refusal } from '#lib/workflow/edit/connect-ports.ts';
import type { PasteRefusal } from '#lib/workflow/edit/copy-elements.ts';
import type { NodeId, Workflow } from '#lib/workflow/workflow.ts';

/** Client pixels. */
export type ClientPlace = { readonly clientX: number; readonly clientY: number };

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
      /** Where it was tried; otherwise it is shown at the top. */
      readonly at?: ClientPlace | undefined;
    }
  | { readonly kind: 'paste'; readonly reason: PasteRefusal; readonly detail?: string | undefined }
  | { readonly kind: 'clipboard'; readonly reason: 'blocked' }
  /** A part of the editor did not come. */
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
      readonly at?: ClientPlace | undefined;
    };

/** The position and target of a context menu. */
export type MenuTarget = ClientPlace &
  ({ readonly kind: 'node' | 'edge' | 'note' | 'group'; readonly id: string } | { readonly kind: 'canvas' });

/** Where a node may be added: at an edge dropped on the empty canvas, or inside of a container. */
export type AddPlace = ClientPlace &
  (
    | { readonly after: { readonly nodeId: NodeId; readonly port: string }; readonly inside?: undefined }
    | { readonly inside: NodeId }
  );

export type EditorDialog = 'palette' | 'shortcuts' | 'connect' | 'insert';
export type CanvasTool = 'hand' | 'select';

export type EditorUi = {
  readonly dialog: EditorDialog | undefined;
  /** How the pointer drags over the empty canvas. */
  readonly tool: CanvasTool;
  readonly isJsonOpen: boolean;
  /** Edited JSON that is not applied; `base` is the workflow when editing started. */
  readonly jsonDraft: { readonly text: string; readonly base: Workflow } | undefined;
  readonly isFinding: boolean;
  readonly isPublishing: boolean;
  /** The user started the tour. */
  readonly isTouring: boolean;
  readonly sideTab: 'config' | 'input' | 'output' | 'json';
  /** Under a node's form: what it can refer to. */
  readonly areValuesOpen: boolean;
  readonly listTab: 'nodes' | 'outline';
  /** Where the window is too narrow for the list of nodes to be there always. */
  readonly isListOpen: boolean;
  readonly notice: (CanvasNotice & { readonly key: number }) | undefined;
  readonly menu: MenuTarget | undefined;
  readonly adding: (AddPlace & { readonly key: number }) | undefined;
  /** The note or frame whose text is being written. */
  readonly writing: string | undefined;
  set(change: Partial<Omit<EditorUi, 'set' | 'tell' | 'addAt'>>): void;
  /** Tells something until the next thing is tried. */
  notify(notice: CanvasNotice | undefined): void;
  addAt(place: AddPlace | undefined): void;
};

export type EditorUiStore = StoreApi<EditorUi>;

/** What of the editor is open. Nothing of it is saved. */
export function makeEditorUi(): EditorUiStore {
  let count = 0;
  return createStore<EditorUi>((set) => ({
    dialog: undefined,
    tool: 'hand',
    isJsonOpen: false,
    jsonDraft: undefined,
    isFinding: false,
    isPublishing: false,
    isTouring: false,
    sideTab: 'config',
    areValuesOpen: false,
    listTab: 'nodes',
    isListOpen: false,
    notice: undefined,
    menu: undefined,
    adding: undefined,
    writing: undefined,
    set,
    notify: (notice) => set({ notice: notice && { ...notice, key: ++count } }),
    addAt: (place) => set({ adding: place && { ...place, key: ++count } }),
  }));
}
