import { listNames } from '#lib/api/names.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { namesOf } from '../../handler-kit/names-of.ts';

export const listNamesHandler = defineHandler(listNames, async ({ deps, workspaceId }) => ({
  status: 200,
  body: await namesOf(deps, workspaceId),
}));
