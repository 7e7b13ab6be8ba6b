type Fields = Record<string, string | null>

/** What was typed over a stored row, together with that row. */
export function writeDraft(typed: Fields, stored: Fields): string {
  return JSON.stringify({ typed, over: stored })
}

/** A field that somebody has changed since is theirs: an older draft must not hide it. */
export function readDraft<Stored extends Fields>(text: string, stored: Stored): Stored {
  const { typed, over } = parse(text)
  const isOpen = (name: string) => name in typed && over[name] === stored[name]
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, isOpen(name) ? typed[name] : value]),
  ) as Stored
}

function parse(text: string): { typed: Fields; over: Fields } {
  try {
    const { typed, over } = JSON.parse(text) as Partial<Record<'typed' | 'over', unknown>>
    if (isFields(typed) && isFields(over)) return { typed, over }
  } catch {}
  return { typed: {}, over: {} }
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(one => one === null || typeof one === 'string')
  )
}
