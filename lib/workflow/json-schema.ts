/** JSON Schema (2020-12) as plain data: how ports, references and forms describe values. `{}` and `true` mean anything. */
export type JsonSchema = { readonly [keyword: string]: unknown };
