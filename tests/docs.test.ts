import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = 'agents,app,bench,bin,components,docs,engine,lib,nodes,prisma,public,scripts,server,templates,tests,tools';
const pages = globSync(['README.md', 'CONTRIBUTING.md', '{docs,engine,server}/**/*.md'], { cwd: root });
const isInstalled = (path: string) => basename(path) === 'node_modules';
const tests = globSync(`{${folders}}/**/*.{test,spec}.{ts,tsx}`, { cwd: root, exclude: isInstalled }).map((path) =>
  basename(path),
);

const read = (page: string) => readFileSync(join(root, page), 'utf8');
const isMissing = (path: string) => !existsSync(join(root, path));

/** Results of `find` for each page that do not exist, as `page: path`. */
function missing(find: (text: string, page: string) => string[]): string[] {
  return pages.flatMap((page) =>
    find(read(page), page)
      .filter(isMissing)
      .map((path) => `${page}: ${path}`),
  );
}

/** Targets of relative links, from the project's root. */
function linkedFiles(text: string, page: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string);
  return targets
    .filter((target) => !/^(https?:|#)/.test(target))
    .map((target) => normalize(join(dirname(page), target.replace(/#.*$/, ''))));
}

/** Anchors of a page's headings, as GitHub generates them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Paths in backticks, such as `lib/run/trace.ts` or `engine/plan/`, without patterns and placeholders. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.@[\]/-]+)`/g)].map((match) => match[1] as string);
  return quoted.filter((path) => path.includes('/') && folders.split(',').includes(path.split('/')[0] as string));
}

test('links in the docs lead to files that exist', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(missing(linkedFiles)).toEqual([]);
});

test('links to sections lead to headings that exist', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)]
      .filter(([, file, anchor]) => {
        const target = file ? normalize(join(dirname(page), file)) : page;
        return target.endsWith('.md') && !headingsOf(target).includes(anchor as string);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('paths named in the docs exist', () => {
  expect(missing(namedPaths)).toEqual([]);
});

test('every test that the pages of progress and security name exists', () => {
  const listed = `${read('docs/progress.md')}${read('docs/security.md')}`;
  const named = [...listed.matchAll(/`([\w.-]+\.(?:test|spec)\.tsx?)`/g)].map((match) => match[1] as string);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !tests.includes(name))).toEqual([]);
});

test('the page of clients names the programs that are installed for their stage, with their versions', () => {
  const { dependencies } = JSON.parse(read('tests/clients/programs/package.json')) as { dependencies: Record<string, string> };
  const installed = Object.entries(dependencies).map(([name, version]) => {
    const [, of = name, number = version] = /^npm:(.+)@(.+)$/.exec(version) ?? [];
    return `${of} ${number}`;
  });
  const [, table = ''] = read('docs/clients.md').split('\n| program | version | surface | tried |\n');
  const cells = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split(' | '));
  const named = cells.flatMap(([programs = '', versions = '']) => {
    const numbers = versions.split(', ');
    const names = [...programs.matchAll(/`((?:@[\w-]+\/)?[a-z][\w-]*)`/g)].map(([, name]) => name);
    return names.flatMap((name) => numbers.map((number) => `${name} ${number}`));
  });
  expect(installed.filter((one) => !named.includes(one) && !one.startsWith('zod '))).toEqual([]);
});

test('each promise about security names a test', () => {
  const promises = read('docs/security.md').split('\n## Promises\n')[1]?.split('\n## ')[0] ?? '';
  const rows = promises.split('\n').filter((line) => /^\| (?!promise|---)/.test(line));
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => !/`[\w*.-]+\.(test|spec)\.tsx?`/.test(row))).toEqual([]);
});
