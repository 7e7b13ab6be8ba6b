import { fold } from '#shared/rules/text/fold.ts'

type Named = { person_id: string | null; name: string }

/** What stands between an @ and the caret. @returns undefined where nobody is being named */
export function mentionBefore(text: string, caret: number): { start: number; typed: string } | undefined {
  const found = /(?:^|\s)@([\p{L}\p{M}]{0,30})$/u.exec(text.slice(0, caret))
  return found ? { start: caret - (found[1]?.length ?? 0) - 1, typed: found[1] ?? '' } : undefined
}

/** Who may be meant: any word of the name begins with what was typed, marks or not. */
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

/** The people whom a text names with an @ and their whole name. */
export function mentionedIn(text: string, members: readonly Named[]): string[] {
  const plain = text.normalize('NFC')
  return members.flatMap(({ person_id: id, name }) =>
    id !== null && name !== '' && plain.includes(`@${name.normalize('NFC')}`) ? [id] : [],
  )
}

/** A text in parts: those that name one of `names` with an @, and the rest between them. Longer names win over those they begin with. */
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
