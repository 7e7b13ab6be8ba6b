import type { Config } from '#server/config.ts'

/** Whether who has not signed in may hear this public topic: as the operator's list says, with `*` for any letters. */
export function mayListenToTopic({ REALTIME_ANON_TOPICS: list }: Config, name: string): boolean {
  return list.some(pattern => matches(pattern, name))
}

/** Whether they may hear row changes of this table. @param table undefined: of every table */
export function mayListenToTable({ REALTIME_ANON_TABLES: list }: Config, table: string | undefined): boolean {
  return list.some(pattern => (table === undefined ? pattern === '*' : matches(pattern, table)))
}

function matches(pattern: string, name: string): boolean {
  const [start = '', ...more] = pattern.split('*')
  const end = more.pop()
  if (end === undefined) return name === start
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false
  // What stands between two asterisks is looked for from left to right: no pattern can take long.
  let at = start.length
  for (const part of more) {
    const found = name.indexOf(part, at)
    if (found === -1 || found + part.length > name.length - end.length) return false
    at = found + part.length
  }
  return true
}
