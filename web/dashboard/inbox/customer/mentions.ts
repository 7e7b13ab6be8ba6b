import { fold } from '#shared/rules/text/fold.ts'

type Named = { person_id: string | null; name: string }

/** The text between an @ and the caret; undefined if nobody is being mentioned. */
export function mentionBefore(text: string, caret: number): { start: number; typed: string } | undefined {
  const found = /(?:^|\s)@([\p{L}\p{M}]{0,30})$/u.exec(text.slice(0, caret))
  return found ? { start: caret - (found[1]?.length ?? 0) - 1, typed: found[1] ?? '' } : undefined
}

/** Any word of the name may start with what was typed; diacritics do not matter. */
export function mentionChoices<Member extends Named>(members: readonly Member[], typed: string): Member[] {
  const sought = fold(typed)
  return members.filter(
    ({ person_id: id, name }) =>
      id !== null &&
      fold(name)
        .split(/\s+/)
        .some(word => word.startsWith(sought)),
  )
}

export function mentionedIn(text: string, members: readonly Named[]): string[] {
  const plain = text.normalize('NFC')
  return members.flatMap(({ person_id: id, name }) =>
    id !== null && name !== '' && plain.includes(`@${name.normalize('NFC')}`) ? [id] : [],
  )
}

/** Mentions (@ and a full name) and the text between them. Longer names win over those they begin with. */
export function splitByNames(text: string, names: readonly string[]): { text: string; named: boolean }[] {
  const plain = text.normalize('NFC')
  const sought = names.map(name => `@${name.normalize('NFC')}`).sort((a, b) => b.length - a.length)
  const parts: { text: string; named: boolean }[] = []
  let from = 0
  for (let at = plain.indexOf('@'); at !== -1; at = plain.indexOf('@', at + 1)) {
    const found = sought.find(name => plain.startsWith(name, at))
    if (!found || at < from) continue
    if (at > from) parts.push({ text: plain.slice(from, at), named: false })
    parts.push({ text: found, named: true })
    from = at + found.length
  }
  if (from < plain.length) parts.push({ text: plain.slice(from), named: false })
  return parts
}
