import { askAssistant } from '#lib/api/assistant.contract.ts';
import { assistantWorkflow } from '#lib/assistant/assistant-workflow.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ApiDependencies } from '../../handler-kit/api-dependencies.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { onceOf } from '../../runs/once-of.ts';
import { originOf } from '../../start/origin-of.ts';
import { startRun } from '../../start/start-run.ts';
import { continueStream } from '../../start/stream-run.ts';
import { readOpenRun } from './read-open-run.ts';
import { readSurroundings } from './read-surroundings.ts';
import { requestText } from './request-text.ts';

export const askAssistantHandler = defineHandler(askAssistant, async ({ headers, body, ...context }) => {
  const continued = await continueStream(headers, { mode: body.mode, events: body.events }, context);
  if (continued) return continued;
  const { deps, repos, workspaceId, language } = context;
  assertRealModel(body.model, deps);
  const run = body.runId === undefined ? undefined : await readOpenRun(body.runId, { repos, language });
  const workspace = await readSurroundings(context);
  const inputs = { request: requestText(body, { workspace, run }), draft: body.document, run: run ?? null };
  return startRun(
    { workspaceId, workflow: assistantWorkflow(language, body.model), inputs, mode: 'draft', origin: originOf(context) },
    { ask: body, once: onceOf(headers, { scope: 'assistant', body }) },
    context,
  );
});

/** The demo model makes up its answers, and its tool calls with them. */
function assertRealModel(name: string | undefined, { models }: Pick<ApiDependencies, 'models'>): void {
  const model = models.list().find((listed) => (name === undefined ? listed.isDefault : listed.name === name));
  if (!model?.isDemo) return;
  throw new AppError(
    'model-not-found',
    'The assistant needs a model, and only the demo model is configured: add one under Models',
  );
}
