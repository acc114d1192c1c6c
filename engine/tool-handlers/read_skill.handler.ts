import { NodeFailure } from '#lib/errors/node-failure.ts';
import { skillText } from '#lib/skills/skill.ts';
import readSkill from '#tools/read_skill.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { sliceText } from '../tools/large-data.ts';
import { skillOf } from '../tools/skills-of.ts';

const MAX_CHARS = 24_000;

export default defineToolHandler(readSkill, async ({ input, context }) => {
  const { skill: name, path = 'SKILL.md', offset } = input;
  const { port, usable } = await skillOf(name, context);
  const whole =
    path === 'SKILL.md'
      ? skillText(usable.skill, context.language).body
      : decode(await port.readFile(context.workspaceId, name, path), name, path);
  const text = sliceText(whole, offset, offset + MAX_CHARS);
  const next = offset + text.length;
  return {
    data: {
      skill: name,
      path,
      text,
      nextOffset: next < whole.length ? next : null,
      files: usable.files.map((file) => file.path),
    },
    summary: `Read ${path} of the skill ${name}`,
  };
});

function decode(bytes: Uint8Array, name: string, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new NodeFailure('skill-file-not-found', `${path} of the skill '${name}' is no text`, { path: 'path', cause });
  }
}
