import { listTools } from '#lib/api/tools.contract.ts';
import type { Language } from '#lib/i18n/language.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { skillText } from '#lib/skills/skill.ts';
import type { WorkspaceSkill } from '../../../skills/skill-service.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';
import { toToolGroups } from '../../resources/tool-resource.ts';

export const listToolsHandler = defineHandler(listTools, async ({ deps, workspaceId, language }) => {
  const [tools, skills] = await Promise.all([toolsOf(deps, workspaceId), deps.skills.list(workspaceId)]);
  return { status: 200, body: { groups: toToolGroups(tools), skills: skills.map((skill) => toListedSkill(skill, language)) } };
});

function toListedSkill({ name, skill, isEnabled }: WorkspaceSkill, language: Language) {
  const text = skill && skillText(skill, language);
  const whyNot = !skill ? 'Its SKILL.md cannot be used' : isEnabled ? null : 'It is switched off on the page Skills';
  return {
    name,
    title: text?.displayName ?? name,
    description: text?.description ?? '',
    isEnabled: whyNot === null,
    whyNot: whyNot && wordError(whyNot, language),
  };
}
