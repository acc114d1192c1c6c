import { expect, test } from 'vitest';
import { pickActive } from './pick-active.ts';
import { readSkill } from './read-skill.ts';
import { SkillIndex } from './skill-index.ts';

const descriptions = {
  'wine-pairing': 'Pairs wines with dishes and explains why they fit.',
  'trip-planner': '规划旅行行程，安排景点和交通。',
};
const indexOf = (texts: Readonly<Record<string, string>>) =>
  new SkillIndex(
    Object.entries(texts).map(([folder, description]) => {
      const { skill } = readSkill({ folder, text: `---\nname: ${folder}\ndescription: ${description}\n---\nDo it.` });
      if (!skill) throw new Error(`${folder} cannot be read`);
      return skill;
    }),
  );
const index = indexOf(descriptions);
const activeFor = (message: string) => pickActive(index.rank(message))?.name;

test('one telling word makes a skill active in a task of the user, and not in a question about the world', () => {
  expect(activeFor('Which wine shall I bring to my sister?')).toBe('wine-pairing');
  expect(activeFor('Which country makes the oldest wine?')).toBeUndefined();
  expect(activeFor('帮我安排一下行程')).toBe('trip-planner');
  expect(activeFor('世界上最长的行程是多少公里？')).toBeUndefined();
});

test('of two skills that fit about as well none becomes active, until a word tells which is meant', () => {
  const twins = indexOf({
    'red-wine': 'Pairs red wines with dishes.',
    'white-wine': 'Pairs white wines with dishes.',
  });
  const active = (message: string) => pickActive(twins.rank(message))?.name;
  expect(active('Find me a wine that pairs with my dishes')).toBeUndefined();
  expect(active('Find me a white wine that pairs with my dishes')).toBe('white-wine');
});

test('what is left of a contraction is no word', () => {
  const words = indexOf({ 'plan-t': 'T plans: how we re ve s t ll d.' });
  expect(words.rank("We've seen it won't work, it's late and they're gone")).toEqual([]);
});
