import { freeBranchId } from './free-branch-id.ts';

/** So that a port is readable. */
const MAX_CHARS = 40;
/** Ids that a form gave to branches without a title. */
const MADE = /^(?:class|case)_\d+$/;

type Branch = {
  readonly id: string;
  /** Before the change. */
  readonly title: string;
  /** Ids of the other branches. */
  readonly others: readonly string[];
};

/**
 * The id of a branch after its title was changed. An id that a person wrote stays, and so does one of a title without
 * letters that an id can have.
 */
export function branchIdOfTitle(title: string, { id, title: before, others }: Branch): string {
  const isOurs = MADE.test(id) || (before !== '' && id.replace(/_\d+$/, '') === idFrom(before));
  const next = idFrom(title);
  return isOurs && next !== '' ? freeBranchId(next, others) : id;
}

/** `refund_request` for "Refund request!"; empty for a title without Latin letters. */
function idFrom(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  return (words ?? [])
    .join('_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_CHARS);
}
