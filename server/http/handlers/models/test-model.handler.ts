import { testModel } from '#lib/api/models.contract.ts';
import { wholeError } from '#lib/run/what-leaves.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const testModelHandler = defineHandler(testModel, async ({ params, deps, language }) => {
  const trial = await deps.modelDirectory.tryOut(params.name);
  const error = trial.error && wholeError(trial.error, language);
  return { status: 200, body: { ...trial, error } };
});
