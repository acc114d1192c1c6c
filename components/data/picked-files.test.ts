import { expect, test } from 'vitest';
import { type DroppedEntry, filesOfDrop, filesOfInput } from './picked-files.ts';

const fileOf = (name: string, webkitRelativePath = '') => Object.assign(new File(['x'], name), { webkitRelativePath });
const file = (name: string): DroppedEntry => ({ isDirectory: false, name, file: (done) => done(fileOf(name)) });

/** Gives two entries at a time, as browsers give a hundred. */
function folder(name: string, entries: readonly DroppedEntry[]): DroppedEntry {
  return {
    isDirectory: true,
    name,
    createReader() {
      let at = 0;
      return {
        readEntries(done) {
          done(entries.slice(at, at + 2));
          at += 2;
        },
      };
    },
  };
}
const dropOf = (entries: readonly DroppedEntry[]) =>
  entries.map((entry) => ({ webkitGetAsEntry: () => entry, getAsFile: () => null })) as unknown as DataTransferItem[];

test('a dropped folder gives all files below it with their paths, without those of the system', async () => {
  const guide = folder('guide', [
    file('a.md'),
    file('.DS_Store'),
    folder('员工', [file('年假.md'), file('b.csv'), file('c.csv')]),
    folder('.git', [file('config')]),
    file('z.md'),
  ]);
  const picked = await filesOfDrop(dropOf([guide, file('loose.txt'), file('.env')]));
  expect(picked.map(({ path }) => path)).toEqual([
    'guide/a.md',
    'guide/员工/年假.md',
    'guide/员工/b.csv',
    'guide/员工/c.csv',
    'guide/z.md',
    'loose.txt',
    '.env',
  ]);
});

test('an input for a folder gives paths, another one names', () => {
  const files = [fileOf('a.md', 'guide/a.md'), fileOf('Thumbs.db', 'guide/Thumbs.db')];
  expect(filesOfInput(files).map(({ path }) => path)).toEqual(['guide/a.md']);
  expect(filesOfInput([fileOf('b.md')]).map(({ path }) => path)).toEqual(['b.md']);
});
