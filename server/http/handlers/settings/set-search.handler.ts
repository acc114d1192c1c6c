import { setSearch } from '#lib/api/settings.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { assertCredential } from '../../workflows/assert-credential.ts';

export const setSearchHandler = defineHandler(setSearch, async ({ body, repos, deps: { studioSettings } }) => {
  await assertCredential(body.credentialId, repos);
  await studioSettings.setSearch(body);
  return { status: 200, body: studioSettings.read() };
});
