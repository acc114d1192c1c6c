import { expect, test } from 'vitest';
import { brandColors, MIN_CONTRAST, pageGrounds } from './brand-colors.ts';
import { contrastOf, hexOf, oklchOf } from './oklch.ts';

/** Text colours of the tokens `ink-1` and `ink-3`. */
const textInks = { light: ['#17181a', '#63656a'], dark: ['#ebebe9', '#95979c'] } as const;

/** The same 200 colours each time, the ends of the cube among them. */
const colors = Array.from({ length: 200 }, (_, index) => {
  const corners = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff'];
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 8;
  return corners[index] ?? `#${mixed.toString(16).padStart(6, '0').slice(0, 6)}`;
});

test('whatever colour an owner picks, all texts and marks read in both themes', () => {
  expect(new Set(colors).size).toBe(200);
  const bad: string[] = [];
  for (const color of colors)
    for (const theme of ['light', 'dark'] as const) {
      const { solid, solidHover, onSolid, ink, tint, chip } = brandColors(color)[theme];
      const pairs = [
        [onSolid, solid],
        [onSolid, solidHover],
        ...[...pageGrounds[theme], tint, chip].map((ground) => [ink, ground] as const),
        ...textInks[theme].map((text) => [text, tint] as const),
      ] as const;
      for (const [text, ground] of pairs)
        if (contrastOf(text, ground) < MIN_CONTRAST) bad.push(`${color} ${theme}: ${text} on ${ground}`);
    }
  expect(bad).toEqual([]);
});

test('the colour itself stays the colour of the main button in the light theme', () => {
  expect(brandColors('#1c6650').light).toMatchObject({ solid: '#1c6650', onSolid: '#ffffff' });
  expect(brandColors('#ffd400').light).toMatchObject({ solid: '#ffd400', onSolid: '#000000' });
});

test('a colour survives the way to OKLCH and back', () => {
  for (const color of colors) expect(hexOf(oklchOf(color))).toBe(color);
});
