/** '2026-11-24T10:00' in that zone; null for anything else, such as an emptied field, of which browsers make a day in 2000. */
export function atShop(written: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(written)) return null
  const wanted = Date.parse(`${written}:00Z`)
  if (Number.isNaN(wanted)) return null
  // Twice: the second guess is on the right side of a clock change.
  let at = wanted
  for (let turn = 0; turn < 2; turn++) at -= Date.parse(`${shopHour(new Date(at), timeZone)}:00Z`) - wanted
  return new Date(at)
}

export function shopHour(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: string) => parts.find(part => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}
