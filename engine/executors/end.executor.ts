import end from '#nodes/end/end.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(end, ({ config }) => ({ out: config.outputs }));
