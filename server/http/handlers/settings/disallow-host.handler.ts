import { disallowHost } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const disallowHostHandler = defineHandler(disallowHost, async ({ params, deps: { studioSettings } }) => {
  await studioSettings.disallowHost(params.host);
  return { status: 200, body: studioSettings.read() };
});
