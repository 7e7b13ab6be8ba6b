/** Filled automatically; other words in double braces ({{ngày giao}}) the member fills by hand. */
export const replyVariables = ['customer_name', 'shop_name', 'member_name'] as const
export type ReplyVariable = (typeof replyVariables)[number]

const place = /\{\{\s*([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_ -]{0,39}?)\s*\}\}/gu

/** Positions in UTF-16 units. */
export type OpenPlace = { name: string; start: number; end: number }

export function fillVariables(text: string, values: Partial<Record<ReplyVariable, string>>): string {
  const known = new Map(Object.entries(values))
  return text.replace(place, (whole, name: string) => known.get(name)?.trim() || whole)
}

export function openPlaces(text: string): OpenPlace[] {
  return [...text.matchAll(place)].map(found => ({
    name: found[1] ?? '',
    start: found.index,
    end: found.index + found[0].length,
  }))
}

/** No customer may ever get a text with one of these. */
export function holdsOpenVariable(text: string): boolean {
  return openPlaces(text).some(({ name }) => replyVariables.some(known => known === name))
}
