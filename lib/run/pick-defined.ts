type PickedDefined<T, K extends keyof T> = { [P in K as undefined extends T[P] ? never : P]: T[P] } & {
  [P in K as undefined extends T[P] ? P : never]?: Exclude<T[P], undefined>;
};

/** The named fields that are defined, so that spreading them overwrites no field with undefined. */
export function pickDefined<T extends object, K extends keyof T>(from: T, ...keys: K[]): PickedDefined<T, K> {
  const given = keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]] as const);
  return Object.fromEntries(given) as PickedDefined<T, K>;
}
