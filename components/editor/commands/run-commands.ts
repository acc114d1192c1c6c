import type { Command, CommandContext } from '#components/editor/commands/command.ts';
import { dockMemory } from '#components/editor/dock/dock-memory.ts';
import type { EditorState } from '#components/editor/document/editor-store.ts';
import { focusDecision } from '#components/run-view/approvals/focus-decision.ts';
import { breakpointMemory } from '#components/run-view/fork/breakpoint-memory.ts';

const hasNodes = ({ selectedNodes }: EditorState) => selectedNodes.size > 0;

function toggleBreakpoints({ store }: CommandContext): void {
  const { workflowId, selectedNodes } = store.getState();
  breakpointMemory.toggle(workflowId, selectedNodes);
}

/** The first approval that the shown run waits for; Enter then approves it. */
function focusApproval(): void {
  dockMemory.set({ isFolded: false });
  focusDecision();
}

/** Running parts of the workflow, forking a run, and breakpoints. */
export const runCommands = {
  decide: { group: 'run', keys: ['mod+shift+enter'], scope: 'everywhere', isKeyOnly: true, run: focusApproval },
  runFrom: {
    group: 'run',
    keys: ['r'],
    scope: 'canvas',
    isEnabled: hasNodes,
    run: ({ store, fork }) => fork.runFrom([...store.getState().selectedNodes]),
  },
  runUntil: {
    group: 'run',
    keys: ['u'],
    scope: 'canvas',
    isEnabled: hasNodes,
    run: ({ store, fork }) => fork.runUntil([...store.getState().selectedNodes]),
  },
  forkHere: {
    group: 'run',
    keys: ['f'],
    scope: 'page',
    isOffered: ({ fork }) => fork.hasRun(),
    run: ({ fork }) => fork.forkHere(),
  },
  breakpoint: { group: 'run', keys: ['b'], scope: 'canvas', isEnabled: hasNodes, run: toggleBreakpoints },
  clearBreakpoints: {
    group: 'run',
    scope: 'page',
    isEnabled: ({ workflowId }) => breakpointMemory.read(workflowId).size > 0,
    run: ({ store }) => breakpointMemory.clear(store.getState().workflowId),
  },
  continueRun: {
    group: 'run',
    keys: ['f9'],
    scope: 'everywhere',
    isOffered: ({ fork }) => fork.isPaused(),
    run: ({ fork }) => fork.resume({ isStep: false }),
  },
  stepRun: {
    group: 'run',
    keys: ['f10'],
    scope: 'everywhere',
    isOffered: ({ fork }) => fork.isPaused(),
    run: ({ fork }) => fork.resume({ isStep: true }),
  },
} satisfies Readonly<Record<string, Command>>;
