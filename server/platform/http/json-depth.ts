/** Counts brackets only, before anything is parsed. */
export function isDeeper(text: string, maxDepth: number): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\' && inText) at++
    else if (sign === '"') inText = !inText
    else if (inText) continue
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > maxDepth) return true
  }
  return false
}
