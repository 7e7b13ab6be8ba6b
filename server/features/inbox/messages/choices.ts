import type { Choice } from '#features/channels/sending/sending.ts'
import { fold } from '#shared/rules/text/fold.ts'

/** A message that asked which of several things is meant. */
type Asked = { id: string; text: string; choices: string[] }

/** What a platform with buttons shows. A tap names message and place: titles may be cut, and people may write anything. */
export function tappable(messageId: string, choices: string[]): Choice[] {
  return choices.map((title, at) => ({ title, payload: `choice:${messageId}:${at}` }))
}

const tap = /^choice:([0-9a-f-]{36}):(\d{1,2})$/
/** A number alone, with the small words that people put around one. */
const number =
  /^(?:(?:so|cai|loai|mon|mau|muc|thu|option|number|no)\.? ?)?(\d{1,2}) ?[.)]?(?: (?:a|nha|nhe|di|shop|please))*$/

/**
 * Which of the choices a customer's message means, in its whole words; undefined where it means none.
 * @param asked all questions with choices before it, oldest first
 * @param isOpen nothing was said since the last of them, so that a number answers it
 */
export function picked(
  said: { text: string; payload: string | null },
  asked: readonly Asked[],
  isOpen: boolean,
): string | undefined {
  const [, id, place] = tap.exec(said.payload ?? '') ?? []
  if (id !== undefined) return asked.find(one => one.id === id)?.choices[Number(place)]
  const last = asked.at(-1)
  const digits = number.exec(fold(said.text).trim())?.[1]
  if (!isOpen || !last || digits === undefined) return undefined
  const byPlace = last.choices[Number(digits) - 1]
  if (byPlace !== undefined && last.text.includes(`${Number(digits)}. ${byPlace}`)) return byPlace
  // Where no numbers were shown, one that stands in a name means that name.
  const named = last.choices.filter(choice =>
    fold(choice)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(digits),
  )
  return named.length === 1 ? named[0] : byPlace
}
