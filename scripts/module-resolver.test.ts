import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);

/** Imports the modules of a server and compares each resolution with Node's own. */
const compare = `
  import { registerHooks } from 'node:module';
  import { makeModuleResolver } from ${JSON.stringify(new URL('module-resolver.mjs', import.meta.url).href)};
  const resolve = makeModuleResolver(${JSON.stringify(root.href)});
  let count = 0;
  let byUs = 0;
  const different = [];
  registerHooks({
    resolve(specifier, context, next) {
      const expected = next(specifier, context);
      let isByNode = false;
      const found = resolve(specifier, context, () => { isByNode = true; return expected; });
      count++;
      if (!isByNode) byUs++;
      if (found.url !== expected.url || found.format !== expected.format)
        different.push({ specifier, from: context.parentURL, found: found.url, expected: expected.url });
      return expected;
    },
  });
  await import(${JSON.stringify(new URL('services/open-services.ts', root).href)});
  await import(${JSON.stringify(new URL('services/run-roles.ts', root).href)});
  console.log(JSON.stringify({ count, byUs, different }));
`;

test('every module of a server is found where Node finds it, mostly without asking Node', () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', compare];
  const { count, byUs, different } = JSON.parse(
    execFileSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: 'utf8' }),
  );
  expect(different).toEqual([]);
  expect(count).toBeGreaterThan(1000);
  expect(byUs / count).toBeGreaterThan(0.7);
});
