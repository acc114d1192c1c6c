import type { Language } from '../i18n/language.ts';

/** What a model and the matcher read of a skill, in one language. */
export type SkillText = {
  readonly displayName: string;
  /** What it does and when to use it. Always in the prompt. */
  readonly description: string;
  /** Phrases of people who need it. They raise its score, and are never needed. */
  readonly triggers: readonly string[];
  /** Markdown. Sent once the skill is active. */
  readonly body: string;
};

export const skillFormats = ['threadloom', 'agent-skills'] as const;
/** `agent-skills`: the public format, as other programs read it. @see https://agentskills.io/specification */
export type SkillFormat = (typeof skillFormats)[number];

/** A skill as its `SKILL.md` and the translations next to it say. */
export type Skill = {
  /** Its id, which is the name of its folder. */
  readonly name: string;
  readonly format: SkillFormat;
  readonly version: string;
  readonly author: string | undefined;
  readonly tags: readonly string[];
  /** Ids of the only tools that a model may call while the skill is active; undefined: all that it has. */
  readonly allowedTools: readonly string[] | undefined;
  /** Limits while it is active. */
  readonly maxIterations: number;
  readonly timeoutSeconds: number;
  /** As its front matter says. A workspace may say otherwise. */
  readonly isEnabled: boolean;
  readonly text: SkillText;
  readonly translations: Readonly<Partial<Record<Language, SkillText>>>;
  /** Front matter that means nothing here, as it was written. */
  readonly unknown: Readonly<Record<string, unknown>>;
};

export const DEFAULT_SKILL_LIMITS = { maxIterations: 30, timeoutSeconds: 300 } as const;

/** Before the fields of ours that a skill in the public format has in its `metadata`. */
export const OWN_METADATA = 'threadloom-';

/** Of one skill with all its files. */
export const SKILL_LIMITS = {
  maxFiles: 200,
  maxFileBytes: 2_000_000,
  maxBytes: 10_000_000,
  /** Of `SKILL.md`; an advisable body is far shorter. */
  maxBodyChars: 200_000,
} as const;

/** Lowercase letters, digits, `_` and `-`. The public format has no `_`. */
export const SKILL_NAME = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;

/** The name of a skill in the public format, which has no `_`. */
export function publicSkillName(name: string): string {
  return name.replaceAll('_', '-').replaceAll(/-{2,}/g, '-');
}

/** What is shown in this language: the translation, else what `SKILL.md` says. */
export function skillText({ text, translations }: Pick<Skill, 'text' | 'translations'>, language: Language): SkillText {
  return translations[language] ?? text;
}
