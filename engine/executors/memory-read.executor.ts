import memoryRead from '#nodes/memory-read/memory-read.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';

export default defineExecutor(memoryRead, ({ context }) => ({ out: context.memory() }));
