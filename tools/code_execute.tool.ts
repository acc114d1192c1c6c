import { z } from 'zod';
import { SANDBOX_FILES, sandboxLanguages } from '#lib/ports/sandbox.ts';
import { storedFileSchema } from '#lib/run/stored-file.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

const MAX_SECONDS = 300;

export default defineTool({
  id: 'code_execute',
  title: 'Run code',
  aliases: { 'zh-CN': '执行代码' },
  description:
    'Runs a piece of Python (3.14, standard library only) or JavaScript in a sandbox without network, and gives what it printed and returned. It reads the files it is given at /files/in/name (in JavaScript files.read(name)); what it writes to /files/out (files.write(name, text)) is kept in the workspace. Use it to calculate, to count, to sort and to transform data exactly. The code is the body of a function of inputs: end it with return.',
  group: 'code',
  input: z
    .strictObject({
      language: z.enum(sandboxLanguages).default('python').meta({ description: 'What the code is written in.' }),
      code: z.string().min(1).max(200_000).optional().meta({
        description:
          'As inputs["rows"] in Python or inputs.rows in JavaScript it reads its inputs; with return it gives a JSON value. Either this or script_path.',
      }),
      script_path: z.string().min(1).optional().meta({ description: 'Path of a workspace file with the code, instead of code.' }),
      args: z
        .array(z.string().max(10_000))
        .max(100)
        .default([])
        .meta({ description: 'What a script is called with: sys.argv[1:] in Python, args in JavaScript.' }),
      inputs: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Values for the code, by name.' }),
      files: z
        .array(z.string().min(1))
        .max(SANDBOX_FILES.maxCount)
        .default([])
        .meta({ description: 'Paths of workspace files that the code may read, each under the last part of its path.' }),
      timeout_s: z.number().min(0.1).max(MAX_SECONDS).default(30).meta({ description: 'Seconds until it is stopped.' }),
    })
    .refine(({ code, script_path }) => (code === undefined) !== (script_path === undefined), 'Give either code or script_path'),
  output: z.object({
    stdout: z.string(),
    stderr: z.string().meta({ description: 'With the error, its line and that line itself when the code failed.' }),
    returnValue: z.unknown(),
    exitCode: z
      .int()
      .meta({ description: '0 when it went well, 1 after an error, 124 when it ran out of time, 137 out of memory.' }),
    files: z.array(storedFileSchema).meta({ description: 'What it wrote, with the paths to read it by.' }),
  }),
  requires: 'sandbox',
  risk: 'medium',
  scope: 'workspace',
  cost: 'low',
  effects: 'read',
  reaches: ['code', 'files'],
  describe: ({ language, code = '', script_path, args }) => {
    const what = script_path === undefined ? `${code.split('\n').length} lines` : [script_path, ...args].join(' ');
    return `Run ${what} of ${language === 'python' ? 'Python' : 'JavaScript'}`;
  },
  checkResult: (_, data) => {
    const { exitCode = 0, stdout = '', returnValue, files = [] } = data as Record<string, unknown> & { files?: unknown[] };
    if (exitCode !== 0) return `The code ended with exit code ${exitCode}`;
    const isSilent = stdout === '' && (returnValue === null || returnValue === undefined) && files.length === 0;
    return isSilent ? 'The code printed, returned and wrote nothing' : undefined;
  },
  // The code's own limit comes first; this one includes the wait for a free sandbox.
  timeoutMs: (MAX_SECONDS + 60) * 1000,
});
