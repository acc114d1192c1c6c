import nodesZh from '../i18n/messages/nodes.zh-CN.json' with { type: 'json' };
import templatesZh from '../i18n/messages/templates.zh-CN.json' with { type: 'json' };
import { DEFAULT_SKILL_LIMITS, type Skill, type SkillText } from '../skills/skill.ts';
import { SkillIndex } from '../skills/skill-index.ts';
import { sentenceInText } from '../trigger-kit/sentence-in-text.ts';

/** The texts of a template that a search reads. */
export type FindableTemplate = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Titles and summaries in English of its node types and triggers: what it is made of. */
  readonly parts: readonly { readonly type: string; readonly title: string; readonly summary: string }[];
};

export type FoundTemplate = {
  readonly id: string;
  /** The words of the request that speak for it, the most telling first. */
  readonly words: readonly string[];
};

/** In every workflow, so they tell none from another. */
const EVERYWHERE = new Set(['start', 'end', 'llm', 'template', 'set']);

type Texts = Readonly<Record<string, { readonly name?: string; readonly description?: string } | undefined>>;
type NodeTexts = Readonly<Record<string, { readonly title?: string; readonly summary?: string } | undefined>>;

/**
 * Templates that fit a request, the nearest first: by the words of names, descriptions and parts in English
 * and Chinese, and by words of the same meaning. Of a request that names times, those with a schedule come first. Empty
 * if they share no telling word.
 */
export function findTemplates(request: string, templates: readonly FindableTemplate[]): FoundTemplate[] {
  const index = new SkillIndex(templates.map(toSkill));
  const found = index.rank(request).map(({ name, words }) => ({ id: name, words }));
  if (!sentenceInText(request)) return found;
  const scheduled = new Set(templates.filter(({ parts }) => parts.some(({ type }) => type === 'schedule')).map(({ id }) => id));
  return found.toSorted((one, other) => Number(scheduled.has(other.id)) - Number(scheduled.has(one.id)));
}

/** The index of skills ranks any short texts in two languages. */
function toSkill({ id, name, description, parts }: FindableTemplate): Skill {
  const telling = parts.filter(({ type }) => !EVERYWHERE.has(type));
  const [zh, partsZh] = [(templatesZh as Texts)[id], telling.map(({ type }) => (nodesZh as NodeTexts)[type])];
  return {
    name: id,
    format: 'threadloom',
    version: '1',
    author: undefined,
    tags: [],
    allowedTools: undefined,
    ...DEFAULT_SKILL_LIMITS,
    isEnabled: true,
    text: textOf(name, description, telling),
    translations: { 'zh-CN': textOf(zh?.name ?? '', zh?.description ?? '', partsZh) },
    unknown: {},
  };
}

type Part = { readonly title?: string; readonly summary?: string } | undefined;

function textOf(name: string, description: string, parts: readonly Part[]): SkillText {
  const titles = [...new Set(parts.map((part) => part?.title ?? ''))].join(' ');
  const summaries = [...new Set(parts.map((part) => part?.summary ?? ''))].join(' ');
  return { displayName: name, description: `${description} ${titles}`, triggers: [], body: summaries };
}
