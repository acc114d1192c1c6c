import { setTool } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const setToolHandler = defineHandler(setTool, async ({ params, body, deps: { studioSettings } }) => {
  await studioSettings.setTool(params.id, body);
  return { status: 200, body: studioSettings.read() };
});
