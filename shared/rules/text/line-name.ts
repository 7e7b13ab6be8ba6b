const maxLength = 60

/** What a line is called: a row's first cell, a label, else how the sentence begins. */
export function lineName(quote: string): string {
  const line = quote.replace(/^[\s|•*#–-]+/, '')
  const [name = ''] = line.split(/\s*(?:[|\t\n]|[:;](?=\s|$)|\.{2,}|…)/, 1)
  if (name.length <= maxLength) return name.replace(/[.,!?]+$/, '')
  const head = name.slice(0, maxLength)
  return `${head.slice(0, head.search(/\s\S*$/))}…`
}
