/** One letter inserted, deleted, replaced or swapped. */
export function oneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from += 1
  let back = 0
  while (back < a.length - from && back < b.length - from && a[a.length - 1 - back] === b[b.length - 1 - back])
    back += 1
  const left = a.slice(from, a.length - back)
  const right = b.slice(from, b.length - back)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
