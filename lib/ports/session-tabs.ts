import type { JsonValue } from '../json/json-value.ts';
import type { WorkspaceId } from './run-store.ts';

/** Tabs of one session; the least recent ones are dropped beyond this. */
export const MAX_TABS = 20;
export const MAX_TAB_CHARS = 64_000;
/** How long the last report of a tab is kept. */
export const TAB_KEPT_HOURS = 24;

/** What the page of a conversation last reported about a tab. Data of a browser: it need not be true. */
export type SessionTab = {
  readonly tabId: string;
  /** ISO time of the report. */
  readonly at: string;
  readonly tab: Readonly<Record<string, JsonValue>>;
};

/** The tabs of the session that a run is a turn of. */
export interface SessionTabs {
  /** The latest report first; empty for a run without a session. */
  read(run: { readonly workspaceId: WorkspaceId; readonly runId: string }, limit: number): Promise<readonly SessionTab[]>;
}
