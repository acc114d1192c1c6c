export type ChildFolder = { readonly name: string; readonly path: string; readonly files: number; readonly sizeBytes: number };

/** The folders directly in a folder, by name, with all files below them. */
export function childFolders(
  folders: readonly { readonly path: string; readonly files: number; readonly sizeBytes: number }[],
  parent: string,
): ChildFolder[] {
  const prefix = parent === '' ? '' : `${parent}/`;
  const found = new Map<string, { files: number; sizeBytes: number }>();
  for (const { path, files, sizeBytes } of folders) {
    if (path === '' || !path.startsWith(prefix)) continue;
    const name = path.slice(prefix.length).split('/', 1)[0] ?? '';
    if (name === '') continue;
    const so = found.get(name) ?? { files: 0, sizeBytes: 0 };
    found.set(name, { files: so.files + files, sizeBytes: so.sizeBytes + sizeBytes });
  }
  return [...found].map(([name, sums]) => ({ name, path: prefix + name, ...sums })).sort((a, b) => a.name.localeCompare(b.name));
}
