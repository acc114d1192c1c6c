import { PICTURE, type Picture } from '#components/pages/templates/layout-picture.ts';

type PictureViewProps = { picture: Picture /** @defaultValue 1 */; scale?: number };

/** The shape of a workflow. A text next to it says what it is. */
export function PictureView({ picture, scale = 1 }: PictureViewProps) {
  const { width, height, boxWidth, boxHeight } = PICTURE;
  return (
    <svg width={width * scale} height={height * scale} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="shrink-0">
      <g className="stroke-line-3" strokeWidth=".8">
        {picture.lines.map(([x1, y1, x2, y2], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, may overlap, and never move
          <line key={index} x1={x1} y1={y1} x2={x2} y2={y2} />
        ))}
      </g>
      <g className={scale > 1 ? 'fill-raised stroke-line-3' : 'fill-line-3'} strokeWidth={scale > 1 ? '.5' : undefined}>
        {picture.boxes.map(({ x, y }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no identity, may overlap, and never move
          <rect key={index} x={x} y={y} width={boxWidth} height={boxHeight} rx="1" />
        ))}
      </g>
    </svg>
  );
}
