const KEY = 'threadloom.tour';
/** With which an address asks for the tour. */
export const TOUR_PARAMETER = 'tour';

/** It does not come again in this browser, and a reload of this page does not ask for it. */
export function dismissTour(): void {
  const url = new URL(location.href);
  url.searchParams.delete(TOUR_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
  try {
    localStorage.setItem(KEY, 'dismissed');
  } catch {
    // A full or forbidden store only means that the next sample shows it again.
  }
}

/** Whether the tour was dismissed in this browser. */
export function isTourDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
