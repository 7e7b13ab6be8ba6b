/**
 * The words that a column may hold.
 * @param checks as `CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))`
 * @returns undefined if its checks say more or less than a list of words
 */
export function wordsIn(checks: string | null, column: string): string[] | undefined {
  const list = new RegExp(`^CHECK \\(\\("?${column}"? = ANY \\(ARRAY\\[([^\\]]*)\\]\\)\\)\\)$`).exec(checks ?? '')?.[1]
  return list?.split(', ').map(word => word.replace(/^'|'::text$/g, '').replaceAll("''", "'"))
}
