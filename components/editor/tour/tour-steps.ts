/** In the order in which one builds something. */
const buildSteps = ['palette', 'canvas', 'inspector', 'run', 'publish'] as const;
/** In the order in which one reads a run. */
const runSteps = ['node', 'timeline', 'output', 'publish'] as const;

/** The steps of each tour: of an empty editor, and of one that shows a run. */
export const tours = { build: buildSteps, run: runSteps } as const;
export type TourName = keyof typeof tours;
export type TourStep = (typeof buildSteps)[number] | (typeof runSteps)[number];

/** Where on the page each of them is. The list of nodes is a button where there is no room for it. */
export const tourAnchors: Readonly<Record<TourStep, string>> = {
  palette: '[data-tour="palette"]',
  canvas: '[data-part="canvas"]',
  inspector: '#inspector',
  run: '[data-tour="run"]',
  node: '[data-part="canvas"] .react-flow__node.selected',
  timeline: 'section[data-run-status]',
  output: '#inspector',
  publish: '[data-tour="publish"]',
};
