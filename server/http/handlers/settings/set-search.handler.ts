import { setSearch } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const setSearchHandler = defineHandler(setSearch, async ({ body, deps: { studioSettings } }) => {
  await studioSettings.setSearch(body);
  return { status: 200, body: studioSettings.read() };
});
