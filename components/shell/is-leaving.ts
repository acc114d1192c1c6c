/**
 * True while the page of a link loads. Whatever a page was waiting for must not change the address then: that would
 * take the person back.
 */
export function isLeaving(): boolean {
  return document.querySelector('[data-part="loading-bar"]') !== null;
}
