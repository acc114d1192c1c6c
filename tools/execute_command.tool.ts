import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

const MAX_SECONDS = 600;

export default defineTool({
  id: 'execute_command',
  title: 'Run a command',
  aliases: { 'zh-CN': '执行命令' },
  description:
    'Starts a program of the server, if the administrator allows it, and gives what it printed. It gets no input, runs in a folder of the workspace and is stopped at its time limit. Arguments are passed as they are: no shell reads them.',
  group: 'code',
  input: z
    .strictObject({
      command: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'Name of the program, without arguments. Either this or shell.' }),
      args: z.array(z.string().max(100_000)).max(200).default([]).meta({ description: 'Its arguments, one string each.' }),
      shell: z.string().min(1).max(100_000).optional().meta({
        description: 'A command line for the shell, instead of command. Only where the administrator allows every program.',
      }),
      workdir: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'Folder of the workspace to run in. Its main folder when left out.' }),
      timeout_s: z.number().min(0.1).max(MAX_SECONDS).default(60).meta({ description: 'Seconds until it is stopped.' }),
    })
    .refine(({ command, shell }) => (command === undefined) !== (shell === undefined), 'Give either command or shell'),
  output: z.object({
    exitCode: z.int().nullable().meta({ description: 'Null when a signal ended it.' }),
    signal: z.string().nullable(),
    stdout: z.string().meta({ description: 'The first and last part of it where it is long.' }),
    stderr: z.string(),
    isCut: z.boolean().meta({ description: 'Whether a part of the output is missing.' }),
  }),
  requires: 'commands',
  risk: 'high',
  scope: 'workspace',
  cost: 'low',
  effects: 'write',
  reaches: ['commands', 'files'],
  describe: ({ command, args, shell, workdir }) =>
    `Run ${shell ?? [command, ...args].map((part) => JSON.stringify(part)).join(' ')}${workdir === undefined ? '' : ` in ${workdir}`}`,
  timeoutMs: (MAX_SECONDS + 5) * 1000,
});
