import type { ReactFlowInstance } from '@xyflow/react';
import type { Shortcut } from '#components/editor/commands/shortcut.ts';
import type { Autosave } from '#components/editor/document/autosave.ts';
import type { EditorState, EditorStore } from '#components/editor/document/editor-store.ts';
import type { ClientPosition, EditorUi, EditorUiStore } from '#components/editor/document/editor-ui.ts';
import type { AllEditCommands } from '#components/editor/document/use-edit-commands.ts';
import type { DrawnNode } from '#components/editor/elements/drawn-nodes.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import type { ForkCommands } from '#components/editor/run/use-fork-commands.ts';

/** What commands work with. */
export type CommandContext = {
  readonly store: EditorStore;
  readonly ui: EditorUiStore;
  readonly edit: AllEditCommands;
  readonly fork: ForkCommands;
  readonly autosave: Pick<Autosave, 'saveNow'>;
  readonly flow: Pick<ReactFlowInstance<DrawnNode, FlowEdge>, 'zoomIn' | 'zoomOut' | 'zoomTo' | 'screenToFlowPosition'>;
  /** What the node gave in the shown run. */
  readOutput(nodeId: string): unknown;
  layOut(): Promise<void>;
  /** Shows the whole workflow. */
  fit(): void;
  /** The problem after the one shown last, at its field. */
  showNextProblem(): void;
  goTo(path: string): void;
  /** Scrolls what is selected into view. */
  revealSelection(): void;
  /** Where the pointer is while it is over the canvas. */
  readonly pointer?: ClientPosition | undefined;
  /** The title of a new frame. */
  readonly groupTitle: string;
  /** Set when a key called: Shift makes steps long. */
  readonly isShifted: boolean;
};

export type CommandGroup = 'page' | 'edit' | 'node' | 'run' | 'arrange' | 'view' | 'go';

/** A command of the editor, for shortcuts, the palette, menus and the shortcut sheet. */
export type Command = {
  readonly group: CommandGroup;
  readonly keys?: readonly Shortcut[];
  /**
   * Where its keys work. `everywhere`: also while typing; `page`: everywhere else; `canvas`: with
   * the focus on the canvas or nowhere; `node`: with the focus on a node; `form`: in the form of a
   * node; `clipboard`: called by the browser, so its keys are only listed.
   */
  readonly scope: 'everywhere' | 'page' | 'canvas' | 'node' | 'form' | 'clipboard';
  /** Also works in a field that got the focus by itself and that nothing was typed into. */
  readonly isForUntouched?: boolean;
  /** Whether there is something to do. @defaultValue always */
  isEnabled?(state: EditorState, ui: EditorUi): boolean;
  /** Whether the palette offers it; its keys say why nothing happens. @defaultValue always */
  isOffered?(context: CommandContext): boolean;
  /** Only for keys: choosing it from a list would say nothing. */
  readonly isKeyOnly?: boolean;
  run(context: CommandContext): void;
};
