/** What a filter takes after its colon. */
export type FilterArguments = {
  readonly least: number;
  readonly most: number;
  /** Written as `name: value`. */
  readonly named: readonly string[];
};

/** Each filter with the number of its arguments: one number, or the least and the most. */
const SIGNATURES = `
  escape 0; xml_escape 0; escape_once 0; newline_to_br 0; strip_html 0; strip_newlines 0; squish 0; normalize_whitespace 0
  upcase 0; downcase 0; capitalize 0; strip 0-1; lstrip 0-1; rstrip 0-1; number_of_words 0-1
  append 1; prepend 1; remove 1; remove_first 1; remove_last 1; replace 2; replace_first 1-2; replace_last 1-2
  truncate 0-2; truncatewords 0-2; slugify 0-2; split 1
  url_decode 0; url_encode 0; cgi_escape 0; uri_escape 0; base64_encode 0; base64_decode 0
  abs 0; ceil 0; floor 0; round 0-1; plus 1; minus 1; times 1; divided_by 1-2; modulo 1; at_least 1; at_most 1; to_integer 0
  size 0; first 0; last 0; reverse 0; compact 0; uniq 0; pop 0; shift 0; push 1; unshift 1; concat 1; slice 1-2; join 0-1
  sort 0-1; sort_natural 0-1; map 1; sum 0-1; group_by 1; where 1-2; reject 1-2; has 1-2; find 1-2; find_index 1-2
  array_to_sentence_string 0-1; date 1-2; date_to_xmlschema 0; date_to_rfc822 0; date_to_string 0-2; date_to_long_string 0-2
  default 1 allow_false; json 0-1; jsonify 0-1
`;

/** The Liquid filters of templates, for code that does not load Liquid. */
export const filters: ReadonlyMap<string, FilterArguments> = new Map(
  SIGNATURES.trim()
    .split(/[;\n]\s*/)
    .map((signature) => {
      const [name = '', count = '', ...named] = signature.trim().split(' ');
      const [least, most = least] = count.split('-').map(Number);
      return [name, { least: least ?? 0, most: most ?? 0, named }];
    }),
);
