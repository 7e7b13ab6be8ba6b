const NOTE = /<li id="((?:foot|end)note-[^"]+)">(.*?)<\/li>/g
const MARK = /<sup><a href="#((?:foot|end)note-[^"]+)"[^>]*>[^<]*<\/a><\/sup>/g
const BACK = /<a href="#(?:foot|end)note-ref-[^"]+">[^<]*<\/a>/g

/** Notes go in brackets at their mark, so that a price keeps its conditions. */
export function withNotes(html: string): string {
  const notes = new Map<string, string>()
  const body = html.replace(NOTE, (_, id: string, text: string) => {
    const words = text
      .replace(BACK, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    notes.set(id, words)
    return ''
  })
  return body.replace(MARK, (_, id: string) => (notes.get(id) ? ` (${notes.get(id)})` : ''))
}
