import { removeSearch } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const removeSearchHandler = defineHandler(removeSearch, async ({ deps: { studioSettings } }) => {
  await studioSettings.setSearch(null);
  return { status: 200, body: studioSettings.read() };
});
