import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashInlineScripts } from './hash-inline-scripts.ts';

test('inline scripts are allowed by their hash, and scripts from files are not among them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-html-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'page.html'),
    '<script src="/a.js" async=""></script><script>alert(1)</script><script id="x">\nb\n</script>',
  );
  expect(await hashInlineScripts(join(folder, 'page.html'))).toEqual([
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
    expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
  ]);
  expect(await hashInlineScripts(join(folder, 'none.html'))).toEqual([]);
});
