/** A date that never comes, and can still be counted in milliseconds. */
const NEVER_MS = 1e12;

/**
 * Lets an element be moved as a picture. Whenever an element moves, Chromium makes its list of layers anew, at a cost by everything that is painted on
 * the page; not so for one with an animation of its transform, of which it knows already that it may come to lie anywhere. `will-change` does not count.
 * So the element gets an animation that stands still before its beginning and says nothing. Its picture stays sharp at any zoom.
 *
 * @returns takes the animation away
 */
export function moveAsLayer(element: HTMLElement | SVGSVGElement): () => void {
  const animation = element.animate({ transform: ['none', 'none'] }, { delay: NEVER_MS, duration: 1 });
  animation.pause();
  return () => animation.cancel();
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

/** Lays a node over the others; there the pointer finds it first, which is asked for with every move. */
function raise(node: HTMLElement): () => void {
  const { zIndex } = node.style;
  node.style.zIndex = ON_TOP;
  return () => {
    node.style.zIndex = zIndex;
  };
}

/**
 * Lets nodes be dragged as pictures. Their edges are painted anew with every move, each in a picture of its own; but what an edge covers changes, too,
 * and then the layers are made anew all the same. So each edge gets a ground that covers all of the surroundings and cannot be seen.
 *
 * @returns puts everything back
 */
export function dragAsLayers({ nodes, edges, around }: Drag): () => void {
  if (nodes.length + edges.length > LAYERS_MAX) return () => {};
  // A picture of its own for each edge as well: painted anew, it would have the picture of all nodes put together again.
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
    for (const putBack of [...layers, ...raised]) putBack();
    for (const ground of grounds) ground.remove();
  };
}
