/** A pattern that cannot be used; the message completes "The pattern … cannot be used: ". */
export class PatternError extends Error {}
