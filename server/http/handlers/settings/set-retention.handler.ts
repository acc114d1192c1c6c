import { setRetention } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const setRetentionHandler = defineHandler(setRetention, async ({ body, deps: { studioSettings } }) => {
  await studioSettings.setRetention(body);
  return { status: 200, body: studioSettings.read() };
});
