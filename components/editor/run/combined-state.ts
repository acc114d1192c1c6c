import { type MarkedState, markedStates } from '#components/ui/status-mark.tsx';

/** The state of several nodes as one, and how many of them have ended. */
export type CombinedState = { readonly state: MarkedState; readonly ended: number };

const ENDS: ReadonlySet<MarkedState> = new Set(['succeeded', 'failed', 'cancelled', 'skipped']);
/** What a person has to see comes first. Nodes that all were skipped were skipped as a whole. */
const URGENCY: readonly MarkedState[] = ['failed', 'waiting', 'running', 'cancelled', 'succeeded'];

/**
 * @param states undefined: before the node's first event
 * @param isOver whether the run has ended, so that nothing starts any more
 * @returns undefined when the run reached none of them and never will
 */
export function combineStates(states: readonly (MarkedState | undefined)[], isOver: boolean): CombinedState | undefined {
  const ended = states.filter((state) => state !== undefined && ENDS.has(state)).length;
  const stateOf = (): MarkedState | undefined => {
    for (const state of URGENCY.slice(0, 3)) if (states.includes(state)) return state;
    if (states.every((state) => state === undefined)) return isOver ? undefined : 'queued';
    // Between two nodes of a group, the group is running.
    if (!isOver && states.includes(undefined)) return 'running';
    return URGENCY.slice(3).find((state) => states.includes(state)) ?? 'skipped';
  };
  const state = stateOf();
  return state && { state, ended };
}

/** As a text, which compares as the same value. */
export function writeCombined(combined: CombinedState | undefined): string {
  return combined ? `${combined.state} ${combined.ended}` : '';
}

export function readCombined(text: string): CombinedState | undefined {
  const [name, ended] = text.split(' ');
  const state = markedStates.find((one) => one === name);
  return state && { state, ended: Number(ended) };
}
