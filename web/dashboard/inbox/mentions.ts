import { fold } from '#shared/rules/fold.ts'

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
