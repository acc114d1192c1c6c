import { NodeFailure } from '#lib/errors/node-failure.ts';
import { pageText } from '#lib/html/page-text.ts';
import type { GuardedFetch, GuardedResponse } from '#lib/ports/runtime.ts';
import readUrl from '#tools/read_url.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { contentTypeOf, isText, mediaTypeOf, readText, statusFailure } from '../http/read-response.ts';
import { checkRequest, nameOf, sendRequest } from '../http/send-request.ts';
import { sliceText } from '../tools/large-data.ts';

/** Larger pages are hardly for reading, and parsing one blocks the event loop. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
/** Of the text, for citations. */
const SNIPPET_CHARS = 1000;
const ACCEPT = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/json;q=0.9,*/*;q=0.5';

export default defineToolHandler(
  readUrl,
  async ({ input, context }) => {
    const { url, format, maxChars } = input;
    const fetch: GuardedFetch = (address, init) => context.fetch(address, { ...init, maxBytes: MAX_PAGE_BYTES });
    const response = await sendRequest(
      { method: 'GET', url, headers: { accept: ACCEPT } },
      { fetch, signal: context.signal, fieldPrefix: '' },
    );
    const address = new URL(response.url);
    if (response.status >= 400) throw await statusFailure(response, { method: 'GET', url: address, path: 'url' });
    if (!isText(response)) throw notText(response, address);
    const { title, text } = await contentOf(response, format);
    const shown = sliceText(text, 0, maxChars);
    const isCut = shown.length < text.length;
    return {
      data: {
        url: response.url,
        ...(title !== undefined && { title }),
        contentType: contentTypeOf(response),
        text: shown,
        totalChars: text.length,
        isCut,
      },
      sources: [{ url: response.url, title, snippet: shown.slice(0, SNIPPET_CHARS) }],
      summary: `Read ${title ?? nameOf(address)}: ${shown.length} characters${isCut ? ` of ${text.length}` : ''}`,
    };
  },
  {
    check: async ({ input: { url } }) => checkRequest({ method: 'GET', url }),
  },
);

async function contentOf(
  response: GuardedResponse,
  format: 'markdown' | 'text' | 'html',
): Promise<{ title?: string | undefined; text: string }> {
  const type = mediaTypeOf(response);
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return { text: (await readText(response)).body };
  const { body: html } = await readText(response);
  const page = pageText(html, { format: format === 'html' ? 'text' : format, baseUrl: response.url });
  return format === 'html' ? { title: page.title, text: html } : page;
}

function notText(response: GuardedResponse, url: URL): NodeFailure {
  const type = mediaTypeOf(response) || 'bytes of an unknown type';
  return new NodeFailure('content-not-text', `${nameOf(url)} is ${type} of ${response.body.byteLength} bytes, which is no text`, {
    path: 'url',
    hint: 'HTML, plain text, Markdown, XML and JSON can be read',
  });
}
