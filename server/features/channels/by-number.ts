/** Prefix for contacts known only by telephone number. */
const mark = 'tel:'

/** With country code; undefined: known by an id. */
export function numberIn(externalId: string): string | undefined {
  return externalId.startsWith(mark) ? externalId.slice(mark.length) : undefined
}
