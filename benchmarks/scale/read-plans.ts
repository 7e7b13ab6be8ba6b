import { linesOf } from './cluster.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Plan Rows'?: number
  Plans?: Node[]
}

export type Asked = { text: string; times: number; longestMs: number; totalMs: number; concerns: Set<string> }

/** Rows that a statement of a screen may look at and throw away. */
const manyRows = 2000

/** @param big tables of which none may be read from end to end */
export function readPlans(log: string, big: ReadonlySet<string>): Asked[] {
  const all = new Map<string, Asked>()
  for (const line of linesOf(log)) {
    const { message } = JSON.parse(line) as { message?: string }
    const [, ms, plan] = /^duration: ([\d.]+) ms {2}plan:\n([^]*)$/.exec(message ?? '') ?? []
    if (plan === undefined) continue
    const { 'Query Text': query, Plan } = JSON.parse(plan) as { 'Query Text': string; Plan: Node }
    const text = query.replaceAll(/\s+/g, ' ').replaceAll(/'[^']*'/g, "'…'")
    const asked = all.get(text) ?? { text, times: 0, longestMs: 0, totalMs: 0, concerns: new Set() }
    all.set(text, asked)
    asked.times++
    asked.totalMs += Number(ms)
    asked.longestMs = Math.max(asked.longestMs, Number(ms))
    for (const concern of concernsOf(Plan, big)) asked.concerns.add(concern)
  }
  return [...all.values()]
}

function concernsOf(node: Node, big: ReadonlySet<string>): string[] {
  const relation = node['Relation Name'] ?? ''
  const seen = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
  const reads = node['Node Type'] === 'Seq Scan' && big.has(relation)
  const scansBig = big.has(relation) && seen > manyRows
  return [
    ...(reads ? [`reads all of ${relation}`] : []),
    ...(scansBig
      ? [`looks at ${Math.round(seen)} rows of ${relation}${node['Index Name'] ? ` by ${node['Index Name']}` : ''}`]
      : []),
    ...(node.Plans ?? []).flatMap(part => concernsOf(part, big)),
  ]
}
