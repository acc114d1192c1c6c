import { GRID_PX } from '#components/editor/canvas/snap-move.ts';
import type { Command } from '#components/editor/commands/command.ts';

const LONG_STEP = 5;

function move(key: string, x: number, y: number): Command {
  return {
    ...{ group: 'arrange', keys: [key, `shift+${key}`], scope: 'canvas', isKeyOnly: true },
    run({ edit, isShifted }) {
      const stepPx = GRID_PX * (isShifted ? LONG_STEP : 1);
      edit.nudge({ x: x * stepPx, y: y * stepPx });
    },
  };
}

/** Moving what is selected by the arrow keys, on the grid. */
export const moveCommands = {
  moveLeft: move('arrowleft', -1, 0),
  moveRight: move('arrowright', 1, 0),
  moveUp: move('arrowup', 0, -1),
  moveDown: move('arrowdown', 0, 1),
};
