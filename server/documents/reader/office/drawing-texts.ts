import { readOfficeXml } from '../read-office-xml.ts';
import { XmlTree } from '../xml-tree.ts';
import { mathText } from './math-text.ts';

/** What the shapes of a drawing hold, in its order. */
export type DrawingPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'chart' | 'diagram'; readonly id: string }
  | { readonly kind: 'picture'; readonly text: string };

const PICTURES = /^(xdr|p|pic|cdr):pic$/;

/** Texts of shapes, charts and diagrams by the ids of their relations, and pictures with their descriptions. */
export function drawingParts(xml: string): DrawingPart[] {
  const parts: DrawingPart[] = [];
  let description = '';
  let paragraph = '';
  let isText = false;
  let math: XmlTree | undefined;
  readOfficeXml(xml, {
    open(name, attributes) {
      if (math || /^m:oMath(Para)?$/.test(name)) {
        math ??= new XmlTree();
        math.open(name, attributes);
        return;
      }
      if (name.endsWith(':cNvPr')) description = (attributes.descr || attributes.title || '').trim();
      if (name === 'a:t') isText = true;
      if (name === 'a:br' || name === 'a:tab') paragraph += ' ';
      if ((name === 'c:chart' || name === 'cx:chart') && attributes['r:id'] !== undefined)
        parts.push({ kind: 'chart', id: attributes['r:id'] });
      if (name === 'dgm:relIds' && attributes['r:dm'] !== undefined) parts.push({ kind: 'diagram', id: attributes['r:dm'] });
    },
    text: (text) => {
      if (math) math.text(text);
      else if (isText) paragraph += text;
    },
    close(name) {
      if (math) {
        math.close();
        if (!math.isWhole) return;
        paragraph += mathText(math.root);
        math = undefined;
        return;
      }
      if (name === 'a:t') isText = false;
      if (PICTURES.test(name)) parts.push({ kind: 'picture', text: description });
      if (name !== 'a:p') return;
      if (paragraph.trim() !== '') parts.push({ kind: 'text', text: paragraph.trim() });
      paragraph = '';
    },
  });
  return parts;
}
