import { readOfficeXml } from '../read-office-xml.ts';

/** Points of a diagram that are no shapes of their own: connections and forms of its layout. */
const NO_SHAPE = /^(parTrans|sibTrans|pres)$/;

/** The texts of a SmartArt diagram from its data part, one for each shape, outline order. */
export function diagramTexts(xml: string): string[] {
  const points = new Map<string, string[]>();
  const children = new Map<string, { readonly to: string; readonly order: number }[]>();
  let point: string[] | undefined;
  let paragraph = '';
  let isText = false;
  readOfficeXml(xml, {
    open(name, attributes) {
      if (name === 'dgm:pt') {
        point = [];
        if (!NO_SHAPE.test(attributes.type ?? '')) points.set(attributes.modelId ?? String(points.size), point);
      }
      if (name === 'dgm:cxn' && (attributes.type ?? 'parOf') === 'parOf') {
        const { srcId = '', destId = '', srcOrd = '0' } = attributes;
        const below = children.get(srcId) ?? [];
        below.push({ to: destId, order: Number(srcOrd) || 0 });
        children.set(srcId, below);
      }
      if (name === 'a:t') isText = true;
      if (name === 'a:br') paragraph += ' ';
    },
    text: (text) => {
      if (isText) paragraph += text;
    },
    close(name) {
      if (name === 'a:t') isText = false;
      if (name === 'dgm:pt') point = undefined;
      if (name !== 'a:p') return;
      if (paragraph.trim() !== '') point?.push(paragraph.trim());
      paragraph = '';
    },
  });
  return inOutline(points, children);
}

/** Points in the order of their outline; those that nothing names come last, as the file has them. */
function inOutline(
  points: ReadonlyMap<string, readonly string[]>,
  children: ReadonlyMap<string, readonly { readonly to: string; readonly order: number }[]>,
): string[] {
  const targets = new Set([...children.values()].flat().map(({ to }) => to));
  const seen = new Set<string>();
  const texts: string[] = [];
  const waiting = [...points.keys()].filter((id) => !targets.has(id)).reverse();
  const visit = () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      texts.push(...(points.get(id) ?? []));
      const below = [...(children.get(id) ?? [])].sort((one, other) => other.order - one.order);
      waiting.push(...below.map(({ to }) => to));
    }
  };
  visit();
  waiting.push(...[...points.keys()].filter((id) => !seen.has(id)).reverse());
  visit();
  return texts;
}
