const KEY = 'threadloom.tour';
/** The URL parameter that opens the tour. */
export const TOUR_PARAMETER = 'tour';
/** Its value for the tour inside a run. */
export const RUN_TOUR = 'run';

/** Dismisses the tour in this browser, and removes its parameter from the URL. */
export function dismissTour(): void {
  const url = new URL(location.href);
  url.searchParams.delete(TOUR_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
  try {
    localStorage.setItem(KEY, 'dismissed');
  } catch {
    // If the storage is full or blocked, the next sample shows the tour again.
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
