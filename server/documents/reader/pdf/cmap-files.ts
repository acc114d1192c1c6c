import { readFile } from 'node:fs/promises';

/** As pdf.js asks for them: the name of a predefined CMap of the PDF standard. */
const FILE_NAME = /^[\w-]{1,40}\.bcmap$/;

/**
 * Where pdf.js gets the CMaps with which Chinese, Japanese and Korean fonts name their characters.
 * Fonts and decoders of pictures, which it may ask for too, only serve to draw pages.
 */
export class CmapFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !FILE_NAME.test(filename)) throw new Error(`${filename} is not one of the CMaps`);
    return new Uint8Array(await readFile(new URL(`./cmaps/${filename}`, import.meta.url)));
  }
}
