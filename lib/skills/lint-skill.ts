import type { Skill, SkillText } from './skill.ts';
import { type SkillProblem, skillWarning } from './skill-problem.ts';

/** Tokens of a body that is still read with care, and of the part that is always in the prompt. */
const SKILL_TOKENS = { body: 5000, metadata: 120 } as const;

const LATIN_CHARS_PER_TOKEN = 4;
const CJK_TOKENS = 0.8;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Sections that a body should have, by what their headings say. */
const SECTIONS = [
  { title: 'When to use', pattern: /when|use cases|何时|适用|场景/i },
  { title: 'Steps', pattern: /step|workflow|process|method|how|guide|procedure|步骤|流程|方法/i },
  { title: 'Output', pattern: /output|result|format|deliver|report|输出|结果|格式|交付|报告/i },
] as const;

const LINK = /\]\(([^()\s]{1,300})\)|`([\w./-]{3,200})`/g;
const RESOURCE = /^(?:scripts|references|assets|templates|examples|skills|subskills)\/[\w./-]+\.\w+$/;

/** About how many tokens a text has, without a tokenizer. */
export function roughTokens(text: string): number {
  const cjk = text.match(CJK)?.length ?? 0;
  return Math.ceil((text.length - cjk) / LATIN_CHARS_PER_TOKEN + cjk * CJK_TOKENS);
}

/**
 * Advice about a skill that can be used: sections and size of its bodies, and files that they name.
 * @param paths of the files in its folder
 * @param toolIds of the tools that there are; not checked when undefined
 */
export function lintSkill(
  skill: Skill,
  { paths, toolIds }: { readonly paths: readonly string[]; readonly toolIds?: ReadonlySet<string> | undefined },
): SkillProblem[] {
  const texts: [string, SkillText][] = [
    ['SKILL.md', skill.text],
    ...Object.entries(skill.translations).map(([language, text]): [string, SkillText] => [`SKILL.${language}.md`, text]),
  ];
  const unknownTools = toolIds ? (skill.allowedTools ?? []).filter((id) => !toolIds.has(id)) : [];
  return [
    ...texts.flatMap(([file, text]) => lintText(file, text, paths)),
    ...unknownTools.map((id) => skillWarning('tool-unknown', `There is no tool ${id} here`, 'allowed_tools')),
  ];
}

function lintText(file: string, { body, description, displayName }: SkillText, paths: readonly string[]): SkillProblem[] {
  const problems: SkillProblem[] = [];
  const metadata = roughTokens(`${displayName}: ${description}`);
  if (metadata > SKILL_TOKENS.metadata)
    problems.push(skillWarning('metadata-long', `Name and description have about ${metadata} tokens; keep them under 120`, file));
  if (body === '') return [...problems, skillWarning('body-empty', 'The skill has no instructions below its front matter', file)];
  const tokens = roughTokens(body);
  if (tokens > SKILL_TOKENS.body)
    problems.push(
      skillWarning('body-long', `The body has about ${tokens} tokens; move what is rarely needed into files, under 5000`, file),
    );
  const headings = body.split('\n').filter((line) => /^#{1,6} /.test(line));
  for (const { title, pattern } of SECTIONS)
    if (!headings.some((heading) => pattern.test(heading)))
      problems.push(skillWarning('section-missing', `No heading of the body is about: ${title}`, file));
  const known = new Set(paths);
  for (const path of namedFiles(body))
    if (!known.has(path)) problems.push(skillWarning('file-missing', `The body names ${path}, which is not in the folder`, file));
  return problems;
}

function namedFiles(body: string): Set<string> {
  const named = [...body.matchAll(LINK)].map(([, link, code]) => (link ?? code ?? '').replace(/^\.\//, ''));
  return new Set(named.filter((path) => RESOURCE.test(path)));
}
