import { documentWarningText, namedWarningText } from '#lib/documents/document-warning.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { ReadDocument } from '#lib/ports/document-reader.ts';
import document from '#nodes/document/document.node.ts';
import { readFileValue } from '../code/read-file-value.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';

type Config = ConfigOf<typeof document>;
type Read = ReadDocument & { readonly name: string };

export default defineExecutor(document, async ({ config, context }) => {
  const isSeveral = Array.isArray(config.file);
  const read: Read[] = [];
  for (const [index, file] of [config.file].flat().entries())
    read.push(await readOne(file, config, { context, path: isSeveral ? `config.file[${index}]` : 'config.file' }));
  const budget = new CharBudget(config.maxChars);
  const isWhole = config.as === 'text' || config.as === 'markdown';
  const text = isWhole ? budget.take(textOf(read)) : '';
  const pages = config.as === 'pages' ? read.flatMap(pagesOf).map((page) => ({ ...page, text: budget.take(page.text) })) : [];
  const tables =
    config.as === 'tables' ? read.flatMap(tablesOf).map((table) => ({ ...table, rows: budget.takeRows(table.rows) })) : [];
  const metadata = isSeveral ? Object.fromEntries(read.map((one) => [one.name, one.metadata])) : (read[0]?.metadata ?? {});
  const warnings = read.flatMap((one) => warningsOf(one, context.language));
  for (const { name, warnings: ofOne } of read)
    for (const warning of ofOne) context.warn({ code: warning.code, message: namedWarningText(name, warning, context.language) });
  return { out: { text, pages, tables, metadata, warnings, isCut: budget.isCut } };
});

async function readOne(
  value: unknown,
  { as, selector }: Config,
  { context, path }: { context: ExecutorContext; path: string },
): Promise<Read> {
  const { documents } = context.tools;
  if (!documents) throw new NodeFailure('document-unsupported', 'Documents cannot be read here', { path });
  try {
    const file = await readFileValue(value, context);
    if (!file) {
      throw new NodeFailure('document-unsupported', 'The value is no file', {
        hint: 'Give a file input, a file that another node wrote, or the path of a workspace file',
      });
    }
    const { name } = file;
    const source = { ...file, format: as === 'markdown' ? as : 'text', selector } as const;
    return { name, ...(await documents.read(source, context.signal)) };
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField(path) : error;
  }
}

function textOf(read: readonly Read[]): string {
  if (read.length === 1) return read[0]?.text ?? '';
  return read.map(({ name, text }) => `# ${name}\n\n${text}`).join('\n\n');
}

/** A document without pages is one page. */
function pagesOf({ name, text, pages }: Read) {
  const some = pages.length > 0 ? pages : [{ number: 1, title: '', text }];
  return some.map((page) => ({ file: name, ...page }));
}

function tablesOf({ name, tables }: Read) {
  return tables.map((table) => ({ file: name, ...table }));
}

function warningsOf({ name, warnings }: Read, language: Language) {
  return warnings.map((warning) => {
    const { code, place, count } = warning;
    return { file: name, code, place, count, message: documentWarningText(warning, language) };
  });
}

/** What a result may hold, in characters: it is stored in the log of the run. */
class CharBudget {
  #left: number;
  isCut = false;

  constructor(maxChars: number) {
    this.#left = maxChars;
  }

  take(text: string): string {
    const taken = text.length > this.#left ? text.slice(0, this.#left).toWellFormed() : text;
    if (taken.length < text.length) this.isCut = true;
    this.#left -= taken.length;
    return taken;
  }

  /** Whole rows only. */
  takeRows(rows: readonly (readonly string[])[]): string[][] {
    const taken: string[][] = [];
    for (const row of rows) {
      const sizeChars = row.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (sizeChars > this.#left) {
        this.isCut = true;
        break;
      }
      this.#left -= sizeChars;
      taken.push([...row]);
    }
    return taken;
  }
}
