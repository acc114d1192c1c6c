import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import toolCallNode from './tool-call.node.ts';

export default defineNodeGuide(toolCallNode, {
  examples: [
    {
      title: 'What day it is',
      config: { toolName: 'time-now', parameters: { timezone: '{{start.zone}}' } },
      scope: { start: { zone: 'Europe/Paris' } },
    },
    {
      title: 'Read a page',
      config: { toolName: 'read_url', parameters: { url: '{{start.url}}', format: 'text', maxChars: 20_000 }, timeoutMs: 20_000 },
      scope: { start: { url: 'https://example.com/' } },
    },
  ],
  docs: `Returns \`{ status, data, summary, warnings }\`; \`data\` depends on the tool, for example \`{{page.data.text}}\` after reading a page. The tools of this server and their parameters are listed under \`GET /api/v1/tools\`. \`warnings\` says what of the answer was omitted or changed.

Some tools need approval. The run then waits, for up to thirty days, and resumes with the decision. When it is rejected or expires,
\`status\` is \`cancelled\`, \`data\` is null, and the workflow continues: check \`{{node.status}}\` if it matters.

A failing tool and invalid arguments are errors: connect the **error** port or set *On error* to continue. Timeouts and failed connections
can be retried. Results are stored: a finished call is not repeated after a crash.`,
});
