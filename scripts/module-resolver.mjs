// Resolves imports as Node does, for the processes of the product. Node reads the package.json of each of
// the 2,000 modules of a start again, which takes a third of its CPU time and 40 MB.
import { readFileSync } from 'node:fs';

/**
 * The `resolve` hook of `module.registerHooks`. Modules of the project are found by their path; what Node
 * has resolved once is known for the same folder.
 *
 * @param root the project's folder as a URL, with a slash at its end
 */
export function makeModuleResolver(root) {
  const ownFolders = readOwnFolders(root);
  const installed = `${root}node_modules/`;
  /** Folders of packages whose `.js` files are known to be ES modules. */
  const moduleFolders = new Set();
  /** Packages and built-in modules by importing folder and name. */
  const packages = new Map();

  const isOwn = (url) => ownFolders.has(firstFolder(url, root));

  function resolveOwn(specifier, context, next) {
    if (!specifier.startsWith('#')) return toOwnModule(new URL(specifier, context.parentURL).href);
    const slash = specifier.indexOf('/');
    const folder = ownFolders.get(specifier.slice(1, slash));
    return folder ? toOwnModule(folder + specifier.slice(slash)) : next(specifier, context);
  }

  function resolveInPackage(specifier, context, next) {
    const url = new URL(specifier, context.parentURL).href;
    if (moduleFolders.has(folderOf(url))) return { url, format: 'module', shortCircuit: true };
    const found = next(specifier, context);
    if (found.format === 'module') moduleFolders.add(folderOf(found.url));
    return found;
  }

  function resolvePackage(specifier, context, next) {
    const { parentURL } = context;
    const key = `${isOwn(parentURL) ? root : folderOf(parentURL)} ${specifier}`;
    const known = packages.get(key);
    if (known) return known;
    const found = next(specifier, context);
    packages.set(key, { ...found, shortCircuit: true });
    return found;
  }

  return function resolve(specifier, context, next) {
    const { parentURL, conditions, importAttributes } = context;
    // Modules elsewhere are not the product's: their folders may change and may have symbolic links.
    const isOurs = parentURL?.startsWith(root) && conditions.includes('import') && !importAttributes?.type;
    if (!isOurs) return next(specifier, context);
    if (/^(#|\.\.?\/).*\.ts$/.test(specifier) && isOwn(parentURL)) return resolveOwn(specifier, context, next);
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL.startsWith(installed)) return resolveInPackage(specifier, context, next);
    return /^[#./]/.test(specifier) ? next(specifier, context) : resolvePackage(specifier, context, next);
  };
}

/** Folders that package.json names in `imports`, by name, and the root's own files. */
function readOwnFolders(root) {
  const { imports = {} } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const names = Object.keys(imports).filter((name) => name.endsWith('/*'));
  const folders = names.map((name) => [name.slice(1, -2), new URL(imports[name].slice(0, -2), root).href]);
  return new Map([['', root.slice(0, -1)], ...folders]);
}

/** The first folder of a path below the root, or '' for a file of the root. */
function firstFolder(url, root) {
  const slash = url.indexOf('/', root.length);
  return slash < 0 ? '' : url.slice(root.length, slash);
}

function folderOf(url) {
  return url.slice(0, url.lastIndexOf('/') + 1);
}

function toOwnModule(url) {
  return { url, format: 'module-typescript', shortCircuit: true };
}
