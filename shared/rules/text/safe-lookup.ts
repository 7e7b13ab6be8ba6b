/** `table[word]` would also find what every object has: 'constructor'. */
export function safeLookup<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
