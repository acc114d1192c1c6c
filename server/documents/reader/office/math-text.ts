import { all, find, type XmlElement } from '../xml-tree.ts';

/** Properties, which hold no text, and what was deleted. */
const PROPERTIES = /Pr$|^w:(del|moveFrom)$/;
/** The sign of sums and integrals when the file does not say. */
const INTEGRAL = '∫';
const SIMPLE = /^([\p{L}\p{N}\p{M}.,′∞]+|[\p{Ps}][^\p{Ps}\p{Pe}]*[\p{Pe}]|\p{S}|-\p{N}+)$/u;
const ROOTS: Readonly<Record<string, string>> = { '': '√', '2': '√', '3': '∛', '4': '∜' };
/** Deeper formulas are none that a person wrote. */
const MAX_DEPTH = 200;

/**
 * A formula of Office (`m:oMath`, `m:oMathPara`) in one line that people and models read:
 * `x=(-b±√(b^2-4ac))/(2a)`.
 * @see Unicode Technical Note 28, whose linear form this is, less its rarer signs
 */
export function mathText(element: XmlElement): string {
  return write(element, 0).replaceAll(/\s+/g, ' ').trim();
}

function write(element: XmlElement | undefined, depth: number): string {
  if (!element || PROPERTIES.test(element.name) || depth > MAX_DEPTH) return '';
  const part = (name: string) => write(find(element, name), depth + 1);
  const inner = () => element.children.map((child) => write(child, depth + 1)).join('');
  const value = (name: string, property: string) => find(element, name, property)?.attributes['m:val'];
  switch (element.name) {
    case 'm:t':
    case 'w:t':
    case 'a:t':
      return element.text;
    case 'm:oMathPara':
      return all(element, 'm:oMath')
        .map((one) => write(one, depth + 1))
        .join('\n');
    case 'm:f':
      return fraction(part('m:num'), part('m:den'), value('m:fPr', 'm:type'));
    case 'm:sSup':
      return `${grouped(part('m:e'))}^${grouped(part('m:sup'))}`;
    case 'm:sSub':
      return `${grouped(part('m:e'))}_${grouped(part('m:sub'))}`;
    case 'm:sSubSup':
      return `${grouped(part('m:e'))}_${grouped(part('m:sub'))}^${grouped(part('m:sup'))}`;
    case 'm:sPre':
      return `_${grouped(part('m:sub'))}^${grouped(part('m:sup'))} ${part('m:e')}`;
    case 'm:rad':
      return root(part('m:deg'), part('m:e'));
    case 'm:nary':
      return `${value('m:naryPr', 'm:chr') ?? INTEGRAL}${limits(part('m:sub'), part('m:sup'))} ${part('m:e')}`;
    case 'm:func':
      return `${part('m:fName').trim()} ${grouped(part('m:e'))}`;
    case 'm:limLow':
      return `${part('m:e')}_${grouped(part('m:lim'))}`;
    case 'm:limUpp':
      return `${part('m:e')}^${grouped(part('m:lim'))}`;
    case 'm:d':
      return delimited(element, depth);
    case 'm:m':
      return `[${rowsOf(element, depth).join('; ')}]`;
    case 'm:eqArr':
      return all(element, 'm:e')
        .map((one) => write(one, depth + 1).replaceAll('&', ''))
        .join('; ');
    case 'm:acc':
      return `${grouped(part('m:e'))}${value('m:accPr', 'm:chr') ?? '\u0302'}`;
    case 'm:bar':
      return `${grouped(part('m:e'))}${value('m:barPr', 'm:pos') === 'top' ? '\u0305' : '\u0332'}`;
    default:
      return inner();
  }
}

function fraction(above: string, below: string, type: string | undefined): string {
  if (type === 'noBar') return `(${above}¦${below})`;
  return `${grouped(above)}/${grouped(below)}`;
}

function root(degree: string, content: string): string {
  const sign = ROOTS[degree.trim()];
  return sign === undefined ? `${degree}√${grouped(content)}` : `${sign}${grouped(content)}`;
}

function limits(below: string, above: string): string {
  return `${below === '' ? '' : `_${grouped(below)}`}${above === '' ? '' : `^${grouped(above)}`}`;
}

function delimited(element: XmlElement, depth: number): string {
  const sign = (name: string, usual: string) => {
    const given = find(element, 'm:dPr', name);
    return given ? (given.attributes['m:val'] ?? '') : usual;
  };
  const parts = all(element, 'm:e').map((one) => write(one, depth + 1));
  return `${sign('m:begChr', '(')}${parts.join(sign('m:sepChr', '|'))}${sign('m:endChr', ')')}`;
}

function rowsOf(matrix: XmlElement, depth: number): string[] {
  return all(matrix, 'm:mr').map((row) =>
    all(row, 'm:e')
      .map((cell) => write(cell, depth + 1))
      .join(', '),
  );
}

/** In parentheses unless it is one thing by itself. */
function grouped(text: string): string {
  const content = text.trim();
  return content === '' || SIMPLE.test(content) ? content : `(${content})`;
}
