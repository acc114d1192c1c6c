import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { kindByName, type WorldFile } from './find-files.ts';

const run = promisify(execFile);
const CONVERT_MS = 300_000;
/** Sources of each program. */
const MAX_SOURCES = 6;
const PROGRAM = process.env.THREADLOOM_TEST_OFFICE ?? 'soffice';

/** What LibreOffice makes of documents, tables and slides. */
const MADE: readonly { readonly from: RegExp; readonly to: readonly string[] }[] = [
  { from: /\.(?:docx|odt)$/i, to: ['docx', 'rtf', 'odt', 'pdf', 'html:HTML (StarWriter)', 'txt:Text (encoded):UTF8'] },
  { from: /\.(?:xlsx|ods|xls)$/i, to: ['xlsx', 'ods', 'pdf', 'html', 'csv'] },
  { from: /\.(?:pptx|odp)$/i, to: ['pptx', 'odp', 'pdf'] },
];

/** New files that LibreOffice writes from others, in all formats that it writes and we meet. */
export async function makeFiles(files: readonly WorldFile[], folder: string): Promise<WorldFile[]> {
  const made: WorldFile[] = [];
  for (const [index, { from, to }] of MADE.entries()) {
    const sources = files.filter(({ path }) => from.test(path)).slice(0, MAX_SOURCES);
    for (const target of sources.length > 0 ? to : []) {
      const out = join(folder, `made-${index}-${target.split(':', 1)[0]}`);
      await convert(sources, { target, out, folder });
      for (const name of namesIn(out)) {
        const kind = kindByName(name);
        if (kind !== undefined) made.push({ label: `LibreOffice/${name}`, path: join(out, name), kind });
      }
    }
  }
  return [...made, ...made.filter(({ kind }) => kind === 'html').map(asMhtml)];
}

/** The same page as browsers save it with its pictures: no program here writes such files. */
function asMhtml({ label, path }: WorldFile): WorldFile {
  const page = readFileSync(path).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const type = 'multipart/related; type="text/html"; boundary="----=_Part"';
  const head = `From: <Saved by a browser>\r\nSubject: Page\r\nMIME-Version: 1.0\r\nContent-Type: ${type}`;
  const part = `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${page}`;
  const saved = `${path}.mhtml`;
  writeFileSync(saved, `${head}\r\n\r\n------=_Part\r\n${part}\r\n------=_Part--\r\n`);
  return { label: `${label}.mhtml`, path: saved, kind: 'mhtml' };
}

/** Texts of files as LibreOffice reads them, by path. */
export async function officeTexts(files: readonly WorldFile[], folder: string): Promise<Map<string, string>> {
  const out = join(folder, 'office-texts');
  const target = 'txt:Text (encoded):UTF8';
  if (files.length > 0) await convert(files, { target, out, folder });
  const texts = new Map<string, string>();
  for (const [index, { path }] of files.entries()) {
    const name = namesIn(out).find((one) => one.startsWith(`${index}-`));
    if (name !== undefined) texts.set(path, readFileSync(join(out, name), 'utf8'));
  }
  return texts;
}

async function convert(
  files: readonly WorldFile[],
  { target, out, folder }: { target: string; out: string; folder: string },
): Promise<void> {
  const sources = join(folder, `sources-of-${out.slice(out.lastIndexOf('/') + 1)}`);
  mkdirSync(sources, { recursive: true });
  mkdirSync(out, { recursive: true });
  // Packages have files of the same name.
  const copies = files.map(({ path }, index) => {
    const copy = join(sources, `${index}-${slug(path)}${extname(path).toLowerCase()}`);
    copyFileSync(path, copy);
    return copy;
  });
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const args = ['--headless', '--norestore', profile, '--convert-to', target, '--outdir', out, ...copies];
  await run(PROGRAM, args, { timeout: CONVERT_MS, maxBuffer: 50_000_000 });
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
}

function slug(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1, -extname(path).length || undefined);
  return name.replaceAll(/[^\w-]+/g, '_').slice(0, 60);
}
