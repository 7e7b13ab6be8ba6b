import type { Config } from '#server/config.ts'

export function mayListenToTopic({ REALTIME_ANON_TOPICS: list }: Config, name: string): boolean {
  return list.some(pattern => matches(pattern, name))
}

/** @param table undefined: every table */
export function mayListenToTable({ REALTIME_ANON_TABLES: list }: Config, table: string | undefined): boolean {
  return list.some(pattern => (table === undefined ? pattern === '*' : matches(pattern, table)))
}

function matches(pattern: string, name: string): boolean {
  const [start = '', ...more] = pattern.split('*')
  const end = more.pop()
  if (end === undefined) return name === start
  if (name.length < start.length + end.length || !name.startsWith(start) || !name.endsWith(end)) return false
  // Leftmost match, so that no pattern backtracks.
  let at = start.length
  for (const part of more) {
    const found = name.indexOf(part, at)
    if (found === -1 || found + part.length > name.length - end.length) return false
    at = found + part.length
  }
  return true
}
