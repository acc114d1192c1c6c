import reply from '#nodes/reply/reply.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(reply, ({ config: { text, from }, context }) => {
  context.emit({ type: 'reply', content: text, ...(from !== undefined && { from }) }, { isUrgent: true });
  return { out: { text } };
});
