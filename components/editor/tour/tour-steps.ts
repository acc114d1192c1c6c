/** The steps of the tour, in the order in which one builds something. */
export const tourSteps = ['palette', 'canvas', 'inspector', 'run', 'publish'] as const;
export type TourStep = (typeof tourSteps)[number];

/** Where on the page each of them is. The list of nodes is a button where there is no room for it. */
export const tourAnchors: Readonly<Record<TourStep, string>> = {
  palette: '[data-tour="palette"]',
  canvas: '[data-part="canvas"]',
  inspector: '#inspector',
  run: '[data-tour="run"]',
  publish: '[data-tour="publish"]',
};
