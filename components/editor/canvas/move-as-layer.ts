/** Animation delay in milliseconds that never elapses. */
const NEVER_MS = 1e12;

/**
 * Makes an element a composited layer. Chromium rebuilds its layer list when an element moves, except for elements
 * with a transform animation (`will-change` does not count): so it gets a paused animation without effect.
 *
 * @returns removes the animation
 */
export function moveAsLayer(element: HTMLElement | SVGSVGElement): () => void {
  const animation = element.animate({ transform: ['none', 'none'] }, { delay: NEVER_MS, duration: 1 });
  animation.pause();
  return () => animation.cancel();
}

/**
 * Makes hit tests find the canvas first, and the browser paint each panel around it as one, by rules in canvas.css. For
 * drags only: nothing else may open above the canvas meanwhile.
 *
 * @returns undoes it
 */
export function putCanvasFirst(): () => void {
  const page = document.documentElement;
  page.setAttribute('data-dragging', '');
  return () => page.removeAttribute('data-dragging');
}

/** More layers than this are slower than one picture of all. */
const LAYERS_MAX = 24;
const SVG = 'http://www.w3.org/2000/svg';

/** What a drag moves: elements of the canvas library, and the part of the workflow that is or may come into sight. */
type Drag = {
  readonly nodes: readonly HTMLElement[];
  /** The groups of the edges that lead to these nodes. */
  readonly edges: readonly SVGGElement[];
  readonly around: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
};

const ON_TOP = '1000';

/** Raises a node above the others, so that hit tests on each move find it first. */
function raise(node: HTMLElement): () => void {
  const { zIndex } = node.style;
  node.style.zIndex = ON_TOP;
  return () => {
    node.style.zIndex = zIndex;
  };
}

/**
 * Drags nodes as composited layers. Their edges repaint on each move, each in its own layer; a transparent rectangle
 * over the whole surroundings keeps the area that an edge covers constant, since a change rebuilds the layers.
 *
 * @returns restores everything
 */
export function dragAsLayers({ nodes, edges, around }: Drag): () => void {
  const putBackCanvas = putCanvasFirst();
  if (nodes.length + edges.length > LAYERS_MAX) return putBackCanvas;
  // Each edge gets its own layer: otherwise its repaint would also repaint the layer of all nodes.
  const canvases = edges.flatMap(({ ownerSVGElement }) => ownerSVGElement ?? []);
  const layers = [...nodes, ...canvases].map(moveAsLayer);
  const raised = nodes.filter(({ classList }) => classList.contains('react-flow__node-step')).map(raise);
  const grounds = edges.map((edge) => {
    const ground = document.createElementNS(SVG, 'rect');
    for (const [name, value] of Object.entries(around)) ground.setAttribute(name, String(value));
    ground.setAttribute('class', 'edge-ground');
    edge.prepend(ground);
    return ground;
  });
  return () => {
    for (const putBack of [putBackCanvas, ...layers, ...raised]) putBack();
    for (const ground of grounds) ground.remove();
  };
}
