type Kind = 'credential' | 'session';

/** Frames in which the browser allows no storage keep it as long as the page lives. */
const ofThisPage = new Map<string, string>();

/** The visitor token or key with which this browser uses the chat page of an endpoint. */
export function readStoredCredential(slug: string): string | undefined {
  return read('credential', slug);
}

/** Undefined forgets it. */
export function storeCredential(slug: string, credential: string | undefined): void {
  store('credential', slug, credential);
}

/** Name of the session that was open last. */
export function readStoredSession(slug: string): string | undefined {
  return read('session', slug);
}

export function storeSession(slug: string, name: string | undefined): void {
  store('session', slug, name);
}

function read(kind: Kind, slug: string): string | undefined {
  const key = storeKey(kind, slug);
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return ofThisPage.get(key);
  }
}

function store(kind: Kind, slug: string, value: string | undefined): void {
  const key = storeKey(kind, slug);
  if (value === undefined) ofThisPage.delete(key);
  else ofThisPage.set(key, value);
  try {
    if (value === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // Kept in this page.
  }
}

/** Key in `localStorage`. */
export function storeKey(kind: Kind, slug: string): string {
  return `threadloom.chat.${kind}.${slug}`;
}
