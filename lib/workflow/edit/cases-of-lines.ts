import type { TitledLine } from '../../text/titled-lines.ts';
import { branchIdOfTitle } from './branch-id-of-title.ts';
import { freeBranchId } from './free-branch-id.ts';

type CasesOptions = {
  /** Ids of the other cases. */
  readonly others: readonly string[];
  /** Begins the id of a case whose title has no letters for one: `class` or `case`. */
  readonly base: string;
  /** The field with the condition: `description` of a classifier, `when` of a switch. */
  readonly deciding: string;
  /** The title decides where a line has nothing else. */
  readonly isTitleEnough: boolean;
};

export type BranchCase = { readonly id: string; readonly title: string; readonly [field: string]: string };

/** A case for each line, with an id made of its title. */
export function casesOfLines(
  lines: readonly TitledLine[],
  { others, base, deciding, isTitleEnough }: CasesOptions,
): readonly BranchCase[] {
  const cases: BranchCase[] = [];
  for (const { title, text } of lines) {
    const taken = [...others, ...cases.map(({ id }) => id)];
    const made = freeBranchId(`${base}_${taken.length + 1}`, taken);
    const id = branchIdOfTitle(title, { id: made, title: '', others: taken });
    cases.push({ id, title, [deciding]: text || (isTitleEnough ? title : '') });
  }
  return cases;
}
