import { sql } from 'kysely'
import type { Place } from '#server/answering/compiling/entries.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import type { FactCounts } from '#shared/contracts/training/facts.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { loadKnowledge } from '../knowledge/load-knowledge.ts'
import { stateOf } from './understood.ts'

/** Lines that hold today, by document; pages count for their website. */
export async function countFacts(platform: Platform, { workspaceId }: Caller): Promise<FactCounts> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const holding = knowledge.holdingOn(dayOf(platform.clock.now()))
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ id: string; parent_id: string }>`select id, parent_id from sources
      where workspace_id = ${workspaceId} and parent_id is not null and status <> 'removed'`.execute(tx),
  )
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  const counts = new Map<string, { prices: Set<string>; rules: Set<string> }>()
  const countOf = ({ passage }: Place) => {
    const { source_id } = knowledge.passages[passage]!
    const id = parents.get(source_id) ?? source_id
    const known = counts.get(id) ?? { prices: new Set(), rules: new Set() }
    counts.set(id, known)
    return known
  }
  const lineOf = ({ passage, start }: Place) => `${passage} ${start}`
  const entriesOf = Map.groupBy(knowledge.compiled.entries, ({ place }) => place.passage)
  // A statement begins behind the dash of its line, an entry at it.
  const isEntry = ({ passage, start }: Place) =>
    (entriesOf.get(passage) ?? []).some(({ place }) => place.start <= start && start < place.end)
  const isHeading = ({ passage, start }: Place) => knowledge.passages[passage]!.text[start] === '#'
  const { entries, statements } = knowledge.compiled
  for (const { place, cells } of entries) {
    if (stateOf(holding, place) !== 'valid') continue
    const { prices, rules } = countOf(place)
    const line = cells.some(({ kind }) => kind === 'money') ? prices : rules
    line.add(lineOf(place))
  }
  for (const { line, isStory } of statements) {
    if (isStory || isEntry(line) || isHeading(line) || stateOf(holding, line) !== 'valid') continue
    countOf(line).rules.add(lineOf(line))
  }
  return [...counts].map(([source_id, { prices, rules }]) => ({ source_id, prices: prices.size, rules: rules.size }))
}
