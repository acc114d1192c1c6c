const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;
const TEXT = /'(?:[^']|'')*'/g;
/** The frame of a DO block around its statements. */
const BLOCK = /\bDO\s+\$\$|\$\$|\bBEGIN\b|\bEXCEPTION\s+WHEN\b[^;]*?\bTHEN\b|\bEND\b/gi;

/** Statements that keep older builds working. A unique index may refuse what an older build writes. */
const HARMLESS = [
  /^CREATE (?:UNLOGGED )?TABLE\b/i,
  /^CREATE INDEX\b/i,
  /^CREATE EXTENSION\b/i,
  /^COMMENT ON\b/i,
  /^INSERT INTO\b/i,
  /^RAISE NOTICE\b/i,
];
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX .*? ON "?(\w+)"?/i;
const NEW_TABLE = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i;
const ALTER_TABLE = /^ALTER TABLE "?\w+"? (.*)$/i;

/**
 * Whether builds that do not know this migration can work with the database after it as before: it
 * makes tables and indexes, and adds columns that need not be written. Anything that is not known
 * to be harmless is not.
 */
export function isAdditive(sql: string): boolean {
  const statements = sql
    .replace(COMMENT, '')
    .replace(TEXT, "''")
    .replace(BLOCK, ';')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const ownTables = new Set(statements.map((statement) => NEW_TABLE.exec(statement)?.[1]));
  return statements.every((statement) => {
    const unique = UNIQUE_INDEX.exec(statement);
    if (unique) return ownTables.has(unique[1]);
    const changes = ALTER_TABLE.exec(statement)?.[1];
    if (changes !== undefined) return splitOutside(changes).every(addsOptionalColumn);
    return HARMLESS.some((pattern) => pattern.test(statement));
  });
}

function addsOptionalColumn(change: string): boolean {
  if (!/^ADD COLUMN\b/i.test(change) || /\b(UNIQUE|PRIMARY KEY|CHECK|REFERENCES)\b/i.test(change)) return false;
  return !/\bNOT NULL\b/i.test(change) || /\bDEFAULT\b/i.test(change);
}

/** Splits at commas outside of brackets. */
function splitOutside(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}
