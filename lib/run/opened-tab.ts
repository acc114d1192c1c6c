import { z } from 'zod';
import { isRecord } from '../json/set-at-path.ts';
import { webAddress } from '../text/web-address.ts';
import { tabIdOfCall } from './tab-id.ts';

/** A page that a model shows the person, as a page draws it and as clients of streams get it. */
export const openedTabSchema = z.object({
  tabId: z.string(),
  url: z.string(),
  title: z.string(),
  viewKey: z.string().optional(),
  panelKey: z.string().optional(),
});
export type OpenedTab = Readonly<z.output<typeof openedTabSchema>>;

/** What a call of `open_url` opens, of a log without its event; undefined for arguments that open nothing. */
export function openedTab(toolCallId: string, args: unknown): OpenedTab | undefined {
  if (!isRecord(args) || typeof args.url !== 'string') return undefined;
  const url = webAddress(args.url);
  if (url === undefined) return undefined;
  const { tabId, title, viewKey, panelKey } = args;
  return {
    tabId: typeof tabId === 'string' ? tabIdOfCall(tabId) : tabIdOfCall(toolCallId),
    url,
    title: typeof title === 'string' ? title : '',
    ...(typeof viewKey === 'string' && { viewKey }),
    ...(typeof panelKey === 'string' && { panelKey }),
  };
}
