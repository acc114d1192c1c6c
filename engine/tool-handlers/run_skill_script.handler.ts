import { NodeFailure } from '#lib/errors/node-failure.ts';
import { SANDBOX_FILES, type SandboxFile, type SandboxLanguage } from '#lib/ports/sandbox.ts';
import type { UsableSkill } from '#lib/ports/skills.ts';
import { cutText } from '#lib/text/cut-text.ts';
import runSkillScript from '#tools/run_skill_script.tool.ts';
import { answerOfCode, runForModel } from '../code/run-for-model.ts';
import { defineToolHandler, type ToolContext } from '../contract/define-tool-handler.ts';
import { skillOf } from '../tools/skills-of.ts';

const MEMORY_MB = 256;
const TIMEOUT_MS = 120_000;
const MAX_STDOUT_CHARS = 40_000;
const LANGUAGES: Readonly<Record<string, SandboxLanguage>> = { py: 'python', js: 'javascript', mjs: 'javascript' };

/** Only what the script prints comes back; why it failed, where it did. */
export default defineToolHandler(runSkillScript, async ({ input, context }) => {
  const { skill: name, script, args, inputs } = input;
  const { port, usable } = await skillOf(name, context);
  const language = LANGUAGES[script.slice(script.lastIndexOf('.') + 1)];
  if (!language)
    throw new NodeFailure('skill-script-refused', `${script} is no script that can be run: .py, .js or .mjs`, { path: 'script' });
  const code = new TextDecoder().decode(await port.readFile(context.workspaceId, name, script));
  const files = await filesFor(script, { usable, context });
  const program = { language, code, inputs, args, timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB, files };
  const ran = await runForModel(program, { context });
  const { data } = answerOfCode(ran, code);
  const { stdout, stderr, exitCode } = data;
  const error = exitCode === 0 ? null : cutText(stderr.trim(), MAX_STDOUT_CHARS);
  return {
    data: { stdout: cutText(stdout, MAX_STDOUT_CHARS), exitCode, error },
    summary: exitCode === 0 ? `Ran ${script} of the skill ${name}` : `${script} of the skill ${name} failed`,
  };
});

/** What the script may read, its own folder first: as many files as a sandbox takes. */
async function filesFor(
  script: string,
  { usable, context }: { usable: UsableSkill; context: ToolContext },
): Promise<SandboxFile[]> {
  const folder = script.slice(0, script.lastIndexOf('/') + 1);
  const near = (path: string) => (folder !== '' && path.startsWith(folder) ? 0 : 1);
  const paths = usable.files
    .filter(({ path, sizeBytes }) => path !== script && !path.startsWith('SKILL.') && sizeBytes <= SANDBOX_FILES.maxBytes)
    .toSorted((a, b) => near(a.path) - near(b.path))
    .slice(0, SANDBOX_FILES.maxCount);
  return Promise.all(
    paths.map(async ({ path }) => ({
      name: path,
      bytes: (await context.tools.skills?.readFile(context.workspaceId, usable.skill.name, path)) ?? new Uint8Array(),
    })),
  );
}
