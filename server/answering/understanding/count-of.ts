import type { Frame } from './frame.ts'

export const asksSum = /(?<!\p{L})(?:het|tong|tong cong|tat ca|ca thay|total|altogether|in all)(?!\p{L})/u
const counted: ReadonlySet<string> = new Set(['pieces', 'people', 'nights', 'sessions'])
const maxCount = 200

/** "3 hộp hết bao nhiêu"; undefined if there is no count or its thing is unclear. */
export function countOf({ plain, amounts, wants }: Frame): number | undefined {
  if (!wants.has('money') || !asksSum.test(plain)) return undefined
  const counts = new Set(amounts.filter(({ dimension }) => counted.has(dimension)).map(({ value }) => value))
  const [count] = counts
  return counts.size === 1 && count !== undefined && Number.isInteger(count) && count > 1 && count <= maxCount
    ? count
    : undefined
}
