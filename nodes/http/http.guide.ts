import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import httpNode from './http.node.ts';

export default defineNodeGuide(httpNode, {
  examples: [
    {
      title: 'Read JSON',
      config: { url: 'https://example.com/items', query: { page: 2, q: '{{start.word}}' } },
      scope: { start: { word: 'tea' } },
    },
    {
      title: 'All pages of a list',
      config: { url: 'https://example.com/items', next: 'page.next', items: 'page.body.items', maxPages: 50 },
    },
    {
      title: 'Send JSON',
      config: {
        method: 'POST',
        url: 'https://example.com/orders',
        auth: 'shop',
        body: { id: '{{start.orderId}}', isGift: true },
      },
      scope: { start: { orderId: 7 } },
    },
    {
      title: 'Upload a file',
      config: {
        method: 'POST',
        url: 'https://example.com/files',
        bodyType: 'multipart',
        body: { title: 'Report', file: '{{start.report}}' },
      },
      scope: { start: { report: { name: 'a.txt', mediaType: 'text/plain', text: 'Hello' } } },
    },
  ],
  docs: `Returns \`{ status, headers, body }\`. A JSON body is parsed, so \`{{fetch.body.items}}\` works; another text is text, in the charset that it
declares, else as UTF-8; where neither fits, the charset is guessed, and \`guessedCharset\` names it. **Charset of the answer** chooses one.
Numbers that a number does not hold exactly (\`12345678901234567890\`) are texts, and \`numbersAsText\` names their fields. Bytes that are no text become a file
of the workspace, \`{ name, path, sizeBytes, mediaType }\`, which other nodes take: \`images\`, files of code, an upload. **Read answer as** decides it
for any answer. Where there is no folder for files, the value holds the content as \`base64\`, up to 1 MB. Header names are in lower case; headers of the connection, such as \`transfer-encoding\`, are dropped. Up to five redirects are followed and 10 MB are read.

A status of 400 and above, a timeout and an unreachable server are errors: connect the **error** port or set *On error* to continue.
Status 429 and 5xx can be retried, others cannot; a retry waits as long as \`Retry-After\` asks. An answer that was cut off is an error, a compressed one too. Addresses inside your network are refused unless an administrator has allowed the host and
port.

**Send body as** says what the body is: \`json\` sends any value as JSON, and a text as JSON that it already is; \`text\` sends a text unchanged
and without a content type; \`form\` and \`multipart\` take an object of fields, where a list repeats its field; \`file\` takes a file. A file is a start
input, a file that another node wrote, or the path of a workspace file; only \`multipart\` and \`file\` read files. A body is sent with GET, too.

**Next page** makes it read page after page. It is a CEL expression over \`page\`, the answer that was just read: \`page.body\`, \`page.headers\`,
\`page.status\`, \`page.url\`, \`page.index\` (from 0), \`page.count\` (its items) and \`page.next\`, the \`next\` link of its \`Link\` header or an empty text.

| the server | Next page |
| --- | --- |
| sends a \`Link\` header | \`page.next\` |
| names the next address | \`page.body.?next_url.orValue(null)\` |
| gives a cursor | \`page.body.has_more ? {"query": {"cursor": page.body.cursor}} : null\` |
| counts pages | \`page.count > 0 ? {"query": {"page": page.index + 2}} : null\` |
| takes a cursor in the body | \`page.body.?cursor.orValue(null) == null ? null : {"body": {"cursor": page.body.cursor}}\` |

The result is \`{ status, headers, body, pages, isCut }\`: \`body\` has the items of all pages, status and headers are those of the last one, and \`isCut\` says
that a limit ended it. A page that was answered is not requested again after a crash or in a retry. Pages of another server are refused. A node
with the id \`page\` cannot be read in these two fields.

A **credential** is chosen by the name under which the settings of the workflow declare it, with its type and its hosts. Its value
is kept by the workspace, added where the request leaves, sent to those hosts only, and masked in what the server repeats of it. It is in no
document, log or trace.

A request that may have side effects is sent with an \`idempotency-key\` header, unless you set one. The key stays the same when the request
is repeated, so that the server can ignore duplicates. A request that was answered is not sent again after a crash.`,
});
