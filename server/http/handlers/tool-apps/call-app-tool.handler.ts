import { callAppTool } from '#lib/api/tool-apps.contract.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { forInput } from '#lib/tools/tool-policy.ts';
import { findAppTool } from '../../../mcp/find-app-tool.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadToolApp, whyNoApp } from '../../start/load-tool-app.ts';

export const callAppToolHandler = defineHandler(callAppTool, async ({ params, body, ...context }) => {
  const { deps, workspaceId, endpoint } = context;
  const refused = (why: string) => refusedWith(wordError(why, context.language));
  const loaded = await loadToolApp(params, context);
  const reason = whyNoApp(loaded);
  if (reason !== undefined || !loaded.server) return refused(reason ?? 'This app is not allowed.');
  const wanted = { name: body.name, input: body.arguments };
  const found = findAppTool(loaded.server, wanted, (toolId) => deps.tools.settings[toolId]);
  if ('refusal' in found) return refused(found.refusal);
  const { tool, definition, input, policy } = found;
  if (policy !== 'none') {
    // The caller of an endpoint starts what its owner designed. Other writes are for members of the workspace.
    if (endpoint) return refused(`${definition.title} needs an approval, which only members of the workspace can give here`);
    if (!body.isConfirmed) {
      const risk = forInput(definition.risk, input);
      return {
        status: 200,
        body: { status: 'asks' as const, title: definition.title, risk, input: input as typeof body.arguments },
      };
    }
  }
  const { id, seq } = params;
  deps.log.info('an app called a tool', { runId: id, seq, tool: definition.id, isConfirmed: body.isConfirmed });
  const result = await deps.mcp.apps.call(workspaceId, loaded.server, { tool, input, idempotencyKey: deps.newId('call') });
  return { status: 200, body: { status: 'done' as const, result: JSON.parse(JSON.stringify(result)) } };
});

function refusedWith(reason: string) {
  return { status: 200, body: { status: 'refused' as const, reason } } as const;
}
