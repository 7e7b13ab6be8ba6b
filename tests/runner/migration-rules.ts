// While a newer version migrates, processes of the one before go on: what would break them, or let them wait, has to be declared.

/** The last migration from before this rule. */
const before = '0264'
const declaration = /^-- (?:Breaks|Beside) running processes: \S.{20,}/m

type Statement = { text: string; table: string | undefined }

/** Of a statement on a table that was there before. */
const breaking: { what: RegExp; why: string }[] = [
  { what: /^drop (?:table|view|sequence|type|function|schema)\b/, why: 'takes away what running processes name' },
  { what: /\bdrop column\b/, why: 'takes away a column that running processes name' },
  {
    what: /\brename (?:column |constraint )?\w+ to\b|\brename to\b/,
    why: 'takes away a name that running processes use',
  },
  { what: /\balter (?:column )?\w+ (?:set data )?type\b/, why: 'rewrites the table while everybody waits' },
  {
    what: /\balter (?:column )?\w+ set not null\b/,
    why: 'refuses rows that running processes write, and reads the whole table',
  },
  { what: /\balter (?:column )?\w+ drop default\b/, why: 'refuses rows that running processes write' },
  {
    what: /\badd (?:column )?(?!constraint\b)\w+ [^,]*\bnot null\b(?![^,]*\b(?:default|generated)\b)/,
    why: 'refuses rows that running processes write',
  },
  {
    what: /\bgenerated always as \(.*\) stored\b|\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval)\b/,
    why: 'rewrites the table while everybody waits',
  },
  {
    what: /\badd (?:constraint \w+ )?(?:check|unique|primary key|foreign key|exclude)\b(?!.*\bnot valid\b)/,
    why: 'may refuse rows that running processes write, and reads the whole table',
  },
  { what: /^create (?:unique )?index\b/, why: 'holds all writes to the table until the index is built' },
  { what: /^create (?:constraint )?trigger\b/, why: 'acts on what running processes write' },
  { what: /^revoke\b/, why: 'takes away a right that running processes use' },
  {
    what: /^(?:update|delete from|truncate)\b/,
    why: 'changes rows as running processes know them, and holds them locked',
  },
]

/** @returns what a migration does to running processes without saying so */
export function undeclaredBreaks(name: string, sql: string): string[] {
  if (name.slice(0, 4) <= before || declaration.test(sql)) return []
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(({ text }) => /^create (?:temporary )?table (?:if not exists )?([\w.]+)/.exec(text)?.[1] ?? []),
  )
  return statements
    .filter(({ table }) => table === undefined || !made.has(table))
    .flatMap(({ text }) =>
      breaking.filter(({ what }) => what.test(text)).map(({ why }) => `${text.slice(0, 60)}… ${why}`),
    )
    .map(problem => `${name}: ${problem}. Expand first, or declare it (docs/guides/upgrade.md).`)
}

function statementsOf(sql: string): Statement[] {
  // Bodies of functions run later.
  const bare = sql.replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''").replaceAll(/--.*$/gm, '')
  return bare
    .split(';')
    .map(text => text.trim().toLowerCase().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
    .map(text => ({ text, table: tableOf(text) }))
}

function tableOf(text: string): string | undefined {
  const [, altered, indexed, written] =
    /^(?:(?:alter|truncate|drop) table (?:only )?(?:if exists )?([\w.]+)|create .*? on ([\w.]+)|(?:update|delete from|truncate) (?:only )?([\w.]+))/.exec(
      text,
    ) ?? []
  return altered ?? indexed ?? written
}
