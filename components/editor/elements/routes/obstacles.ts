import type { Frame } from '#components/editor/document/container-frames.ts';
import { type BoxIndex, touches } from '#components/editor/elements/routes/box-index.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** Where an edge begins and ends, on the borders of its nodes; from the port of errors it leaves to the right. */
export type EdgeEnds = {
  readonly source: Position;
  readonly target: Position;
  readonly isFromSide: boolean;
  readonly sourceBox: Frame;
  readonly targetBox: Frame;
};

type Surroundings = {
  readonly index: BoxIndex;
  /** Ids of both ends and of the containers around them: none of these is in the way. */
  readonly except: ReadonlySet<string>;
  /** Inside of the container of both ends, which the edge should not leave. */
  readonly bounds?: Frame | undefined;
};

/** What one edge must not run behind: all other boxes with a margin, and the inside of its own two. */
export class Obstacles {
  readonly #around: Surroundings;
  readonly #own: readonly Frame[];

  constructor(around: Surroundings, { sourceBox, targetBox }: Pick<EdgeEnds, 'sourceBox' | 'targetBox'>) {
    this.#around = around;
    this.#own = [sourceBox, targetBox];
  }

  /** True if a line from `a` to `b`, straight across or down, keeps `marginPx` from all other boxes. */
  isFree(a: Position, b: Position, marginPx: number): boolean {
    const area = areaOf(a, b);
    if (this.#own.some((box) => touches(box, area))) return false;
    const { bounds, except, index } = this.#around;
    if (bounds && !contains(bounds, area)) return false;
    const wide = grown(area, marginPx);
    for (const { id } of index.within(wide)) if (!except.has(id)) return false;
    return true;
  }

  /** The other boxes within an area. */
  near(area: Frame): Frame[] {
    const { except, index } = this.#around;
    return [...index.within(area)].filter(({ id }) => !except.has(id));
  }

  /** The boxes of both ends. */
  get own(): readonly Frame[] {
    return this.#own;
  }

  get bounds(): Frame | undefined {
    return this.#around.bounds;
  }

  /** For an edge that finds no way inside of its container. */
  unbound(): Obstacles {
    const [sourceBox, targetBox] = this.#own as [Frame, Frame];
    return new Obstacles({ ...this.#around, bounds: undefined }, { sourceBox, targetBox });
  }
}

export function areaOf(a: Position, b: Position): Frame {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

export function grown({ x, y, width, height }: Frame, byPx: number): Frame {
  return { x: x - byPx, y: y - byPx, width: width + 2 * byPx, height: height + 2 * byPx };
}

function contains(outer: Frame, inner: Frame): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
