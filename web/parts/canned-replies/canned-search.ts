import { fold } from '#shared/rules/text/fold.ts'

/** After a slash that starts a word, up to the caret. Undefined if there is none. */
export function slashBefore(text: string, caret: number): { start: number; typed: string } | undefined {
  const found = /(?:^|\s)\/([\p{L}\p{M}\p{N}_-]{0,30})$/u.exec(text.slice(0, caret))
  return found ? { start: caret - (found[1]?.length ?? 0) - 1, typed: found[1] ?? '' } : undefined
}

type Sought = { title: string; shortcut: string; text: string; language: string | null }

/** By shortcut prefix, then a word of the name, then of the text; in each, the customer's language first. Ignores diacritics. */
export function findCanned<Reply extends Sought>(
  replies: readonly Reply[],
  typed: string,
  language: string | null,
): Reply[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  return replies
    .map((reply, index) => ({ reply, index, rank: rankOf(reply, words) }))
    .filter(found => found.rank !== undefined)
    .sort(
      (a, b) =>
        Number(a.rank) - Number(b.rank) || strange(a.reply, language) - strange(b.reply, language) || a.index - b.index,
    )
    .map(found => found.reply)
}

function rankOf({ title, shortcut, text }: Sought, words: string[]): number | undefined {
  if (words.length === 0) return 0
  const whole = words.join(' ')
  if (fold(shortcut) === whole) return 0
  if (fold(shortcut).startsWith(whole)) return 1
  const begins = (place: string) => words.every(word => ` ${fold(place)}`.includes(` ${word}`))
  if (begins(title)) return 2
  return begins(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')) ? 3 : undefined
}

function strange({ language }: Sought, customers: string | null): number {
  return language !== null && customers !== null && language !== customers ? 1 : 0
}
