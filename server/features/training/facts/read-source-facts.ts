import type { Place } from '#server/answering/compiling/entries.ts'
import type { Fact, FactPlace, Facts } from '#shared/contracts/training/facts.results.ts'
import type { Platform } from '#platform/platform.ts'
import { EditIndex } from './fact-subjects.ts'
import { readDocument } from './read-document.ts'
import { type DocumentLine, lineOff, type Understood } from './understood.ts'

const maxUnread = 2_000

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
  const { title, passages, lines, unread } = await readDocument(platform, workspaceId, sourceId, knowledge)
  const lineAt = (place: Place): DocumentLine => {
    const { id, position, text } = passages[place.passage]!
    const { start, end } = place
    return { source_id: sourceId, text: text.slice(start, end), place: { passage_id: id, position, start, end } }
  }
  const offOf = new EditIndex(understood.off)
  const places = new Map<string, FactPlace | null>()
  const facts: FactsToShow['facts'] = []
  for (const { entry, subject, known } of lines) {
    const line = lineAt(entry.place)
    const [off] = offOf.of(entry)
    if (off) places.set(off.id, line.place)
    else
      facts.push(() => (known ? understood.fact(known, line, subject) : understood.fact(entry, line, subject, 'valid')))
  }
  return {
    titles: new Map([...knowledge.passages.map(one => [one.source_id, one.title] as const), [sourceId, title]]),
    facts,
    unread: unread.slice(0, maxUnread).map(place => understood.unread(lineAt(place))),
    off: understood.off.map(edit => lineOff(edit, places.get(edit.id) ?? null)),
  }
}
