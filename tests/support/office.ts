import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;
const PROGRAM = process.env.THREADLOOM_TEST_OFFICE ?? 'soffice';

/**
 * Files as LibreOffice reads them, converted to PDF, by name. It opens what it cannot read as text,
 * so tests check what is on the pages.
 */
export async function convertToPdf(files: Readonly<Record<string, Uint8Array>>): Promise<Map<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-office-'));
  try {
    const paths = Object.entries(files).map(([name, bytes]) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    });
    // Its own profile: another LibreOffice of this user would take over the command.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const args = ['--headless', '--norestore', profile, '--convert-to', 'pdf', '--outdir', join(folder, 'out'), ...paths];
    await run(PROGRAM, args, { timeout: TIMEOUT_MS });
    return new Map(
      Object.keys(files).map((name) => [name, readFileSync(join(folder, 'out', `${basename(name, extname(name))}.pdf`))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
