import { allowHost } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const allowHostHandler = defineHandler(allowHost, async ({ params, deps: { studioSettings } }) => {
  await studioSettings.allowHost(params.host);
  return { status: 200, body: studioSettings.read() };
});
