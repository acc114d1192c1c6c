import { expect, test } from 'vitest';
import { childFolders } from './child-folders.ts';

const folders = [
  { path: '', files: 2, sizeBytes: 5 },
  { path: 'reports/2026', files: 3, sizeBytes: 30 },
  { path: 'reports', files: 1, sizeBytes: 10 },
  { path: 'reports-old', files: 1, sizeBytes: 1 },
  { path: 'runs/run_1/code', files: 1, sizeBytes: 7 },
];

test('folders of the top count all files below them', () => {
  expect(childFolders(folders, '')).toEqual([
    { name: 'reports', path: 'reports', files: 4, sizeBytes: 40 },
    { name: 'reports-old', path: 'reports-old', files: 1, sizeBytes: 1 },
    { name: 'runs', path: 'runs', files: 1, sizeBytes: 7 },
  ]);
});

test('a folder inside of another, also where no file is between them', () => {
  expect(childFolders(folders, 'reports')).toEqual([{ name: '2026', path: 'reports/2026', files: 3, sizeBytes: 30 }]);
  expect(childFolders(folders, 'runs')).toEqual([{ name: 'run_1', path: 'runs/run_1', files: 1, sizeBytes: 7 }]);
  expect(childFolders(folders, 'reports/2026')).toEqual([]);
});
