import { readdirSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FetchedPackage } from './fetch-packages.ts';
import type { FileKind } from './packages.ts';

export type WorldFile = {
  /** For people: the package, or what made it, and the path in it. */
  readonly label: string;
  readonly path: string;
  readonly kind: FileKind;
};

const BY_ENDING: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  epub: 'epub',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  mhtml: 'mhtml',
  mht: 'mhtml',
  eml: 'eml',
  rtf: 'rtf',
  csv: 'csv',
  tsv: 'tsv',
  txt: 'txt',
  md: 'md',
  rss: 'feed',
  atom: 'feed',
  rdf: 'feed',
  odt: 'odf',
  ods: 'odf',
  odp: 'odf',
  doc: 'old',
  xls: 'old',
  ppt: 'old',
};
/** More of one kind from one package are like each other. */
const MAX_OF_PACKAGE = 12;
/** Feeds are read in one process and cost little; notes about packages are all alike. */
const MAX_OF_KIND: Partial<Record<FileKind, number>> = { feed: 400, eml: 40, md: 2 };
/** Longer ones measure the machine. */
const MAX_BYTES = 5_000_000;

export function filesOfPackages(packages: readonly FetchedPackage[]): WorldFile[] {
  return packages.flatMap(({ from, folder }) => {
    const files = filesIn(folder, (path) => {
      const kind = from.kinds?.find(([pattern]) => pattern.test(path))?.[1] ?? kindByName(path);
      return kind === 'none' ? undefined : kind;
    }).map((file) => ({ ...file, label: `${from.name}/${file.label}` }));
    return Object.values(Object.groupBy(files, ({ kind }) => kind)).flatMap((ofKind) =>
      spread(ofKind, MAX_OF_KIND[ofKind[0]?.kind ?? 'txt'] ?? MAX_OF_PACKAGE),
    );
  });
}

/** All files of a folder whose names tell a kind. */
export function filesOfFolder(folder: string): WorldFile[] {
  return filesIn(folder, kindByName);
}

export function kindByName(path: string): FileKind | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

function filesIn(folder: string, kindOf: (path: string) => FileKind | undefined): WorldFile[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).size <= MAX_BYTES)
    .sort();
  return paths.flatMap((path) => {
    const label = relative(folder, path);
    const kind = kindOf(label);
    return kind === undefined ? [] : [{ label, path, kind }];
  });
}

/** Some of a list, evenly, so that all its folders have a part. */
function spread<T>(all: readonly T[], limit: number): T[] {
  const step = Math.max(1, all.length / limit);
  return Array.from({ length: Math.min(limit, all.length) }, (_, index) => all[Math.floor(index * step)] as T);
}
