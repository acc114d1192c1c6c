import { isRecord } from '../json/set-at-path.ts';
import { type OpenedTab, openedTab } from './opened-tab.ts';
import type { ToolCallState } from './run-state.ts';

type Call = Pick<ToolCallState, 'id' | 'name' | 'args' | 'surface' | 'tab'>;

/** The interface that a call shows; logs of earlier builds have it in the arguments alone. */
export function surfaceOf({ name, args, surface }: Call): Readonly<Record<string, unknown>> | undefined {
  return surface ?? (name === 'a2ui' && isRecord(args) ? args : undefined);
}

/** The page that a call shows. */
export function tabOf({ id, name, args, tab }: Call): OpenedTab | undefined {
  return tab ?? (name === 'open_url' ? openedTab(id, args) : undefined);
}
