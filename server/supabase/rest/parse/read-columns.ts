import { TextScanner } from './text-scanner.ts'

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
