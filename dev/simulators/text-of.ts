/** What came as text or as a number, as text; anything else, as some programs send it, is nothing. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}
