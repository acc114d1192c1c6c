import { expect, test } from 'vitest';
import { readSkill } from './read-skill.ts';
import { ACTIVE_SCORE, SkillIndex } from './skill-index.ts';

const descriptions = {
  'wine-pairing': 'Pairs wines with dishes and explains why they fit.',
  'trip-planner': '规划旅行行程，安排景点和交通。',
};
const index = new SkillIndex(
  Object.entries(descriptions).map(([folder, description]) => {
    const { skill } = readSkill({ folder, text: `---\nname: ${folder}\ndescription: ${description}\n---\nDo it.` });
    if (!skill) throw new Error(`${folder} cannot be read`);
    return skill;
  }),
);
const activeFor = (message: string) => index.rank(message).find(({ score }) => score > ACTIVE_SCORE)?.name;

test('one telling word makes a skill active in a task of the user, and not in a question about the world', () => {
  expect(activeFor('Which wine shall I bring to my sister?')).toBe('wine-pairing');
  expect(activeFor('Which country makes the oldest wine?')).toBeUndefined();
  expect(activeFor('帮我安排一下行程')).toBe('trip-planner');
  expect(activeFor('世界上最长的行程是多少公里？')).toBeUndefined();
});
