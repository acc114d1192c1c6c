import { apiClient } from '#components/data/api-client.ts';
import type { OpenedTab } from '#lib/run/opened-tab.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { randomKey } from '#lib/text/random-key.ts';

export type TabState = 'offered' | 'opened' | 'closed';

/** One for each page that is loaded: it numbers its reports, so that late ones are recognized. */
const clientId = randomKey();
let seq = 0;

/** Reports a tab to the session, for models to read. A report that fails is not repeated: the next one replaces it. */
export function reportTab(sessionKey: string, opened: OpenedTab, state: TabState): void {
  seq += 1;
  const { tabId } = opened;
  const body = { clientId, seq, tab: { ...pickDefined(opened, 'url', 'title', 'viewKey', 'panelKey'), state } };
  apiClient.putSessionTab({ params: { id: sessionKey, tabId }, body }).catch(() => {});
}
