import { matchSkills } from '#lib/api/skills.contract.ts';
import { promptText } from '#lib/i18n/prompt-text.ts';
import { pickActive } from '#lib/skills/pick-active.ts';
import { skillText } from '#lib/skills/skill.ts';
import { ACTIVE_SCORE } from '#lib/skills/skill-index.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

const TIMEOUT_MS = 60_000;

export const matchSkillsHandler = defineHandler(matchSkills, async ({ body, deps, workspaceId, language }) => {
  const { message, limit } = body;
  const { by, candidates } = await deps.skills.match(
    workspaceId,
    { message },
    { signal: AbortSignal.timeout(TIMEOUT_MS), meter: deps.meters({ workspaceId, runId: undefined }) },
  );
  const enabled = new Map((await deps.skills.enabled(workspaceId)).map(({ skill }) => [skill.name, skill]));
  const items = candidates.slice(0, limit).map(({ name, score, words, trigger }) => {
    const skill = enabled.get(name);
    const meaning = by === 'embedding' ? promptText(language, 'skill-reason-meaning') : '';
    const byWords = words.length > 0 ? promptText(language, 'skill-reason-words', { words: words.join(', ') }) : meaning;
    return {
      name,
      title: skill ? skillText(skill, language).displayName : name,
      score: Math.round(score * 1000) / 1000,
      reason: trigger === undefined ? byWords : promptText(language, 'skill-reason-trigger', { trigger }),
    };
  });
  const active = pickActive(candidates)?.name ?? null;
  return { status: 200, body: { items, active, activeScore: ACTIVE_SCORE, by } };
});
