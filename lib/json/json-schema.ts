/** JSON Schema (2020-12) as plain data. `{}` and `true` allow any value. */
export type JsonSchema = { readonly [keyword: string]: unknown };
