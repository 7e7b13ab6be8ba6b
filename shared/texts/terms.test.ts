// No text may use a word that docs/terms.md rules out for its language.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CatalogueEntry } from '../errors/catalogue-entry.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const errors = resolve(folder, '../errors')
type Errors = Record<string, CatalogueEntry>
const rows = readFileSync(resolve(folder, '../../docs/terms.md'), 'utf8')
  .split('\n')
  .filter(line => /^\| (?!thing|---)/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()))

const refused = (column: number) =>
  rows
    .flatMap(cells => cells[column]?.split(', ') ?? [])
    .filter(Boolean)
    .map(word => new RegExp(String.raw`(?<![\p{L}\p{N}{])${word}(?![\p{L}\p{N}}])`, 'u'))

/** Quoted text on a line, without keys and places. */
const quotedIn = (line: string) =>
  line
    .replace(/^\s*(?:'[^']*'|\w+):\s*/, '')
    .match(/'[^']*'/g)
    ?.join(' ')
    .replace(/\{[^}]*\}/g, '') ?? ''

for (const [language, column] of [
  ['vi', 3],
  ['en', 5],
] as const)
  test(`one word for one thing: ${language}`, () => {
    const words = refused(column)
    assert.ok(words.length > 10, 'the table is read')
    const wrong = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith(`.${language}.ts`))
      .flatMap(file =>
        readFileSync(resolve(folder, file), 'utf8')
          .split('\n')
          .flatMap((line, at) =>
            words
              .filter(word => word.test(quotedIn(line)))
              .map(word => `${file}:${at + 1} ${word.source}: ${line.trim()}`),
          ),
      )
    assert.deepEqual(wrong, [])
  })

for (const [language, column] of [
  ['vi', 3],
  ['en', 5],
] as const)
  test(`one word for one thing, in errors too: ${language}`, async () => {
    const words = refused(column)
    const parts = await Promise.all(
      readdirSync(errors)
        .filter(file => file.endsWith('-errors.ts'))
        .map(async file => Object.values((await import(resolve(errors, file))) as object) as Errors[]),
    )
    const texts = parts.flat().flatMap(part => Object.entries(part))
    assert.ok(texts.length > 100, 'the catalogue is read')
    assert.deepEqual(
      texts.filter(([, entry]) => words.some(word => word.test(entry[language]))).map(([code]) => code),
      [],
    )
  })
