import ptc from '#tools/ptc.tool.ts';
import { ProgramCalls } from '../code/program-calls.ts';
import { runForModel, tellModel } from '../code/run-for-model.ts';
import { defineToolHandler } from './define-tool-handler.ts';

const MEMORY_MB = 256;

export default defineToolHandler(ptc, async ({ input, context }) => {
  const { language, code, inputs, timeout_s } = input;
  const calls = new ProgramCalls(context);
  const program = { language, code, inputs, timeoutMs: Math.ceil(timeout_s * 1000), memoryMb: MEMORY_MB };
  const ran = await runForModel(program, {
    context: { ...context, signal: AbortSignal.any([context.signal, calls.signal]) },
    callTool: calls.call,
  }).finally(() => calls.end());
  const { data, summary } = tellModel(ran, code);
  return {
    data: { ...data, calls: calls.count },
    summary: `${summary}; ${calls.count} tool ${calls.count === 1 ? 'call' : 'calls'}`,
  };
});
