import { NodeFailure } from '#lib/errors/node-failure.ts';
import { findTool } from '#lib/tools/tool-catalogue.ts';
import ptc from '#tools/ptc.tool.ts';
import { ProgramCalls } from '../code/program-calls.ts';
import { answerOfCode, runForModel } from '../code/run-for-model.ts';
import { type CheckContext, defineToolHandler } from '../contract/define-tool-handler.ts';

const MEMORY_MB = 256;

export default defineToolHandler(
  ptc,
  async ({ input, context }) => {
    const { language, code, tools, inputs, timeout_s } = input;
    const calls = new ProgramCalls(context, callableOf(tools, context));
    const program = { language, code, inputs, timeoutMs: Math.ceil(timeout_s * 1000), memoryMb: MEMORY_MB };
    const ran = await runForModel(program, {
      context: { ...context, signal: AbortSignal.any([context.signal, calls.signal]) },
      callTool: calls.call,
    }).finally(() => calls.end());
    const { data, summary } = answerOfCode(ran, code);
    return {
      data: { ...data, calls: calls.count },
      summary: `${summary}; ${calls.count} tool ${calls.count === 1 ? 'call' : 'calls'}`,
    };
  },
  {
    check: async ({ input, context }) => void callableOf(input.tools, context),
  },
);

/**
 * The tools that the program may call: of those offered to the model that wrote it, the ones that its call names. A
 * node is offered every tool of the server, so its config must name some.
 * @throws {NodeFailure} `tool-arguments-invalid`
 */
function callableOf(named: readonly string[] | undefined, { offered, tools: { definitions } }: CheckContext): readonly string[] {
  const ids = named?.map((name) => findTool(definitions, name)?.id ?? name);
  const callable = ids && offered ? ids.filter((id) => offered.includes(id)) : (ids ?? offered);
  if (callable) return callable;
  throw new NodeFailure('tool-arguments-invalid', 'ptc: tools is missing: name the tools that the program may call', {
    path: 'tools',
    hint: `There are: ${Object.keys(definitions).join(', ')}`,
  });
}
