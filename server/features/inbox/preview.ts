/** What the list shows of a message: one line, at most 140 characters. */
export function preview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 140 ? `${line.slice(0, 139).trimEnd()}…` : line
}
