/** An unknown place stays visible. `{name|one|other}` picks the word by number: "{count} {count|page|pages}". */
export function fillPlaces(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g, (place, name: string, one?: string, other?: string) => {
    const value = values[name]
    if (value === undefined) return place
    return one === undefined || other === undefined ? String(value) : String(value) === '1' ? one : other
  })
}
