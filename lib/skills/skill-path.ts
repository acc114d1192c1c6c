const MAX_PATH_CHARS = 200;
const PART = /^[^/\\:*?"<>|\p{Cc}]+$/u;

/**
 * A path of a file inside the folder of a skill: relative, with `/`, as it is stored.
 * @returns undefined for one that leads elsewhere, or that some system cannot store
 */
export function skillPath(text: string): string | undefined {
  const path = text.normalize('NFC').replace(/^\.\//, '');
  if (path.length === 0 || path.length > MAX_PATH_CHARS) return undefined;
  const parts = path.split('/');
  const isFine = (part: string) => PART.test(part) && !part.startsWith('.') && !part.endsWith('.') && part.trim() === part;
  return parts.every(isFine) ? path : undefined;
}

const TRANSLATION = /^SKILL\.(en|zh-CN)\.md$/;

/** The language that a file of a skill translates `SKILL.md` into. */
export function translationOf(path: string): string | undefined {
  return TRANSLATION.exec(path)?.[1];
}
