/** The places in a canned reply that fill themselves: {{customer_name}} and so on. */
export const replyVariables = ['customer_name', 'shop_name', 'member_name'] as const
export type ReplyVariable = (typeof replyVariables)[number]

/** Other words in double braces are places too, which the member fills by hand: {{ngày giao}}. */
const place = /\{\{\s*([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_ -]{0,39}?)\s*\}\}/gu

/** A place that has no value yet, and where it stands in the text (UTF-16 units). */
export type OpenPlace = { name: string; start: number; end: number }

/** Puts values into a text. Places without one stay as they are, to be seen and filled. */
export function fillVariables(text: string, values: Partial<Record<ReplyVariable, string>>): string {
  const known = new Map(Object.entries(values))
  return text.replace(place, (whole, name: string) => known.get(name)?.trim() || whole)
}

/** What is still to be filled, in the order of the text. */
export function openPlaces(text: string): OpenPlace[] {
  return [...text.matchAll(place)].map(found => ({
    name: found[1] ?? '',
    start: found.index,
    end: found.index + found[0].length,
  }))
}

/** Whether a text still holds one of our own places: no customer ever gets to read such a thing. */
export function holdsOpenVariable(text: string): boolean {
  return openPlaces(text).some(({ name }) => replyVariables.some(known => known === name))
}
