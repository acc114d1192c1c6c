import { expect, test } from 'vitest';
import { formatRail, parseRail } from './rail-settings.ts';

test('width and folded groups are read as they were stored', () => {
  for (const settings of [
    { isWide: true, folded: ['watch'] },
    { isWide: false, folded: [] },
  ] as const)
    expect(parseRail(formatRail(settings))).toEqual(settings);
});

test('without a cookie, or with an unknown one, it has names and nothing is folded', () => {
  for (const text of [undefined, '', 'huge.nothing']) expect(parseRail(text)).toEqual({ isWide: true, folded: [] });
});
