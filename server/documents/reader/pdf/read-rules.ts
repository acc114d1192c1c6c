import { getResolvedPDFJS } from 'unpdf';

/** A straight line of a page: `at` across its direction, `from` to `to` along it, in points. */
export type Rule = { readonly at: number; readonly from: number; readonly to: number };
export type Rules = { readonly horizontal: readonly Rule[]; readonly vertical: readonly Rule[] };

type Operators = { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] };
type Matrix = readonly [number, number, number, number, number, number];
type Point = { readonly x: number; readonly y: number };

/** A line is drawn as a thin box by many programs. */
const MAX_THICKNESS = 3;
const MIN_LENGTH = 4;
/** How far a line may lean. */
const STRAIGHT = 0.5;
/** More are a drawing. */
const MAX_RULES = 3000;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Numbers that follow each step of a path. @see DrawOPS in pdf.js */
const STEP_NUMBERS = [2, 2, 6, 4, 0];
const CLOSE = 4;

/**
 * The straight lines of a page, those of tables among them.
 * @returns none for a page with so many that it is a drawing
 */
export async function readRules(page: { getOperatorList(): Promise<Operators> }): Promise<Rules> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const strokes = new Set<number>([OPS.stroke, OPS.closeStroke, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke]);
  const fills = new Set<number>([OPS.fill, OPS.eoFill]);
  const horizontal: Rule[] = [];
  const vertical: Rule[] = [];
  const add = (from: Point, to: Point) => {
    const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
    if (height <= STRAIGHT && width >= MIN_LENGTH)
      horizontal.push({ at: (from.y + to.y) / 2, from: Math.min(from.x, to.x), to: Math.max(from.x, to.x) });
    else if (width <= STRAIGHT && height >= MIN_LENGTH)
      vertical.push({ at: (from.x + to.x) / 2, from: Math.min(from.y, to.y), to: Math.max(from.y, to.y) });
  };
  let matrix = IDENTITY;
  const saved: Matrix[] = [];
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] as readonly unknown[] | null;
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? IDENTITY;
    if (operator === OPS.transform) matrix = multiply(matrix, args);
    if (operator === OPS.paintFormXObjectBegin) matrix = multiply(matrix, args?.[0]);
    if (operator !== OPS.constructPath || !args) continue;
    const [painted, paths] = args as [number, readonly unknown[]];
    const isFilled = fills.has(painted);
    if (!isFilled && !strokes.has(painted)) continue;
    for (const points of subpathsOf(paths?.[0], matrix)) {
      if (isFilled) addThinBox(points, add);
      else for (const [at, point] of points.entries()) if (at > 0) add(points[at - 1] as Point, point);
      if (horizontal.length + vertical.length > MAX_RULES) return { horizontal: [], vertical: [] };
    }
  }
  return { horizontal, vertical };
}

function multiply(matrix: Matrix, other: unknown): Matrix {
  const given = other as Matrix | null | undefined;
  if (given?.length !== 6) return matrix;
  const [a, b, c, d, e, f] = matrix;
  const [g, h, i, j, k, l] = given;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** The corners of each part of a path. Parts with curves are omitted. */
function* subpathsOf(data: unknown, [a, b, c, d, e, f]: Matrix): Generator<Point[]> {
  const numbers = (data ?? []) as ArrayLike<number>;
  let points: Point[] = [];
  let isStraight = true;
  for (let index = 0; index < numbers.length; ) {
    const step = numbers[index] ?? 0;
    const count = STEP_NUMBERS[step];
    if (count === undefined) return;
    const [x, y] = [numbers[index + 1] ?? 0, numbers[index + 2] ?? 0];
    index += 1 + count;
    if (step === 0) {
      if (points.length > 1 && isStraight) yield points;
      points = [];
      isStraight = true;
    }
    if (step === CLOSE && points[0]) points.push(points[0]);
    else if (count === 2) points.push({ x: a * x + c * y + e, y: b * x + d * y + f });
    else isStraight = false;
  }
  if (points.length > 1 && isStraight) yield points;
}

function addThinBox(points: readonly Point[], add: (from: Point, to: Point) => void): void {
  let [left, right, bottom, top] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  const [middleX, middleY] = [(left + right) / 2, (bottom + top) / 2];
  if (top - bottom <= MAX_THICKNESS) add({ x: left, y: middleY }, { x: right, y: middleY });
  else if (right - left <= MAX_THICKNESS) add({ x: middleX, y: bottom }, { x: middleX, y: top });
}
