import type { Place } from '#server/answering/compiling/entries.ts'
import type { Facts } from '#shared/contracts/training/facts.results.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { readSourceFacts } from './read-source-facts.ts'
import { type DocumentLine, lineOff, readUnderstood } from './understood.ts'

const maxFacts = 2_000
const maxUnread = 200

/** Everything, or one document with the places of its lines. @throws request.not_found */
export async function readFacts(
  platform: Platform,
  { workspaceId }: Caller,
  { source_id: sourceId, from }: { source_id?: string | undefined; from: number },
): Promise<Facts> {
  const understood = await readUnderstood(platform, workspaceId, sourceId)
  const { titles, facts, unread, off } = sourceId
    ? await readSourceFacts(platform, workspaceId, sourceId, understood)
    : allFacts()
  const page = facts.slice(from, from + maxFacts).map(make => make())
  const named = new Set([...page, ...unread, ...off].map(({ source_id }) => source_id))
  for (const { differs } of page) if (differs) named.add(differs.source_id)
  const sources = [...named].map(id => ({ id, title: titles.get(id) ?? '' }))
  const next = from + page.length
  return {
    version: understood.version,
    ...{ sources, facts: page, unread, off },
    ...{ total: facts.length, next: next < facts.length ? next : null },
  }

  function allFacts() {
    const { knowledge } = understood
    const lineAt = (place: Place): DocumentLine => {
      const { source_id, text } = knowledge.passages[place.passage]!
      return { source_id, text: text.slice(place.start, place.end), place: null }
    }
    return {
      titles: new Map(knowledge.passages.map(({ source_id, title }) => [source_id, title])),
      facts: knowledge.compiled.entries.map(entry => () => understood.fact(entry, lineAt(entry.place))),
      unread: knowledge.compiled.unread
        .filter(place => understood.isValid(place))
        .slice(0, maxUnread)
        .map(place => understood.unread(lineAt(place))),
      off: understood.off.map(edit => lineOff(edit, null)),
    }
  }
}
