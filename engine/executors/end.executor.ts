import end from '#nodes/end/end.node.ts';
import { defineExecutor } from './define-executor.ts';

export default defineExecutor(end, ({ config }) => ({ out: config.outputs }));
