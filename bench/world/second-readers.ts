import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { WorldFile } from './find-files.ts';
import { officeTexts } from './office.ts';
import type { FileKind } from './packages.ts';

const run = promisify(execFile);
const PYTHON = fileURLToPath(new URL('second-reader.py', import.meta.url));
const PDF_MS = 120_000;
const AT_ONCE = 2;
/** Kinds that Python's own library can read. Files that our readers refuse are not compared. */
const BY_PYTHON: readonly FileKind[] = [
  'docx',
  'xlsx',
  'pptx',
  'epub',
  'html',
  'mhtml',
  'eml',
  'csv',
  'tsv',
  'txt',
  'md',
  'feed',
];

/** What another reader has of a file; without a text it says why. */
const readingSchema = z.object({
  path: z.string(),
  text: z.string().optional(),
  /** Of a page: what is in its main content. */
  main: z.string().optional(),
  reason: z.string().optional(),
});
export type SecondReading = z.output<typeof readingSchema>;

/** Texts of files by readers that share nothing with ours: poppler, LibreOffice, and Python's own library. */
export async function readSecond(files: readonly WorldFile[], folder: string): Promise<Map<string, SecondReading>> {
  const readings = new Map<string, SecondReading>();
  for (const reading of await readWithPython(files.filter(({ kind }) => BY_PYTHON.includes(kind))))
    readings.set(reading.path, reading);
  const pdfs = files.filter(({ kind }) => kind === 'pdf').values();
  const readPdfs = async () => {
    for (const { path } of pdfs) readings.set(path, await readPdf(path));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readPdfs));
  const rtfs = files.filter(({ kind }) => kind === 'rtf');
  for (const [path, content] of await officeTexts(rtfs, folder)) readings.set(path, { path, text: content });
  return readings;
}

async function readWithPython(files: readonly WorldFile[]): Promise<SecondReading[]> {
  const child = spawn('python3', [PYTHON], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(files.map(({ path, kind }) => `${JSON.stringify({ path, kind })}\n`).join(''));
  const lines = (await text(child.stdout)).split('\n').filter((line) => line !== '');
  if (lines.length !== files.length) throw new Error(`python3 read ${lines.length} of ${files.length} files`);
  return lines.map((line) => readingSchema.parse(JSON.parse(line)));
}

async function readPdf(path: string): Promise<SecondReading> {
  try {
    const { stdout } = await run('pdftotext', ['-q', '-enc', 'UTF-8', path, '-'], { timeout: PDF_MS, maxBuffer: 200_000_000 });
    return { path, text: stdout };
  } catch (error) {
    return { path, reason: `pdftotext: ${(error as Error).message.slice(0, 100)}` };
  }
}
