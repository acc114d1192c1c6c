import set from '#nodes/set/set.node.ts';
import { defineExecutor } from './define-executor.ts';

export default defineExecutor(set, ({ config }) => ({ out: config.values }));
