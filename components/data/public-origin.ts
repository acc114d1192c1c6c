/** Scheme and host for addresses that people copy: `PUBLIC_URL` of the server, else those of the page. */
export function publicOrigin(): string {
  return document.documentElement.dataset.publicOrigin ?? window.location.origin;
}
