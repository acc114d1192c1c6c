import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import mcpToolNode from './mcp-tool.node.ts';

export default defineNodeGuide(mcpToolNode, {
  examples: [
    {
      title: 'Read a file',
      config: { server: 'files', tool: 'read_file', arguments: { path: '{{start.path}}' } },
      scope: { start: { path: 'notes.md' } },
    },
  ],
  docs: `Calls one tool of an MCP server that the page **MCP servers** lists, and returns \`{ status, data, summary, warnings }\`. \`{{node.data}}\` is the text
of the answer, its structured content where the tool describes that, or a list of its parts when some are not texts. The form shows the arguments
of the chosen tool as the server describes them. \`warnings\` says what of the answer was omitted: a part of an unknown kind, for example.

Tools that may write need an approval, unless the page of the server says otherwise. The run then waits, for up to thirty days. When it
is rejected or expires, \`status\` is \`cancelled\` and \`data\` is null.

A failing tool, a server that cannot be reached, and a tool that has changed since it was accepted are errors: connect the **error** port or
set *On error* to continue. Results are stored: a finished call is not repeated after a crash.`,
});
