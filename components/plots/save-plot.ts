/** Pixels of a picture for each of the screen. */
const SCALE = 2;
const HEAD_PX = 28;
const PAD_PX = 12;
/** What of the look of an element is in the picture. */
const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font',
  'text-anchor',
] as const;

export type PlotTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | number | null)[])[] };

/** The table as CSV by RFC 4180. A sheet would calculate a text that begins like a formula. */
export function toCsv({ columns, rows }: PlotTable): string {
  const field = (value: string | number | null) => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return `"${safe.replaceAll('"', '""')}"`;
  };
  return [columns, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** A file name of a title: letters, digits and hyphens of any language. */
export function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'plot'
  );
}

export function saveText(name: string, text: string, type: string): void {
  save(name, new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves a plot with its title as a PNG in the theme that is shown. @throws {Error} when the browser cannot draw it */
export async function savePng(name: string, svg: SVGSVGElement, title: string): Promise<void> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg, { width, height }))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * PAD_PX) * SCALE;
  canvas.height = (height + HEAD_PX + 2 * PAD_PX) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  const page = getComputedStyle(svg);
  context.scale(SCALE, SCALE);
  context.fillStyle = colourOf('--bg-panel');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colourOf('--ink-1');
  context.font = `600 13px ${page.fontFamily}`;
  context.fillText(title, PAD_PX, PAD_PX + 13);
  context.drawImage(image, PAD_PX, PAD_PX + HEAD_PX, width, height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!content) throw new Error('The picture could not be made');
  save(name, content);
}

/** A token as a colour that a canvas knows. */
function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A copy that needs no style sheet. */
function standalone(svg: SVGSVGElement, { width, height }: { width: number; height: number }): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [...svg.querySelectorAll('*')];
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const look = getComputedStyle(originals[index] as Element);
    const style = LOOKS.map((name) => `${name}:${look.getPropertyValue(name)}`).join(';');
    element.setAttribute('style', style);
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}
