import type { Choice } from '#features/channels/sending/sending.ts'
import { fold } from '#shared/rules/text/fold.ts'

type Asked = { id: string; text: string; choices: string[] }

/** The payload identifies the choice: platforms may cut titles. */
export function tappable(messageId: string, choices: string[]): Choice[] {
  return choices.map((title, at) => ({ title, payload: `choice:${messageId}:${at}` }))
}

const tap = /^choice:([0-9a-f-]{36}):(\d{1,2})$/
const number =
  /^(?:(?:so|cai|loai|mon|mau|muc|thu|option|number|no)\.? ?)?(\d{1,2}) ?[.)]?(?: (?:a|nha|nhe|di|shop|please))*$/

/** Undefined for none. `asked`: oldest first; `isOpen`: nothing was said since, so a number answers. */
export function picked(
  message: { text: string; payload: string | null },
  asked: readonly Asked[],
  isOpen: boolean,
): string | undefined {
  const [, id, place] = tap.exec(message.payload ?? '') ?? []
  if (id !== undefined) return asked.find(one => one.id === id)?.choices[Number(place)]
  const last = asked.at(-1)
  const digits = number.exec(fold(message.text).trim())?.[1]
  if (!isOpen || !last || digits === undefined) return undefined
  const byPlace = last.choices[Number(digits) - 1]
  if (byPlace !== undefined && last.text.includes(`${Number(digits)}. ${byPlace}`)) return byPlace
  // Without shown numbers, a number means the name that contains it.
  const named = last.choices.filter(choice =>
    fold(choice)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(digits),
  )
  return named.length === 1 ? named[0] : byPlace
}
