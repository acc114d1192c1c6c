import { setTool } from '#lib/api/settings.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';

export const setToolHandler = defineHandler(setTool, async ({ params: { id }, body, deps, workspaceId }) => {
  const { definitions } = await toolsOf(deps, workspaceId);
  if (!Object.hasOwn(definitions, id)) throw new AppError('not-found', `There is no tool ${id}.`, { details: { tool: id } });
  await deps.studioSettings.setTool(id, body);
  return { status: 200, body: deps.studioSettings.read() };
});
