import type { PictureShape } from '#lib/slides/slide-picture.ts';
import { all, find, findDeep, numberIn, type XmlElement } from '../xml-tree.ts';
import { readColour, type Theme } from './colours.ts';
import { readTextBody, type TextStyle } from './read-text-body.ts';

const EMU_PER_POINT = 12_700;

/** The shapes of a layout and a master that a slide has its places and styles from. */
export type Inherited = { readonly layout: XmlElement; readonly master: XmlElement };

export type ShapeReading = {
  readonly theme: Theme;
  readonly inherited: Inherited;
  /** Without placeholders: those of layouts are empty forms for slides. */
  readonly isLayout: boolean;
  image(id: string): Promise<{ path: string; mediaType: string; base64: string }>;
  chart(id: string): Promise<XmlElement | undefined>;
  /** Throws when there are too many. */
  count(): void;
};

/** From points inside a group to points of the slide. */
type Place = (frame: Frame) => Frame;
type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** What a slide or a layout draws, in the order of drawing. */
export async function readShapes(
  tree: XmlElement | undefined,
  reading: ShapeReading,
  place: Place = (frame) => frame,
): Promise<PictureShape[]> {
  const shapes: PictureShape[] = [];
  for (const element of tree?.children ?? []) {
    if (element.name === 'p:grpSp') {
      shapes.push(...(await readShapes(element, reading, groupPlace(element, place))));
      continue;
    }
    const shape = await readShape(element, reading, place);
    if (shape) shapes.push(shape);
  }
  return shapes;
}

async function readShape(element: XmlElement, reading: ShapeReading, place: Place): Promise<PictureShape | undefined> {
  if (element.name !== 'p:sp' && element.name !== 'p:cxnSp' && element.name !== 'p:pic' && element.name !== 'p:graphicFrame')
    return undefined;
  reading.count();
  const about = find(element.children[0], 'p:cNvPr')?.attributes;
  if (about?.hidden === '1') return undefined;
  const name = about?.name ?? '';
  switch (element.name) {
    case 'p:pic': {
      const frame = frameOf(find(element, 'p:spPr', 'a:xfrm'));
      const id = find(element, 'p:blipFill', 'a:blip')?.attributes['r:embed'];
      if (!frame || id === undefined) return undefined;
      return { kind: 'image', name, ...place(frame), alt: about?.descr ?? '', ...(await reading.image(id)) };
    }
    case 'p:graphicFrame':
      return readGraphic(element, { name, reading, place });
    default:
      return readBox(element, { name, reading, place });
  }
}

type Named = { readonly name: string; readonly reading: ShapeReading; readonly place: Place };

async function readGraphic(element: XmlElement, { name, reading, place }: Named): Promise<PictureShape | undefined> {
  const frame = frameOf(find(element, 'p:xfrm'));
  if (!frame) return undefined;
  const data = find(element, 'a:graphic', 'a:graphicData');
  const table = find(data, 'a:tbl');
  if (table) return { kind: 'table', name, ...place(frame), ...readTable(table, reading) };
  const id = find(data, 'c:chart')?.attributes['r:id'];
  const part = id === undefined ? undefined : await reading.chart(id);
  if (!part) return undefined;
  const { readChart } = await import('./read-chart.ts');
  const chart = readChart(part, reading.theme);
  return chart && { kind: 'chart', name, ...place(frame), chart };
}

const NO_TEXT = { anchor: 'middle', inset: { left: 4, top: 2, right: 4, bottom: 2 }, paragraphs: [] } as const;

function readTable(table: XmlElement, { theme }: ShapeReading) {
  const style: TextStyle = { theme, lists: [], bodies: [], isTitle: false };
  const rows = all(table, 'a:tr').map((row) => ({
    height: (numberIn(row, 'h') ?? 0) / EMU_PER_POINT,
    cells: all(row, 'a:tc').map((cell) => {
      const properties = find(cell, 'a:tcPr');
      const inset = (attribute: string, usual: number) =>
        (numberIn(properties, attribute) ?? usual * EMU_PER_POINT) / EMU_PER_POINT;
      const text = readTextBody(find(cell, 'a:txBody'), style);
      return {
        fill: readColour(find(properties, 'a:solidFill'), theme)?.hex ?? null,
        text: {
          ...(text ?? { ...NO_TEXT, paragraphs: [] }),
          anchor: properties?.attributes.anchor === 'ctr' ? ('middle' as const) : ('top' as const),
          inset: { left: inset('marL', 7.2), right: inset('marR', 7.2), top: inset('marT', 3.6), bottom: inset('marB', 3.6) },
        },
      };
    }),
  }));
  const columns = all(find(table, 'a:tblGrid'), 'a:gridCol').map((column) =>
    Math.max(1, (numberIn(column, 'w') ?? 0) / EMU_PER_POINT),
  );
  return { columns, rows, border: readColour(findDeep(table, 'a:lnB'), theme)?.hex ?? 'BFBFBF' };
}

const outlines: Readonly<Record<string, 'rounded' | 'ellipse' | 'line'>> = {
  roundRect: 'rounded',
  ellipse: 'ellipse',
  line: 'line',
};

function readBox(element: XmlElement, { name, reading, place }: Named): PictureShape | undefined {
  const { theme, inherited, isLayout } = reading;
  const holder = find(element.children[0], 'p:nvPr', 'p:ph');
  if (holder && isLayout) return undefined;
  const own = find(element, 'p:spPr');
  const above = holder ? [inherited.layout, inherited.master].map((one) => placeholderIn(one, holder)) : [];
  const frame = [own, ...above.map((one) => find(one, 'p:spPr'))]
    .map((one) => frameOf(find(one, 'a:xfrm')))
    .find((found) => found !== undefined);
  if (!frame) return undefined;
  const placeholder = holder ? (holder.attributes.type ?? 'body') : '';
  const isTitle = /^(ctrT|t)itle$/.test(placeholder);
  const fillSource = [own, ...above.map((one) => find(one, 'p:spPr'))].find(
    (one) => find(one, 'a:solidFill') ?? find(one, 'a:gradFill') ?? find(one, 'a:noFill'),
  );
  const hasFill = fillSource !== undefined && find(fillSource, 'a:noFill') === undefined;
  const styled = find(element, 'p:style');
  const fill = hasFill ? readColour(fillSource, theme) : fillSource ? undefined : readColour(find(styled, 'a:fillRef'), theme);
  const stroke = find(own, 'a:ln');
  const lineColour = find(stroke, 'a:noFill')
    ? undefined
    : (readColour(find(stroke, 'a:solidFill'), theme) ?? readColour(find(styled, 'a:lnRef'), theme));
  const geometry = find(own, 'a:prstGeom')?.attributes.prst ?? (element.name === 'p:cxnSp' ? 'line' : 'rect');
  const isBody = holder !== undefined && !/^(sldNum|dt|ftr|hdr)$/.test(placeholder);
  const styles = find(inherited.master, 'p:txStyles');
  const text = readTextBody(find(element, 'p:txBody'), {
    theme,
    isTitle,
    lists: [
      ...above.map((one) => find(one, 'p:txBody', 'a:lstStyle')),
      find(styles, isTitle ? 'p:titleStyle' : isBody ? 'p:bodyStyle' : 'p:otherStyle'),
    ],
    bodies: above.map((one) => find(one, 'p:txBody', 'a:bodyPr')),
  });
  if (!text && !fill && !lineColour) return undefined;
  const width = (numberIn(stroke, 'w') ?? EMU_PER_POINT * 0.75) / EMU_PER_POINT;
  return {
    kind: 'box',
    name,
    ...place(frame),
    placeholder,
    outline: outlines[geometry] ?? 'rectangle',
    fill: fill && fill.opacity > 0 ? fill.hex : null,
    opacity: fill?.opacity ?? 1,
    line: lineColour && lineColour.opacity > 0 && width > 0 ? { colour: lineColour.hex, width } : null,
    text,
  };
}

/** The form that a placeholder fills: of its index, else of its type. */
function placeholderIn(root: XmlElement, { attributes: { idx, type = 'body' } }: XmlElement): XmlElement | undefined {
  const shapes = all(find(root, 'p:cSld', 'p:spTree'), 'p:sp').map((shape) => ({
    shape,
    holder: find(shape.children[0], 'p:nvPr', 'p:ph'),
  }));
  const same = (found: string) => found === type || (/^(ctrT|t)itle$/.test(found) && /^(ctrT|t)itle$/.test(type));
  const byIndex = idx === undefined ? undefined : shapes.find(({ holder }) => holder?.attributes.idx === idx);
  return (byIndex ?? shapes.find(({ holder }) => holder && same(holder.attributes.type ?? 'body')))?.shape;
}

function frameOf(transform: XmlElement | undefined): Frame | undefined {
  const [offset, extent] = [find(transform, 'a:off'), find(transform, 'a:ext')];
  if (!offset || !extent) return undefined;
  const points = (element: XmlElement, attribute: string) => (numberIn(element, attribute) ?? 0) / EMU_PER_POINT;
  return {
    x: points(offset, 'x'),
    y: points(offset, 'y'),
    width: Math.max(0, points(extent, 'cx')),
    height: Math.max(0, points(extent, 'cy')),
  };
}

function groupPlace(group: XmlElement, outer: Place): Place {
  const transform = find(group, 'p:grpSpPr', 'a:xfrm');
  const frame = frameOf(transform);
  const [offset, extent] = [find(transform, 'a:chOff'), find(transform, 'a:chExt')];
  if (!frame || !offset || !extent) return outer;
  const points = (element: XmlElement, attribute: string) => (numberIn(element, attribute) ?? 0) / EMU_PER_POINT;
  const scale = (size: number, inner: number) => (inner > 0 ? size / inner : 1);
  const [wide, high] = [scale(frame.width, points(extent, 'cx')), scale(frame.height, points(extent, 'cy'))];
  return ({ x, y, width, height }) =>
    outer({
      x: frame.x + (x - points(offset, 'x')) * wide,
      y: frame.y + (y - points(offset, 'y')) * high,
      width: width * wide,
      height: height * high,
    });
}
