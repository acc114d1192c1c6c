import { type ShareLimits, shareLimits } from '../../limits/shares.ts';

const MB = 1_000_000;

/** What bodies of requests may take of this process. Bytes, unless a name says otherwise. */
export type BodyLimits = {
  /** Of unfinished bodies in memory. Each share takes the largest body that its callers may send. */
  readonly held: ShareLimits;
  /** A body of a stranger that is slower than this after the first `graceMs` is ended. */
  readonly minBytesPerSecond: number;
  readonly graceMs: number;
  /** Of bodies and files that strangers send to the page or the triggers of one endpoint. */
  readonly strangerBytesPerDay: number;
  /** Of files that are uploaded with one key. */
  readonly keyBytesPerDay: number;
  /** Of one file of a visitor; the files of a request have twice as many together. */
  readonly visitorFileBytes: number;
};

export const DEFAULT_BODY_LIMITS: BodyLimits = {
  held: shareLimits(320 * MB, {
    outsiders: 192 * MB,
    strangers: 64 * MB,
    endpoint: 96 * MB,
    page: 32 * MB,
    address: 26 * MB,
    key: 64 * MB,
    visitor: 10 * MB,
  }),
  minBytesPerSecond: 32_000,
  graceMs: 10_000,
  strangerBytesPerDay: 1000 * MB,
  keyBytesPerDay: 20_000 * MB,
  visitorFileBytes: 10 * MB,
};
