import { expect, test } from 'vitest';
import { publicChatLookSchema } from '#lib/chat/chat-look.ts';
import { brandStyles } from './brand-styles.ts';

test('the colour, the corners and a fixed theme of a brand are one style sheet without anything else', () => {
  const look = publicChatLookSchema.parse({ logoUrl: null, color: '#B5471B', radius: 4, theme: 'dark' });
  const styles = brandStyles(look);
  expect(styles).toContain('--b-solid:light-dark(#b5471b,');
  expect(styles).toContain('--b-radius:4px');
  expect(styles).toContain('color-scheme:dark');
  expect(styles).not.toMatch(/[<>"'\\]/);
  expect(brandStyles({ ...look, theme: 'visitor' })).not.toContain('color-scheme');
});
