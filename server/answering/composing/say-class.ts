import type { FoundClass } from '../finding/find-class.ts'

/** "size M (trên 12 – 15 kg)". `plain`: the folded question. */
export function sayClass({ name, ranges }: FoundClass, plain: string): string {
  const called =
    /(?<!\p{L})size(?!\p{L})/u.test(plain) && !/size/iu.test(name) && name.length <= 6 ? `size ${name}` : name
  const spans = ranges.map(({ head, value }) => {
    const text = value.replace(/^\(|\)$/gu, '').replace(/[.;,]$/u, '')
    return head && head !== name ? `${head} ${text}` : text
  })
  return spans.length ? `${called} (${spans.join(', ')})` : called
}
