let credential: string | undefined;

/**
 * The key or visitor token with which the requests of a hosted page are sent; undefined for pages of the studio, which
 * are signed in by cookie. One for the whole page.
 */
export function pageCredential(): string | undefined {
  return credential;
}

export function setPageCredential(value: string | undefined): void {
  credential = value;
}
