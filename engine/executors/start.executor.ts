import { NodeFailure } from '#lib/errors/node-failure.ts';
import { parseRunInputs } from '#lib/workflow/start-inputs.ts';
import start from '#nodes/start/start.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(start, ({ config, context }) => {
  const parsed = parseRunInputs(config, context.runInputs);
  if (parsed.ok) return { out: parsed.values };
  throw new NodeFailure('inputs-invalid', parsed.problems.map((problem) => problem.message).join('. '), {
    path: 'config.inputs',
  });
});
