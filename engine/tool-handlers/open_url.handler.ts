import { NodeFailure } from '#lib/errors/node-failure.ts';
import { tabIdOfCall } from '#lib/run/tab-id.ts';
import { webAddress } from '#lib/text/web-address.ts';
import openUrl from '#tools/open_url.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';

/** Contacts no server: the page that shows the conversation offers the address, and the person opens it. */
export default defineToolHandler(
  openUrl,
  async ({ input, context }) => {
    const { title = '', tabId = tabIdOfCall(context.toolCallId), viewKey, panelKey } = input;
    const url = addressIn(input.url);
    const data = { tabId, url, title, ...(viewKey !== undefined && { viewKey }), ...(panelKey !== undefined && { panelKey }) };
    context.emit({ type: 'open_url', toolCallId: context.toolCallId, ...data });
    return { data, summary: url };
  },
  {
    check: async ({ input }) => void addressIn(input.url),
  },
);

function addressIn(text: string): string {
  const url = webAddress(text);
  if (url !== undefined) return url;
  throw new NodeFailure('tool-arguments-invalid', 'The address cannot be opened', {
    path: 'url',
    hint: 'Write an address that begins with https:// or http://, without a user name or password',
  });
}
