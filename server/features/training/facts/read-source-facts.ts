import { sql } from 'kysely'
import { compileFacts } from '#server/answering/compiling/compile-facts.ts'
import type { Entry, Place } from '#server/answering/compiling/entries.ts'
import type { Fact, FactPlace, Facts } from '#shared/contracts/training/facts.results.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { subjectOf } from './apply-fact-edits.ts'
import { type DocumentLine, lineOff, type Understood } from './understood.ts'

const maxUnread = 2_000

type Stored = { id: string; position: number; heading: string; text: string }
type FactsToShow = {
  titles: Map<string, string>
  facts: (() => Fact)[]
  unread: Facts['unread']
  off: Facts['off']
}

/** Places are those of the document as stored; values and what holds today are those of the knowledge. @throws request.not_found */
export async function readSourceFacts(
  platform: Platform,
  workspaceId: string,
  sourceId: string,
  understood: Understood,
): Promise<FactsToShow> {
  const { knowledge } = understood
  const { title, passages } = await readStored(platform, workspaceId, sourceId)
  const { entries, unread } = compileFacts(
    passages.map(({ heading, text }) => ({ document: sourceId, title, heading, text })),
  )
  const lineAt = (place: Place): DocumentLine => {
    const { id, position, text } = passages[place.passage]!
    const { start, end } = place
    return { source_id: sourceId, text: text.slice(start, end), place: { passage_id: id, position, start, end } }
  }
  const keyOf = (entry: Entry, all: readonly { id: string }[]) => `${all[entry.place.passage]!.id} ${subjectOf(entry)}`
  const used = Map.groupBy(knowledge.compiled.entries, entry => keyOf(entry, knowledge.passages))
  const off = new Map(understood.off.map(edit => [edit.subject, edit]))
  const places = new Map<string, FactPlace | null>()
  const facts: FactsToShow['facts'] = []
  for (const entry of entries) {
    const line = lineAt(entry.place)
    if (off.has(subjectOf(entry))) places.set(subjectOf(entry), line.place)
    else {
      // A passage that another document repeats word for word is in the knowledge once.
      const known = used.get(keyOf(entry, passages))?.shift()
      facts.push(() => (known ? understood.fact(known, line) : understood.fact(entry, line, 'valid')))
    }
  }
  return {
    titles: new Map([...knowledge.passages.map(one => [one.source_id, one.title] as const), [sourceId, title]]),
    facts,
    unread: unread.slice(0, maxUnread).map(place => understood.unread(lineAt(place))),
    off: [...off.values()].map(edit => lineOff(edit, places.get(edit.subject) ?? null)),
  }
}

/** @throws request.not_found */
export async function readStored(
  platform: Platform,
  workspaceId: string,
  sourceId: string,
): Promise<{ title: string; passages: Stored[] }> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ title: string; passages: Stored[] }>`select s.title, coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'position', p.position, 'heading', p.heading, 'text', p.text) order by p.start, p.position)
        from passages p where p.workspace_id = s.workspace_id and p.source_id = s.id and p.live), '[]') as passages
      from sources s where s.workspace_id = ${workspaceId} and s.id = ${sourceId} and s.status <> 'removed'`.execute(
      tx,
    ),
  )
  const [stored] = rows
  if (!stored) throw failure('request.not_found')
  return stored
}
