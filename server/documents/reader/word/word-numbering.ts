import { all, find, findDeep, numberIn, type XmlElement } from '../xml-tree.ts';
import { numberText } from './number-text.ts';
import type { ListPlace, WordStyles } from './word-styles.ts';

type Level = {
  readonly format: string;
  /** As `%1.%2`. */
  readonly text: string;
  readonly start: number;
  readonly isLegal: boolean;
  /** Starts again after paragraphs of this level and above; 0 for never. */
  readonly restart: number;
  readonly styleId: string | undefined;
};
type List = {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
};

/** What precedes a paragraph: a bullet, a number, or a label that lists of Markdown do not have. */
export type ListMark = {
  readonly level: number;
  readonly listId: string;
  /** Undefined for bullets and labels. */
  readonly value: number | undefined;
  /** As it is printed; empty for a bullet. */
  readonly label: string;
};

/** Bullets that say something. */
const CHECK_BOX = /[☐☑☒✓✔✗✘]/;
const MAX_LEVEL = 8;
/** A number that Markdown writes by itself. */
const PLAIN = /^%\d[.)]?$/;

/** Counts the numbered paragraphs of a document, in its order. */
export class WordNumbering {
  readonly #lists = new Map<string, List>();
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #restarted = new Set<string>();

  /** @param root of `numbering.xml`; undefined where there is none */
  constructor(root: XmlElement | undefined, styles: WordStyles) {
    const abstracts = new Map(all(root, 'w:abstractNum').map((one) => [one.attributes['w:abstractNumId'] ?? '', one]));
    const nums = new Map(all(root, 'w:num').map((one) => [one.attributes['w:numId'] ?? '', one]));
    const abstractOf = (num: XmlElement | undefined) => find(num, 'w:abstractNumId')?.attributes['w:val'] ?? '';
    for (const [numId, num] of nums) {
      const own = abstracts.get(abstractOf(num));
      // A list that takes its levels from another list, by way of a style.
      const linked = styles.list(find(own, 'w:numStyleLink')?.attributes['w:val']);
      const abstractId = linked ? abstractOf(nums.get(linked.numId)) : abstractOf(num);
      this.#lists.set(numId, { abstractId, ...levelsOf(abstracts.get(abstractId) ?? own, num) });
    }
  }

  /** Counts a paragraph. Undefined for one without a list. */
  next({ numId, level }: ListPlace, styleId: string | undefined): ListMark | undefined {
    const list = this.#lists.get(numId);
    if (numId === '0') return undefined;
    const at = Math.min(MAX_LEVEL, Math.max(0, level ?? levelOfStyle(list, styleId) ?? 0));
    const mark = { level: at, listId: list?.abstractId ?? numId, value: undefined, label: '' };
    const own = list?.levels.get(at);
    if (own?.format === 'bullet' && CHECK_BOX.test(own.text)) return { ...mark, label: own.text.trim() };
    if (!list || !own || own.format === 'bullet') return mark;
    const counts = this.#count(numId, list, at);
    const label = own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const { format = 'decimal', start = 1 } = list.levels.get(index) ?? {};
      return numberText(counts[index] ?? start, own.isLegal ? 'decimal' : format);
    });
    // Without a number and a label it is a paragraph that is only indented.
    if (own.format === 'none' && label.trim() === '') return undefined;
    const isPlain = own.format === 'decimal' && PLAIN.test(own.text);
    return { ...mark, label: label.trim(), value: isPlain ? counts[at] : undefined };
  }

  #count(numId: string, { abstractId, levels, starts }: List, at: number): readonly (number | undefined)[] {
    const counts = this.#counts.get(abstractId) ?? [];
    this.#counts.set(abstractId, counts);
    const before = counts[at];
    const again = `${numId} ${at}`;
    const restart = this.#restarted.has(again) ? undefined : starts.get(at);
    this.#restarted.add(again);
    counts[at] = restart ?? (before === undefined ? (levels.get(at)?.start ?? 1) : before + 1);
    for (let below = at + 1; below <= MAX_LEVEL; below++) {
      const { restart: after = below } = levels.get(below) ?? {};
      if (after !== 0 && at < after) counts[below] = undefined;
    }
    return counts;
  }
}

function levelsOf(abstract: XmlElement | undefined, num: XmlElement): Pick<List, 'levels' | 'starts'> {
  const levels = new Map<number, Level>();
  const starts = new Map<number, number>();
  for (const level of all(abstract, 'w:lvl')) levels.set(numberIn(level, 'w:ilvl') ?? 0, readLevel(level));
  for (const override of all(num, 'w:lvlOverride')) {
    const at = numberIn(override, 'w:ilvl') ?? 0;
    const level = find(override, 'w:lvl');
    if (level) levels.set(at, readLevel(level));
    const start = numberIn(find(override, 'w:startOverride'), 'w:val');
    if (start !== undefined) starts.set(at, start);
  }
  return { levels, starts };
}

function readLevel(level: XmlElement): Level {
  const value = (name: string) => find(level, name)?.attributes['w:val'];
  const isLegal = find(level, 'w:isLgl');
  return {
    // Formats of later versions are in alternate content.
    format: findDeep(level, 'w:numFmt')?.attributes['w:val'] ?? 'decimal',
    text: value('w:lvlText') ?? '',
    start: numberIn(find(level, 'w:start'), 'w:val') ?? 0,
    isLegal: isLegal !== undefined && isLegal.attributes['w:val'] !== '0',
    restart: numberIn(find(level, 'w:lvlRestart'), 'w:val') ?? numberIn(level, 'w:ilvl') ?? 0,
    styleId: value('w:pStyle'),
  };
}

function levelOfStyle(list: List | undefined, styleId: string | undefined): number | undefined {
  if (styleId === undefined) return undefined;
  return [...(list?.levels ?? [])].find(([, level]) => level.styleId === styleId)?.[0];
}
