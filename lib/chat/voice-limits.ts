/** What a spoken message may have. */
export const MAX_RECORDING_BYTES = 5_000_000;
export const MAX_RECORDING_SECONDS = 300;
