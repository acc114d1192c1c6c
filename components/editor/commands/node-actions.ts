import type { CommandContext } from '#components/editor/commands/command.ts';
import type { EditorUi } from '#components/editor/document/editor-ui.ts';
import { NODE_LABEL_ID, NODE_SEARCH_ID, SIDE_PANEL_ID } from '#components/editor/document/element-ids.ts';
import {
  canvasBox,
  clientPositionOf,
  focusedNode,
  focusedNote,
  focusFirstNode,
  focusNode,
} from '#components/editor/elements/canvas-focus.ts';
import { noteKey } from '#components/editor/elements/drawn-nodes.ts';
import { onGrid } from '#components/editor/elements/snap-move.ts';
import { focusSoon, focusToType } from '#components/ui/focus-soon.ts';
import { pinNode } from '#lib/workflow/edit/pin-node.ts';

export function focusSearch({ ui }: CommandContext): void {
  ui.getState().set({ listTab: 'nodes', isListOpen: true, isJsonOpen: false });
  focusToType(NODE_SEARCH_ID);
}

/** Opens the form of the node that has the keyboard, else of the selected one; a note is written. */
export function openNode({ store, ui }: CommandContext): void {
  const note = focusedNote();
  const nodeId = focusedNode();
  if (nodeId !== undefined) store.getState().select({ nodes: [nodeId] });
  if (note === undefined) openInspector(ui.getState());
  else ui.getState().set({ editingTextId: note });
}

export function openInspector({ set }: Pick<EditorUi, 'set'>): void {
  set({ panel: 'node', sideTab: 'config' });
  focusSoon(SIDE_PANEL_ID);
}

/** Returns from the form to the selected node. */
export function focusCanvas({ store }: CommandContext): void {
  const [nodeId] = store.getState().selectedNodes;
  if (nodeId === undefined) focusFirstNode();
  else focusNode(nodeId);
}

/** Moves the focus between the canvas and the panel next to it. */
export function switchPane(context: CommandContext): void {
  if (document.activeElement?.closest(`#${SIDE_PANEL_ID}`)) focusCanvas(context);
  else focusSoon(SIDE_PANEL_ID);
}

export function renameLabel({ ui }: CommandContext): void {
  ui.getState().set({ panel: 'node' });
  focusToType(NODE_LABEL_ID);
}

/** Pins the output of the selected node in the shown run, or unpins it. */
export function togglePin({ store, ui, readOutput }: CommandContext): void {
  const { selectedNodes, document, apply } = store.getState();
  const [nodeId] = selectedNodes;
  const node = document.nodes.find(({ id }) => id === nodeId);
  if (!node) return;
  const isPinned = node.options?.pinned !== undefined;
  const value = isPinned ? undefined : readOutput(node.id);
  if (!isPinned && value === undefined) ui.getState().notify({ kind: 'run', reason: 'no-run' });
  else apply({ label: 'options', run: (workflow) => pinNode(workflow, node.id, value) });
}

export function renameNode({ ui }: CommandContext): void {
  ui.getState().set({ panel: 'node', sideTab: 'config' });
  focusToType('node-id');
}

export function openPublishing({ ui }: CommandContext): void {
  ui.getState().set({ panel: 'publish' });
  focusSoon(SIDE_PANEL_ID);
}

export function openAssistant({ ui }: CommandContext): void {
  ui.getState().set({ panel: 'assistant' });
  focusSoon(SIDE_PANEL_ID);
}

/** Adds the node or note that has the keyboard to the selection, or takes it out. */
export function toggleFocused({ store }: CommandContext): void {
  const nodeId = focusedNode();
  const noteId = focusedNote()?.slice(noteKey('').length);
  const { selectedNodes, selectedEdges, selectedNotes, select } = store.getState();
  select({ nodes: toggled(selectedNodes, nodeId), edges: selectedEdges, notes: toggled(selectedNotes, noteId) });
}

function toggled(selected: ReadonlySet<string>, id: string | undefined): ReadonlySet<string> {
  if (id === undefined) return selected;
  const others = new Set(selected);
  return others.delete(id) ? others : others.add(id);
}

export function connectSelected({ store, edit, ui }: CommandContext): void {
  const [source, target] = store.getState().selectedNodes;
  const reason = edit.connectSelected();
  ui.getState().notify(reason && { kind: 'connection', reason, source, target });
}

export function groupSelected({ edit, ui, groupTitle }: CommandContext): void {
  const groupId = edit.group(groupTitle);
  if (groupId !== undefined) ui.getState().set({ editingTextId: `group:${groupId}` });
}

export function putSelectedInside({ edit, ui }: CommandContext): void {
  notifyLostEdges(ui, edit.putInside());
}

export function takeSelectedOut({ edit, ui }: CommandContext): void {
  notifyLostEdges(ui, edit.takeOut());
}

function notifyLostEdges(ui: CommandContext['ui'], count: number): void {
  ui.getState().notify(count > 0 ? { kind: 'nesting', reason: 'edges', count } : undefined);
}

/** An empty note near the middle of what is seen, ready to be written. */
export function writeNote({ edit, ui, flow, revealSelection }: CommandContext): void {
  const { left, top, width, height } = canvasBox();
  const { x, y } = flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 3 });
  const noteId = edit.addNote({ x: onGrid(x), y: onGrid(y) });
  if (noteId === undefined) return;
  ui.getState().set({ editingTextId: `note:${noteId}` });
  revealSelection();
}

/** The menu of the node that has the keyboard, else of what is selected. */
export function openMenu({ store, ui }: CommandContext): void {
  const focused = focusedNode();
  const { selectedNodes, selectedEdges, select } = store.getState();
  if (focused !== undefined && !selectedNodes.has(focused)) select({ nodes: [focused] });
  const [selected] = selectedNodes;
  const [edge] = selectedEdges;
  const nodeId = focused ?? selected;
  if (nodeId !== undefined) openAt({ kind: 'node', id: nodeId });
  else if (edge !== undefined) openAt({ kind: 'edge', id: edge });
  else ui.getState().set({ menu: { kind: 'canvas', ...clientPositionOf('[data-part="canvas"]') } });

  function openAt(target: { kind: 'node' | 'edge'; id: string }) {
    const selector = `.react-flow__${target.kind}[data-id="${CSS.escape(target.id)}"]`;
    ui.getState().set({ menu: { ...target, ...clientPositionOf(selector) } });
  }
}
