import { afterAll, describe, expect, test } from 'vitest';
import type { SandboxProgram } from '#lib/ports/sandbox.ts';
import { SANDBOX_FILES, type SandboxLanguage } from '#lib/ports/sandbox.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const given = [
  { name: 'a.txt', bytes: new TextEncoder().encode('Grüße\n') },
  { name: 'pixels.bin', bytes: new Uint8Array([0, 255, 254, 10]) },
];

async function run(language: SandboxLanguage, code: string, changes: Partial<SandboxProgram> = {}) {
  const program = { language, code, inputs: {}, timeoutMs: 20_000, memoryMb: 64, files: given, keepsFiles: true, ...changes };
  return sandbox.run(program, { signal: new AbortController().signal, onOutput: () => {} });
}

/** Outputs by name, or the error message. */
async function written(language: SandboxLanguage, code: string, changes: Partial<SandboxProgram> = {}) {
  const result = await run(language, code, changes);
  if (!result.ok) return `${result.failure.reason}: ${result.failure.message}`;
  return Object.fromEntries((result.files ?? []).map(({ name, bytes }) => [name, text(bytes)]));
}

/** Tries to write and returns the outcome. */
const attempt = (call: string) => `try { ${call}; return 'written' } catch (error) { return error.message }`;
const python = (...lines: string[]) => `import os\n${lines.join('\n')}`;

describe('files in JavaScript', () => {
  test('are read as text and as bytes, and written files come out unchanged', async () => {
    const result = await run(
      'javascript',
      `files.write('copy.txt', files.read('a.txt') + files.list().join());
       files.write('sub/part.bin', files.readBytes('pixels.bin').subarray(1, 3));
       files.write('buffer.bin', new Uint8Array([7]).buffer);
       files.write('copy.txt', files.read('a.txt'));
       return [files.list(), [...files.readBytes('pixels.bin')]];`,
    );
    if (!result.ok) throw new Error(result.failure.message);
    expect(result.value).toEqual([
      ['a.txt', 'pixels.bin'],
      [0, 255, 254, 10],
    ]);
    expect(result.files?.map(({ name, bytes }) => [name, ...bytes])).toEqual([
      ['copy.txt', ...(given[0]?.bytes ?? [])],
      ['sub/part.bin', 255, 254],
      ['buffer.bin', 7],
    ]);
  });

  test.each([
    ['leads out of its folder', `files.write('../up.txt', 'x')`, /leads out of the folder/],
    ['is absolute', `files.write('/etc/passwd', 'x')`, /it is absolute/],
    ['goes by a backslash', `files.write('..\\\\up.txt', 'x')`, /a name in it holds/],
    ['is a device', `files.write('NUL.txt', 'x')`, /name of a device/],
    ['is empty', `files.write('', 'x')`, /is empty/],
    ['hides a direction', `files.write('a\\u202Etxt.exe', 'x')`, /a name in it holds/],
    ['is the same as another on some disks', `files.write('A.txt', 'x'); files.write('a.TXT', 'x')`, /one file on some disks/],
    ['is a file and a folder', `files.write('a', 'x'); files.write('a/b', 'x')`, /a file and a folder/],
    ['is no text and no bytes', `files.write('a', { length: 3 })`, /takes a text or bytes/],
    ['pretends to be bytes', `files.write('a', new Proxy(new Uint8Array(3), {}))`, /takes a text or bytes/],
    [
      'is too large',
      `files.write('a', new Uint8Array(${SANDBOX_FILES.maxBytes + 1}))`,
      new RegExp(`a file may have ${SANDBOX_FILES.maxBytes}`),
    ],
    [
      'is one too many',
      `for (let i = 0; i <= ${SANDBOX_FILES.maxCount}; i++) files.write('f' + i, 'x')`,
      /may write 20 files, and f20 is one more/,
    ],
    [
      'makes all of them too large',
      `for (let i = 0; i < 3; i++) files.write('f' + i, new Uint8Array(9_000_000))`,
      /together they may have 20000000/,
    ],
    ['is not there to be read', `files.read('../../etc/passwd')`, /There is no file/],
    ['is a property of all objects', `files.read('__proto__')`, /There is no file/],
  ])('a file that %s is refused', async (_, call, message) => {
    const result = await run('javascript', attempt(call));
    expect(result).toMatchObject({ ok: true, value: expect.stringMatching(message) });
  });

  test('leave nothing of the host in reach, and nothing that the code changes changes them', async () => {
    const names = '["__fileNames", "__readFile", "__writeFile", "process", "require"]';
    const result = await run(
      'javascript',
      `Uint8Array.prototype.constructor = null; TextDecoder.prototype.decode = () => 'mine'; Array.prototype.join = () => 'mine';
       let changed = true; try { files.read = () => 'mine'; } catch { changed = false; }
       return [${names}.filter((name) => name in globalThis), files.read('a.txt'), changed, typeof files.read.constructor('return this')().process];`,
    );
    expect(result).toMatchObject({ ok: true, value: [[], 'Grüße\n', false, 'undefined'] });
  });

  test('of one run are not there in the next', async () => {
    expect(await written('javascript', `files.write('left.txt', 'x')`)).toEqual({ 'left.txt': 'x' });
    expect(await written('javascript', `return files.list()`)).toEqual({});
  });

  test('cannot be written where nothing is kept', async () => {
    const result = await run('javascript', attempt(`files.write('a', 'x')`), { keepsFiles: false });
    expect(result).toEqual({ ok: true, value: expect.stringContaining('are not kept') });
  });
});

describe('files in Python', () => {
  test('are read by open, and written files come out unchanged', async () => {
    const code = python(
      'print(os.listdir("/files/in"))',
      'os.makedirs("/files/out/sub")',
      'open("/files/out/sub/copy.txt", "w").write(open("/files/in/a.txt").read())',
      'open("/files/out/part.bin", "wb").write(open("/files/in/pixels.bin", "rb").read()[1:3])',
    );
    const result = await run('python', code);
    if (!result.ok) throw new Error(result.failure.message);
    expect(Object.fromEntries((result.files ?? []).map(({ name, bytes }) => [name, [...bytes]]))).toEqual({
      'sub/copy.txt': [...(given[0]?.bytes ?? [])],
      'part.bin': [255, 254],
    });
  });

  test.each([
    ['a link to a file elsewhere', ['os.symlink("/lib/python3.14/os.py", "/files/out/a.py")'], /bad-files: a.py is a link/],
    ['a link to a folder', ['os.symlink("/", "/files/out/all")'], /bad-files: all is a link/],
    ['a link in a circle', ['os.symlink("/files/out", "/files/out/again")'], /bad-files: again is a link/],
    [
      'a link in the place of the folder',
      ['os.rmdir("/files/out")', 'os.symlink("/lib", "/files/out")'],
      /bad-files: \/files\/out is no folder/,
    ],
    [
      'a link in the place of the folder above',
      ['os.rename("/files", "/x")', 'os.symlink("/lib", "/files")'],
      /bad-files: \/files is no folder/,
    ],
    ['no folder at all', ['os.rmdir("/files/out")'], /bad-files/],
    ['a name with a backslash', ['open("/files/out/..\\\\up.txt", "w").close()'], /bad-files: .*not allowed/],
    ['the name of a device', ['open("/files/out/CON", "w").close()'], /bad-files: .*device/],
    ['a name in control characters', ['open("/files/out/a\\x1b[2J", "w").close()'], /bad-files: .*not allowed/],
    [
      'two names that are one on some disks',
      ['open("/files/out/A", "w").close()', 'open("/files/out/a", "w").close()'],
      /one file on some disks/,
    ],
    [
      'too many',
      [`for i in range(${SANDBOX_FILES.maxCount + 1}): open(f"/files/out/{i}", "w").close()`],
      /bad-files: The code may write 20 files/,
    ],
    ['one that is too large', ['open("/files/out/a", "wb").write(bytes(10_000_001))'], /bad-files: .*a file may have 10000000/],
    [
      'too much together',
      ['for i in range(3): open(f"/files/out/{i}", "wb").write(bytes(9_000_000))'],
      /bad-files: .*together they may have 20000000/,
    ],
    ['folders without an end', ['os.makedirs("/files/out/" + "d/" * 40)'], /bad-files: .*deep/],
  ])('%s is refused', async (_, lines, message) => {
    expect(await written('python', python(...lines))).toMatch(message);
  });

  test('that lie anywhere else stay behind', async () => {
    const code = python('open("/files/out/../up.txt", "w").write("x")', 'open("/files/in/a.txt", "w").write("mine")');
    expect(await written('python', code)).toEqual({});
    expect(await written('python', 'open("/files/out/b", "w").write(open("/files/in/a.txt").read())')).toEqual({ b: 'Grüße\n' });
  });

  test('cannot be written where nothing is kept', async () => {
    const result = await run('python', 'open("/files/out/a", "w")', { keepsFiles: false });
    expect(result).toMatchObject({
      ok: false,
      failure: { reason: 'threw', message: expect.stringContaining('FileNotFoundError') },
    });
  });

  test('do not come from a folder of the host, however the code asks', async () => {
    const code = python('return [os.path.exists(path) for path in ("/files/in/../../etc/passwd", "/proc/self/cwd", "/root")]');
    expect(await run('python', code)).toMatchObject({ ok: true, value: [false, false, false] });
  });
});
