import type { Command } from '#components/editor/commands/command.ts';
import { GRID_PX } from '#components/editor/elements/snap-move.ts';

const LONG_STEP = 5;
/** Larger steps for frames, which are large. */
const GROW_STEPS = 3;

function move(key: string, x: number, y: number): Command {
  return {
    group: 'arrange',
    keys: [key, `shift+${key}`],
    scope: 'canvas',
    isKeyOnly: true,
    run({ edit, isShifted }) {
      const stepPx = GRID_PX * (isShifted ? LONG_STEP : 1);
      edit.nudge({ x: x * stepPx, y: y * stepPx });
    },
  };
}

function grow(key: string, x: number, y: number): Command {
  return {
    group: 'arrange',
    keys: [`alt+shift+${key}`],
    scope: 'canvas',
    isKeyOnly: true,
    run: ({ edit }) => edit.growSelected({ x: x * GRID_PX * GROW_STEPS, y: y * GRID_PX * GROW_STEPS }),
  };
}

/** Moving what is selected by the arrow keys, on the grid, and drawing the frame of a container larger or smaller. */
export const moveCommands = {
  moveLeft: move('arrowleft', -1, 0),
  moveRight: move('arrowright', 1, 0),
  moveUp: move('arrowup', 0, -1),
  moveDown: move('arrowdown', 0, 1),
  growWider: grow('arrowright', 1, 0),
  growNarrower: grow('arrowleft', -1, 0),
  growHigher: grow('arrowdown', 0, 1),
  growLower: grow('arrowup', 0, -1),
};
