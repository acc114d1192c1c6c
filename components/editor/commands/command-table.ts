import {
  copySelection,
  cutSelection,
  duplicateSelection,
  pasteClipboard,
} from '#components/editor/commands/clipboard-commands.ts';
import type { Command } from '#components/editor/commands/command.ts';
import { moveCommands } from '#components/editor/commands/move-commands.ts';
import {
  connectSelected,
  focusCanvas,
  focusSearch,
  groupSelected,
  openAssistant,
  openMenu,
  openNode,
  openPublishing,
  putSelectedInside,
  renameLabel,
  renameNode,
  switchPane,
  takeSelectedOut,
  toggleFocused,
  togglePin,
  writeNote,
} from '#components/editor/commands/node-actions.ts';
import { runCommands } from '#components/editor/commands/run-commands.ts';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { containerAmong } from '#components/editor/document/container-commands.ts';
import type { EditorState } from '#components/editor/document/editor-store.ts';
import { focusedNode, focusedNote } from '#components/editor/elements/canvas-focus.ts';
import type { Alignment } from '#lib/workflow/edit/align-boxes.ts';

const hasSelection = ({ selectedNodes, selectedEdges, selectedNotes }: EditorState) =>
  selectedNodes.size + selectedEdges.size + selectedNotes.size > 0;
const hasBoxes = ({ selectedNodes, selectedNotes }: EditorState) => selectedNodes.size + selectedNotes.size > 0;
const hasNodes = ({ selectedNodes }: EditorState) => selectedNodes.size > 0;
const hasOneNode = ({ selectedNodes }: EditorState) => selectedNodes.size === 1;
/** Enter opens what has the keyboard, whatever is selected. */
const canOpen = (state: EditorState) => hasOneNode(state) || focusedNode() !== undefined || focusedNote() !== undefined;
const hasOneEdge = ({ selectedNodes, selectedEdges }: EditorState) => selectedEdges.size === 1 && selectedNodes.size === 0;
const hasSeveral = ({ selectedNodes, selectedNotes }: EditorState) => selectedNodes.size + selectedNotes.size > 1;
const hasThree = ({ selectedNodes, selectedNotes }: EditorState) => selectedNodes.size + selectedNotes.size > 2;
const isGrouped = ({ selectedNodes, document }: EditorState) =>
  document.canvas?.groups?.some(({ nodeIds }) => nodeIds.some((id) => selectedNodes.has(id))) ?? false;

function align(alignment: Alignment, key: string): Command {
  return {
    group: 'arrange',
    keys: [`alt+${key}`],
    scope: 'canvas',
    isEnabled: hasSeveral,
    run: ({ edit }) => edit.align(alignment),
  };
}

/** All commands of the editor: palette, shortcuts, menus and the shortcut sheet are made from this table. */
const commandTable = {
  palette: {
    group: 'page',
    keys: ['mod+k'],
    scope: 'everywhere',
    isKeyOnly: true,
    run: ({ ui }) => ui.getState().set({ dialog: 'palette' }),
  },
  shortcuts: { group: 'page', keys: ['?'], scope: 'page', run: ({ ui }) => ui.getState().set({ dialog: 'shortcuts' }) },
  tour: { group: 'page', scope: 'page', run: ({ ui }) => ui.getState().set({ isTouring: true }) },
  run: { group: 'page', keys: ['mod+enter'], scope: 'everywhere', run: () => submitRunForm() },
  assistant: { group: 'page', keys: ['mod+i'], scope: 'everywhere', run: openAssistant },
  publish: { group: 'page', keys: ['mod+shift+p'], scope: 'everywhere', run: openPublishing },
  save: { group: 'page', keys: ['mod+s'], scope: 'everywhere', run: ({ autosave }) => void autosave.saveNow() },
  nextProblem: {
    group: 'page',
    keys: ['f8'],
    scope: 'everywhere',
    isEnabled: ({ problems }) => problems.length > 0,
    run: (context) => context.showNextProblem(),
  },

  undo: {
    group: 'edit',
    keys: ['mod+z'],
    scope: 'page',
    isForUntouched: true,
    isEnabled: ({ canUndo }) => canUndo,
    run: ({ store }) => store.getState().undo(),
  },
  redo: {
    group: 'edit',
    keys: ['mod+shift+z', 'mod+y'],
    scope: 'page',
    isEnabled: ({ canRedo }) => canRedo,
    run: ({ store }) => store.getState().redo(),
  },
  cut: { group: 'edit', keys: ['mod+x'], scope: 'clipboard', isEnabled: hasBoxes, run: (context) => void cutSelection(context) },
  copy: {
    group: 'edit',
    keys: ['mod+c'],
    scope: 'clipboard',
    isEnabled: hasBoxes,
    run: (context) => void copySelection(context),
  },
  paste: { group: 'edit', keys: ['mod+v'], scope: 'clipboard', run: (context) => void pasteClipboard(context) },
  duplicate: {
    group: 'edit',
    keys: ['mod+d'],
    scope: 'canvas',
    isEnabled: hasBoxes,
    run: (context) => void duplicateSelection(context),
  },
  remove: {
    group: 'edit',
    keys: ['delete', 'backspace'],
    scope: 'canvas',
    isEnabled: hasSelection,
    run: ({ edit }) => edit.remove(),
  },
  selectAll: { group: 'edit', keys: ['mod+a'], scope: 'canvas', run: ({ edit }) => edit.selectAll() },
  deselect: { group: 'edit', keys: ['escape'], scope: 'canvas', isEnabled: hasSelection, run: ({ edit }) => edit.deselect() },

  addNode: { group: 'node', keys: ['/'], scope: 'page', run: focusSearch },
  addNodeAnywhere: { group: 'node', keys: ['f4'], scope: 'everywhere', isKeyOnly: true, run: focusSearch },
  open: { group: 'node', keys: ['enter'], scope: 'node', isEnabled: canOpen, run: openNode },
  leaveForm: { group: 'node', keys: ['escape'], scope: 'form', isKeyOnly: true, run: focusCanvas },
  switchPane: { group: 'node', keys: ['f6'], scope: 'everywhere', isKeyOnly: true, run: switchPane },
  toggle: { group: 'node', keys: [' '], scope: 'node', isKeyOnly: true, run: toggleFocused },
  connectTo: {
    group: 'node',
    keys: ['c'],
    scope: 'canvas',
    isEnabled: hasOneNode,
    run: ({ ui }) => ui.getState().set({ dialog: 'connect' }),
  },
  connectSelected: {
    group: 'node',
    keys: ['mod+e'],
    scope: 'canvas',
    isEnabled: ({ selectedNodes }) => selectedNodes.size === 2,
    run: connectSelected,
  },
  insert: {
    group: 'node',
    keys: ['i'],
    scope: 'canvas',
    isEnabled: hasOneEdge,
    run: ({ ui }) => ui.getState().set({ dialog: 'insert' }),
  },
  renameLabel: { group: 'node', scope: 'canvas', isEnabled: hasOneNode, run: renameLabel },
  pin: { group: 'node', scope: 'canvas', isEnabled: hasOneNode, run: togglePin },
  rename: { group: 'node', keys: ['f2'], scope: 'canvas', isEnabled: hasOneNode, run: renameNode },
  disable: { group: 'node', keys: ['d'], scope: 'canvas', isEnabled: hasNodes, run: ({ edit }) => edit.toggleDisabled() },
  menu: { group: 'node', keys: ['shift+f10', 'contextmenu'], scope: 'canvas', isKeyOnly: true, run: openMenu },

  ...runCommands,

  ...moveCommands,
  alignLeft: align('left', 'a'),
  alignCentre: align('centre', 'h'),
  alignRight: align('right', 'd'),
  alignTop: align('top', 'w'),
  alignMiddle: align('middle', 'v'),
  alignBottom: align('bottom', 's'),
  distributeAcross: { group: 'arrange', scope: 'canvas', isEnabled: hasThree, run: ({ edit }) => edit.distribute('across') },
  distributeDown: { group: 'arrange', scope: 'canvas', isEnabled: hasThree, run: ({ edit }) => edit.distribute('down') },
  layOut: { group: 'arrange', keys: ['mod+shift+l'], scope: 'canvas', run: (context) => void context.layOut() },
  group: { group: 'arrange', keys: ['mod+g'], scope: 'canvas', isEnabled: hasNodes, run: groupSelected },
  ungroup: { group: 'arrange', keys: ['mod+shift+g'], scope: 'canvas', isEnabled: isGrouped, run: ({ edit }) => edit.ungroup() },
  collapse: {
    group: 'arrange',
    keys: ['alt+g'],
    scope: 'canvas',
    isEnabled: isGrouped,
    run: ({ edit }) => edit.toggleCollapsed(),
  },
  putInside: {
    group: 'arrange',
    keys: ['alt+i'],
    scope: 'canvas',
    isEnabled: ({ document, selectedNodes }) => containerAmong(document, selectedNodes) !== undefined,
    run: putSelectedInside,
  },
  takeOut: {
    group: 'arrange',
    keys: ['alt+shift+i'],
    scope: 'canvas',
    isEnabled: ({ document, selectedNodes }) =>
      document.nodes.some(({ id, parentId }) => parentId !== undefined && selectedNodes.has(id)),
    run: takeSelectedOut,
  },
  addNote: { group: 'arrange', keys: ['n'], scope: 'canvas', run: writeNote },

  find: { group: 'view', keys: ['mod+f'], scope: 'canvas', run: ({ ui }) => ui.getState().set({ isFinding: true }) },
  fit: { group: 'view', keys: ['mod+shift+f'], scope: 'canvas', run: (context) => context.fit() },
  zoomIn: { group: 'view', keys: ['+', '='], scope: 'canvas', run: ({ flow }) => void flow.zoomIn() },
  zoomOut: { group: 'view', keys: ['-'], scope: 'canvas', run: ({ flow }) => void flow.zoomOut() },
  zoomFull: { group: 'view', keys: ['0'], scope: 'canvas', run: ({ flow }) => void flow.zoomTo(1) },
  selectTool: { group: 'view', keys: ['v'], scope: 'canvas', run: ({ ui }) => ui.getState().set({ tool: 'select' }) },
  handTool: { group: 'view', keys: ['h'], scope: 'canvas', run: ({ ui }) => ui.getState().set({ tool: 'hand' }) },
  outline: {
    group: 'view',
    keys: ['o'],
    scope: 'canvas',
    run: ({ ui }) => ui.getState().set({ listTab: 'outline', isListOpen: true, isJsonOpen: false }),
  },
  json: {
    group: 'view',
    keys: ['mod+shift+j'],
    scope: 'page',
    run: ({ ui }) => ui.getState().set({ isJsonOpen: !ui.getState().isJsonOpen }),
  },

  goHome: { group: 'go', scope: 'page', run: ({ goTo }) => goTo('/') },
  goRuns: { group: 'go', scope: 'page', run: ({ goTo, store }) => goTo(`/runs?workflow=${store.getState().workflowId}`) },
  goVersions: {
    group: 'go',
    scope: 'page',
    run: ({ goTo, store }) => goTo(`/workflows/${store.getState().workflowId}/versions`),
  },
} satisfies Readonly<Record<string, Command>>;

export type CommandId = keyof typeof commandTable;

export const commandIds = Object.keys(commandTable) as readonly CommandId[];

/** A command by its id, with all that commands may have. */
export function commandOf(commandId: CommandId): Command {
  return commandTable[commandId];
}
