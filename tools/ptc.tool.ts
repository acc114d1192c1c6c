import { z } from 'zod';
import { PROGRAM_TOOL } from '#lib/agents/program.ts';
import { SANDBOX_CALLS, sandboxLanguages } from '#lib/ports/sandbox.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

const MAX_SECONDS = 600;

export default defineTool({
  id: PROGRAM_TOOL,
  title: 'Program that calls tools',
  aliases: { 'zh-CN': '编程调用工具' },
  description: `Runs a program in Python (3.14, standard library only) or JavaScript in a sandbox that calls your other tools: data = await tools.read_url(url="https://example.com") in Python, const data = await tools.read_url({ url: 'https://example.com' }) in JavaScript. A call returns the complete data of its result; a failed call raises ToolError. Use it for many calls, for calls that depend on each other, and for large results of which you need a part: only what the program returns or prints is sent back to you. At most ${SANDBOX_CALLS.maxCalls} calls, ${SANDBOX_CALLS.maxAtOnce} at once (asyncio.gather, Promise.all). It cannot call agents or other code. When a call needs approval, the program is run again from its beginning after the decision, and finished calls are not repeated: its behaviour must depend only on its inputs and the results, not on time or randomness. The program is the body of an async function of inputs: end it with return.`,
  group: 'code',
  input: z.strictObject({
    language: z.enum(sandboxLanguages).default('python').meta({ description: 'What the program is written in.' }),
    code: z.string().min(1).max(200_000).meta({
      description:
        'As inputs["rows"] in Python or inputs.rows in JavaScript it reads its inputs; with return it gives a JSON value.',
    }),
    tools: z.array(z.string().min(1).max(100)).max(100).optional().meta({
      description: 'Ids of the only tools that it may call. All that you have when left out; a node of its own names them.',
    }),
    inputs: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Values for the program, by name.' }),
    timeout_s: z
      .number()
      .min(0.1)
      .max(MAX_SECONDS)
      .default(120)
      .meta({ description: 'Seconds until it is stopped, the calls that it waits for included.' }),
  }),
  output: z.object({
    stdout: z.string(),
    stderr: z.string().meta({ description: 'With the error, its line and that line itself when the program failed.' }),
    returnValue: z.unknown(),
    exitCode: z
      .int()
      .meta({ description: '0 when it went well, 1 after an error, 124 when it ran out of time, 137 out of memory.' }),
    calls: z.int().meta({ description: 'How many tool calls it made.' }),
  }),
  requires: 'sandbox',
  risk: 'medium',
  scope: 'workspace',
  cost: 'low',
  effects: 'write',
  // Each tool call is in the effect ledger, so the program itself can be run again.
  isRepeatable: true,
  reaches: ['code'],
  describe: ({ language, code }) =>
    `Run ${code.split('\n').length} lines of ${language === 'python' ? 'Python' : 'JavaScript'} that may call tools`,
  // The program's own limit comes first; this one includes the wait for a free sandbox and for its open calls.
  timeoutMs: (MAX_SECONDS + 120) * 1000,
});
