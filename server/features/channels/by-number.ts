/** Whom an account reaches by a telephone number alone: the platform has told no id of theirs. */
const mark = 'tel:'

/** The number in digits, with its country's; undefined: they are known by an id. */
export function numberIn(externalId: string): string | undefined {
  return externalId.startsWith(mark) ? externalId.slice(mark.length) : undefined
}
