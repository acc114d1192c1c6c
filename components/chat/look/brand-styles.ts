import type { PublicChatLook } from '#lib/chat/chat-look.ts';
import { type BrandColors, brandColors } from '#lib/surface/brand-colors.ts';

/** Names of the variables, and the tokens of the studio that follow them: its parts are drawn in the brand, too. */
const NAMES: Readonly<Record<keyof BrandColors, readonly string[]>> = {
  solid: ['--b-solid', '--accent-solid'],
  solidHover: ['--b-hover', '--accent-solid-hover'],
  onSolid: ['--b-on', '--on-accent'],
  ink: ['--b-ink', '--accent'],
  tint: ['--b-bg', '--accent-bg'],
  chip: ['--b-bg2'],
  line: ['--b-line', '--accent-line'],
};

/** The style sheet of a page in the colours and corners of its owner: only checked colours and numbers. */
export function brandStyles({ color, radius, theme }: Pick<PublicChatLook, 'color' | 'radius' | 'theme'>): string {
  const { light, dark } = brandColors(color);
  const colors = (Object.keys(NAMES) as (keyof BrandColors)[]).flatMap((key) =>
    NAMES[key].map((name) => `${name}:light-dark(${light[key]},${dark[key]})`),
  );
  const scheme = theme === 'visitor' ? '' : `:root[data-theme][data-theme]{color-scheme:${theme}}`;
  return `:root:root{${[...colors, `--b-radius:${Number(radius)}px`].join(';')}}${scheme}`;
}
