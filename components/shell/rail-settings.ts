import { type RailGroup, railGroups } from '#components/shell/rail-links.ts';

/** How the navigation is shown, kept in a cookie so that the server renders it at its width. */
export type RailSettings = {
  /** With names and headings, where the window is wide enough; else pictures only. */
  readonly isWide: boolean;
  /** Groups whose pages are folded away while it is wide. */
  readonly folded: readonly RailGroup[];
};

export const RAIL_COOKIE = 'threadloom_rail';

/** Reads the cookie; what it does not know is ignored. */
export function parseRail(text: string | undefined): RailSettings {
  const [width, ...names] = (text ?? '').split('.');
  const folded = railGroups.map(({ group }) => group).filter((group) => names.includes(group));
  return { isWide: width !== 'narrow', folded };
}

export function formatRail({ isWide, folded }: RailSettings): string {
  return [isWide ? 'wide' : 'narrow', ...folded].join('.');
}
