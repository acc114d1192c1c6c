import set from '#nodes/set/set.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(set, ({ config }) => ({ out: config.values }));
