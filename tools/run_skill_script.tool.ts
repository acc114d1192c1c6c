import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

const MAX_SECONDS = 120;

export default defineTool({
  id: 'run_skill_script',
  title: 'Run a script of a skill',
  aliases: { 'zh-CN': '运行技能脚本' },
  description:
    'Runs a script of a skill, such as scripts/queries.py, in a sandbox without network and returns what it printed. The files of the skill are under /files/in. Use it when the instructions of a skill name the script.',
  group: 'skills',
  input: z.strictObject({
    skill: z.string().min(1).max(64).meta({ description: 'Name of the skill.' }),
    script: z.string().min(1).max(200).meta({ description: 'Path of the script in the skill: .py, .js or .mjs.' }),
    args: z
      .array(z.string().max(10_000))
      .max(100)
      .default([])
      .meta({ description: 'What it is called with: sys.argv[1:] in Python, args in JavaScript.' }),
    inputs: z.record(z.string(), z.unknown()).default({}).meta({ description: 'Values for the script, by name.' }),
  }),
  output: z.object({
    stdout: z.string(),
    exitCode: z.int().meta({ description: '0 when it went well.' }),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
  }),
  requires: 'sandbox',
  risk: 'low',
  scope: 'workspace',
  cost: 'low',
  effects: 'read',
  reaches: ['code'],
  describe: ({ skill, script, args }) => `Run ${[script, ...args].join(' ')} of the skill ${skill}`,
  checkResult: (_, data) => {
    const { exitCode = 0, error } = data as { exitCode?: number; error?: string | null };
    return exitCode === 0 ? undefined : `The script failed: ${error ?? `exit code ${exitCode}`}`;
  },
  // The script's own limit comes first; this one includes the wait for a free sandbox.
  timeoutMs: (MAX_SECONDS + 60) * 1000,
});
