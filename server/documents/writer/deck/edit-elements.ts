/** An empty element of XML that was read before, with its attributes. */
export type Element = { readonly text: string; readonly attributes: ReadonlyMap<string, string> };

const ATTRIBUTE = /\s([\w:]{1,40})="([^"]*)"/g;

/** The elements of a name in a text of XML, in its order. */
export function elementsOf(xml: string, name: string): Element[] {
  const found: Element[] = [];
  editElements(xml, name, (element) => {
    found.push(element);
    return element.text;
  });
  return found;
}

/** The text with each empty element of a name as `edit` wants it; all else stays as it is written. */
export function editElements(xml: string, name: string, edit: (element: Element) => string): string {
  const begin = `<${name} `;
  let result = '';
  let at = 0;
  for (;;) {
    const start = xml.indexOf(begin, at);
    const end = start === -1 ? -1 : xml.indexOf('>', start);
    if (end === -1) return result + xml.slice(at);
    const text = xml.slice(start, end + 1);
    const attributes = new Map([...text.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value]));
    result += xml.slice(at, start) + edit({ text, attributes });
    at = end + 1;
  }
}
