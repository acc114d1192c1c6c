import approval from '#nodes/approval/approval.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import { passedOn } from './routing.ts';

export default defineExecutor(approval, ({ config, context }) => {
  const value = config.value === undefined ? passedOn(context) : config.value;
  const decision = context.ask({
    key: 'value',
    kind: 'value',
    tool: 'approval',
    args: value,
    description: config.message === undefined ? config.title : `${config.title}\n\n${config.message}`,
    expiresInMs: config.expiresInMs,
  });
  if (!decision) throw new SuspendedError();
  if (decision.status === 'confirmed') return { approved: decision.args === undefined ? value : decision.args };
  return { rejected: { comment: decision.comment ?? null, reason: decision.status } };
});
