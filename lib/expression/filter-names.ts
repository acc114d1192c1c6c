const NAMES = `
  escape xml_escape escape_once newline_to_br strip_html abs at_least at_most ceil divided_by floor minus plus modulo times
  round url_decode url_encode cgi_escape uri_escape slugify join last first reverse sort sort_natural size map sum compact
  concat push unshift pop shift slice where reject group_by has find_index find uniq date date_to_xmlschema date_to_rfc822
  date_to_string date_to_long_string append prepend lstrip downcase upcase remove remove_first remove_last rstrip split strip
  strip_newlines squish capitalize replace replace_first replace_last truncate truncatewords normalize_whitespace
  number_of_words array_to_sentence_string base64_encode base64_decode default jsonify to_integer json
`;

/** The Liquid filters of templates, for code that does not load Liquid. */
export const filterNames: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
