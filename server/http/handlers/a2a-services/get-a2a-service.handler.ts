import { getA2aService } from '#lib/api/a2a-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { shownService } from './shown-service.ts';

export const getA2aServiceHandler = defineHandler(getA2aService, async ({ params, ...context }) => {
  return { status: 200, body: await shownService(params.id, context) };
});
