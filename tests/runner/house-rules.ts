import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { commitsWithoutBody } from './commit-bodies.ts'
import { copiesIn } from './copies.ts'
import { checkLayout } from './layout.ts'
import { undeclaredBreaks } from './migration-rules.ts'
import { fieldWords, isOldFile, oldNameIn, oldWordsIn } from './old-names.ts'

const folders = ['server', 'shared', 'database', 'dev', 'benchmarks', 'tests', 'web', 'widget']
const badNames = /^(index|utils?|helpers?|common|misc|lib)\.tsx?$/
const maxFiles = 25
/** Source files have `max-lines` of oxlint. */
const maxSheetLines = 250
/** Tolerated pairs of duplicates. The numbers may only go down. */
const maxCopies: Record<string, number> = { server: 1, web: 1, widget: 0 }
/** Installed, built and written at run time; `pending` by the evaluation. */
const notOurs = /^(?:\.git|node_modules|built|data)$|\/pending$/
const silenced = new RegExp(
  `(ox|es)lint-(disable|ignore)|@ts-(ignore|expect-error|nocheck)|${'oxfmt'}-ignore|knip-ignore`,
)
const machinePaths = /(?:^|[\s'"`(=])\/(?:home|Users|work|root)\//
const systemClock = /\bnew Date\(\)/
/** A form that calls the server by hand forgets the double press, the field's error or the lost network. */
const formByHand = (text: string) =>
  /<form\b/.test(text) && /\bcall\(['`]/.test(text) && !/\buse(?:Code)?Form\b/.test(text)
/** Asks, saves nothing. */
const asks = new Set(['playground.tsx'])
const skips = /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\b|\bskip: (?:true|['"`])/

/** What they report stands in them. */
const listsWords = new Set(['tests/runner/house-rules.ts', 'tests/runner/old-names.ts'])
const sharedNames = new Set(['vite.config.ts', 'run.ts'])

export function checkHouse(root: string): string | undefined {
  const problems: string[] = []
  const names = new Map<string, string>()
  for (const folder of folders) {
    for (const file of filesIn(join(root, folder))) {
      const path = relative(root, file)
      const name = basename(file)
      if (badNames.test(name)) problems.push(`${path}: name the thing that is in it.`)
      if (isOldFile(name, path)) problems.push(`${path}: ${fieldWords}`)
      const base = `${folder}/${name.replace(/\.tsx?$/, '')}`
      const other = names.get(base)
      if (other && !sharedNames.has(name) && !bothAreKinds(path, other))
        problems.push(`${path}: ${other} has the same name.`)
      names.set(base, path)
      if (listsWords.has(path)) continue
      const isTest = /\.test\.tsx?$/.test(name)
      const text = readFileSync(file, 'utf8')
      if (folder === 'web' && !asks.has(name) && formByHand(text))
        problems.push(`${path}: a form is saved through useForm (web/kit/forms/use-form.ts).`)
      for (const [index, line] of text.split('\n').entries()) {
        const at = `${path}:${index + 1}`
        if (silenced.test(line)) problems.push(`${at}: a check is silenced. Mend the code instead.`)
        if (machinePaths.test(line)) problems.push(`${at}: a path of one machine.`)
        if (folder === 'server' && !isTest && name !== 'clock.ts' && systemClock.test(line))
          problems.push(`${at}: ask platform.clock.`)
        const old = oldNameIn(line, path)
        if (old) problems.push(`${at}: ${old}: ${fieldWords}`)
        if (isTest && skips.test(line)) problems.push(`${at}: a test is left out.`)
      }
    }
  }
  problems.push(...fullFolders(root, ''), ...folders.flatMap(folder => longSheets(root, folder)))
  problems.push(...Object.keys(maxCopies).flatMap(folder => tooManyCopies(root, folder)))
  problems.push(...checkLayout(root))
  problems.push(...commitsWithoutBody(root))
  problems.push(...twiceNumbered(migrationNames(root)))
  const migrations = [...filesIn(join(root, 'database/migrations'), /\.sql$/)].map(file => ({
    name: basename(file),
    text: readFileSync(file, 'utf8'),
  }))
  for (const { name, text } of migrations) problems.push(...undeclaredBreaks(name, text))
  problems.push(...oldWordsIn(migrations))
  return problems.length > 0 ? problems.join('\n') : undefined
}

function fullFolders(root: string, folder: string): string[] {
  const entries = entriesOf(join(root, folder))
  const files = entries.filter(entry => entry.isFile()).length
  const inside = entries.filter(entry => entry.isDirectory())
  return [
    ...(files > maxFiles ? [`${folder || 'root'}: ${files} files, more than ${maxFiles}. Divide it by subject.`] : []),
    ...inside
      .map(entry => join(folder, entry.name))
      .filter(path => !notOurs.test(path))
      .flatMap(path => fullFolders(root, path)),
  ]
}

function longSheets(root: string, folder: string): string[] {
  return [...filesIn(join(root, folder), /\.css$/)]
    .map(file => ({ file: relative(root, file), lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxSheetLines)
    .map(({ file, lines }) => `${file}: ${lines} lines, more than ${maxSheetLines}. Divide it by what it styles.`)
}

function tooManyCopies(root: string, folder: string): string[] {
  const max = maxCopies[folder] ?? 0
  const copies = copiesIn(root, [...filesIn(join(root, folder))])
  if (copies.length <= max) return []
  const list = copies.map(({ lines, here, there }) => `  ${here} and ${there}: ${lines} lines alike`)
  return [`${folder}: ${copies.length} copies, ${max} were there. Write it once.`, ...list]
}

function migrationNames(root: string): string[] {
  return readdirSync(join(root, 'database/migrations'), { recursive: true, encoding: 'utf8' })
    .map(file => basename(file))
    .sort()
}

/** Two branches took the same number, so their order would be arbitrary. */
function twiceNumbered(names: string[]): string[] {
  const byNumber = Map.groupBy(
    names.filter(name => name.endsWith('.sql')),
    name => name.slice(0, 4),
  )
  return [...byNumber.values()].filter(({ length }) => length > 1).map(same => `${same.join(', ')}: one number each.`)
}

/** Such as facebook/messages/send.ts and zalo/messages/send.ts. */
function bothAreKinds(one: string, other: string): boolean {
  const [here, there] = [one.split('/'), other.split('/')]
  const apart = here.filter((folder, depth) => folder !== there[depth]).length
  return here.length === there.length && apart === 1 && /channels|methods|models|extract/.test(one)
}

function* filesIn(folder: string, names = /\.tsx?$/): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const full = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(full, names)
    else if (names.test(entry.name)) yield full
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
