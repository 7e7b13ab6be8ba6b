export type DiffPart = { kind: 'same' | 'taken' | 'added'; text: string }

/** Longer texts are not compared word by word, but shown whole. */
const maxWords = 400

export function textDiff(before: string, after: string): DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const [one, other] = [wordsOf(before), wordsOf(after)]
  if (one.length > maxWords || other.length > maxWords)
    return joined([
      { kind: 'taken', text: before },
      { kind: 'added', text: after },
    ])
  const common = commonLengths(one, other)
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      parts.push({ kind: 'same', text: one[i]! })
      i += 1
      j += 1
    } else if (j >= other.length || (i < one.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      parts.push({ kind: 'taken', text: one[i++]! })
    } else parts.push({ kind: 'added', text: other[j++]! })
  }
  return joined(parts)
}

/** Words include the space after them. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}.,%]+\s*|[^\p{L}\p{M}\p{N}]\s*/gu) ?? []
}

function commonLengths(one: string[], other: string[]): number[][] {
  const table = Array.from({ length: one.length + 1 }, () => Array.from({ length: other.length + 1 }, () => 0))
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      table[i]![j] = one[i] === other[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}

function joined(parts: DiffPart[]): DiffPart[] {
  const out: DiffPart[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else if (part.text !== '') out.push({ ...part })
  }
  return out
}
