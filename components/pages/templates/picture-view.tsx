import { PICTURE, type Picture } from '#components/pages/templates/layout-picture.ts';

type PictureViewProps = {
  picture: Picture;
  /** As large as fits into a card, instead of the size of a row. */
  isLarge?: boolean;
};

/** Pixels that a large picture may take, and how much it is enlarged at most. */
const LARGE = { width: 124, height: 84, maxScale: 3 } as const;

/** The shape of a workflow. A text next to it says what it is. */
export function PictureView({ picture, isLarge = false }: PictureViewProps) {
  const { boxWidth, boxHeight } = PICTURE;
  const { x, y, width, height } = isLarge ? drawnPart(picture) : { x: 0, y: 0, ...PICTURE };
  const scale = isLarge ? Math.min(LARGE.width / width, LARGE.height / height, LARGE.maxScale) : 1;
  return (
    <svg
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      viewBox={`${x} ${y} ${width} ${height}`}
      aria-hidden="true"
      className="shrink-0"
    >
      <g className="stroke-line-3" strokeWidth=".8">
        {picture.lines.map(([x1, y1, x2, y2], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, may overlap, and never move
          <line key={index} x1={x1} y1={y1} x2={x2} y2={y2} />
        ))}
      </g>
      <g className={isLarge ? 'fill-raised stroke-line-3' : 'fill-line-3'} strokeWidth={isLarge ? '.5' : undefined}>
        {picture.boxes.map(({ x, y }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity, may overlap, and never move
          <rect key={index} x={x} y={y} width={boxWidth} height={boxHeight} rx="1" />
        ))}
      </g>
    </svg>
  );
}

/** What is drawn of a picture, without its empty border. */
function drawnPart({ boxes }: Picture) {
  if (boxes.length === 0) return { x: 0, y: 0, width: PICTURE.width, height: PICTURE.height };
  const left = Math.min(...boxes.map((box) => box.x)) - 1;
  const top = Math.min(...boxes.map((box) => box.y)) - 1;
  const right = Math.max(...boxes.map((box) => box.x)) + PICTURE.boxWidth + 1;
  const bottom = Math.max(...boxes.map((box) => box.y)) + PICTURE.boxHeight + 1;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
