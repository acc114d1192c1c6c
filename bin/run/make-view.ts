import type { PublicEvent } from '#lib/run/public-event.ts';
import type { Terminal } from '../terminal.ts';
import type { View } from './follow-run.ts';
import { HumanView } from './human-view.ts';

/** A run as lines for a person, or as one event a line for a program. */
export function makeView({ json, nodeIds }: { json: boolean; nodeIds: readonly string[] }, terminal: Terminal): View {
  if (!json) return new HumanView(terminal, nodeIds);
  return { show: (event: PublicEvent) => terminal.out(`${JSON.stringify(event)}\n`) };
}
