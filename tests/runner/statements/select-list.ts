/** Null without rows, unlike `count` and `exists`. */
const perhapsNull =
  /^(?:max|min|sum|avg|(?:array|string|json|jsonb|json_object|jsonb_object)_agg|bool_or|bool_and|every|nullif)\s*\(/

/** Columns of a plain `select` whose aggregate is null without rows. Empty if unsure. `statement`: lower case, without texts. */
export function nullAggregates(statement: string): Set<number> {
  const found = new Set<number>()
  const begin = /^\s*select\s/.exec(statement)
  if (!begin) return found
  const { items, rest } = readList(statement.slice(begin[0].length))
  if (/\bgroup\s+by\b|\bunion\b|\bexcept\b|\bintersect\b|\bwindow\b/.test(rest) || items.some(isStar)) return found
  for (const [place, item] of items.entries()) if (isNullAggregate(item)) found.add(place)
  return found
}

function isNullAggregate(item: string): boolean {
  const end = endOfCall(item)
  if (!/^\s*(?:filter\s*\(.*\))?(?:::[\w[\]. ]+)?(?:\s+as\s+\w+)?\s*$/s.test(item.slice(end))) return false
  return perhapsNull.test(item) || (item.startsWith('(') && nullAggregates(item.slice(1, end - 1)).has(0))
}

function isStar(item: string): boolean {
  return /^(?:\w+\.)?\*/.test(item)
}

/** Anything after the closing bracket may change the type: `max(a) + 1 > 2`. */
function endOfCall(item: string): number {
  let depth = 0
  for (let at = 0; at < item.length; at++) {
    if (item[at] === '(') depth++
    if (item[at] === ')' && --depth === 0) return at + 1
  }
  return 0
}

/** Items between top-level commas up to `from`; `rest` is the text outside brackets. */
function readList(text: string): { items: string[]; rest: string } {
  const items = ['']
  let depth = 0
  let rest = ''
  for (const [word] of text.matchAll(/\w+|\s+|[^\w\s]/g)) {
    if (word === '(' || word === '[') depth++
    if (depth === 0 && (word === 'from' || rest !== '')) rest += word
    else if (rest === '') {
      if (depth === 0 && word === ',') items.push('')
      else items[items.length - 1] += word
    }
    if (word === ')' || word === ']') depth--
  }
  return { items: items.map(item => item.trim()), rest }
}
