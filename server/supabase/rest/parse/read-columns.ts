import { TextScanner } from './text-scanner.ts'

/** Names as `"a","b"` or `a,b`. @returns undefined for none at all. @throws PGRST100 */
export function readColumns(text: string | null): string[] | undefined {
  if (text === null || text === '') return undefined
  const scanner = new TextScanner(text, `failed to parse columns parameter (${text})`)
  const names: string[] = []
  do {
    scanner.blanks()
    names.push(scanner.name())
    scanner.blanks()
  } while (scanner.take(','))
  if (!scanner.done) scanner.fail('expecting "," or the end')
  return [...new Set(names)]
}
