import { testModel } from '#lib/api/models.contract.ts';
import { publicError } from '#lib/run/public-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const testModelHandler = defineHandler(testModel, async ({ params, deps, language }) => {
  const trial = await deps.modelDirectory.tryOut(params.name);
  const error = trial.error && publicError(trial.error, { level: 'full', language });
  return { status: 200, body: { ...trial, error } };
});
