import { NodeFailure } from '#lib/errors/node-failure.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { shown } from '../confined-path.ts';

export function notFound(path: string): NodeFailure {
  return new NodeFailure('file-not-found', `There is no file ${shown(path)}`, { path: 'path' });
}

export function idNotFound(fileId: string): NodeFailure {
  return new NodeFailure('file-not-found', `There is no file with the id ${shown(fileId)}`, { path: 'fileId' });
}

export function tooLarge(
  path: string,
  { sizeBytes, maxBytes, setting }: { sizeBytes?: number; maxBytes: number; setting: string },
): NodeFailure {
  const message =
    sizeBytes === undefined
      ? `The file ${shown(path)} has more than the ${formatCount(maxBytes)} bytes that are allowed`
      : `The file ${shown(path)} has ${sizeBytes} bytes, and ${maxBytes} are allowed`;
  return new NodeFailure('file-too-large', message, { path: 'path', hint: `An administrator may raise ${setting}` });
}

export function notText(path: string): NodeFailure {
  return new NodeFailure('file-not-text', `The file ${shown(path)} is no UTF-8 text`, { path: 'path' });
}
