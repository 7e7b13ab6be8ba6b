import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { commitsWithoutBody } from './commit-bodies.ts'
import { copiesIn } from './copies.ts'
import { checkLayout } from './layout.ts'
import { undeclaredBreaks } from './migration-rules.ts'

const folders = ['server', 'shared', 'database', 'dev', 'benchmarks', 'tests', 'web', 'widget']
const badNames = /^(index|utils?|helpers?|common|misc|lib)\.tsx?$/
/** Vague words; docs/terms.md has the replacements. A customer's note is a note. */
const oldFiles =
  /^(keep|kept|own|tell|told|note(?!-form)|hear|heard|tend|look|go-on|deeds?|wish|letter|till|taken-back|came-by|carry-back|even-time|recent-map|one-by-one)(-|\.)|(?:-door|came-back)\./
const oldNames =
  /^(?:keep|kept|tell|told|hear|heard|tend|noted|telling|own|usual|wish|deed|obey|dear|letter|till|takenBack|takeBack|comeBack|passOn|cameBy|carryBack|evenTime|recentMap|oneByOne|refundCameBack|look(?:At|For|Again|Up|Whether|Every)|go(?:On|es(?:On)))(?=[A-Z]|$)|(?:Door|Told|Heard|Kept|Wish|Deed)$/
/** Keys, columns and parameters. */
const oldKeys =
  /^(?:told|wish|deed)$|(?:^|_)(?:told|kept|wish|deed)_|_(?:told|kept|wish|deed)$|[a-z](?:Told|Kept|Wish|Deed|Dear)(?=[A-Z]|$)|^(?:told|wish|deed)[A-Z]|^kept(?=[A-Z]|$)/
/** Of what goes over the wire and of stored rows: those are limits, not somebody's variable. */
const oldWireKeys = /^(?:most|least|fewest)$|_(?:most|least|look)$/
const key = /(?:^\s*|[{,(] ?)(\w+)\??: /g
/** Names of jobs, listeners and timers, which are stored with what waits. */
const oldKinds = /(?:^\s*|[{,] )'(?:[\w.-]+ → )?(?:keep|note|tell|hear|look|tend|say) [^']*': /
const oldBounds =
  /^(?:let|\s*const|export const) ((?:most|least|fewest|longest|largest|shortest|smallest)(?:[A-Z]\w*)?|(?:MOST|LEAST|FEWEST|LONGEST|LARGEST|SHORTEST|SMALLEST)(?:_\w+)?)(?: *:[^=]+)? = [\d({]/
const saying = /^sa(?:y|ys|id)(?=[A-Z-]|$)/
const mayDo = /^(?:server\/answering|server\/features\/bot|dev|tests)\//
const declaration =
  /^(?:export )?(?:const|let) (\w+)|^\s*(?:export )?(?:async )?(?:function\*?|type|class|interface) (\w+)|^\s+(?:const|let) (\w+)/
/** Inside a function a letter may be one of the alphabet, and a customer in a test says something. */
const mayBeLocal = /^(?:own|letter)(?=[A-Z]|$)/
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

const sharedNames = new Set(['vite.config.ts', 'run.ts'])

export function checkHouse(root: string): string | undefined {
  const problems: string[] = []
  const names = new Map<string, string>()
  for (const folder of folders) {
    for (const file of filesIn(join(root, folder))) {
      const path = relative(root, file)
      const name = basename(file)
      if (badNames.test(name)) problems.push(`${path}: name the thing that is in it.`)
      if (oldFiles.test(name) || (saying.test(name) && !mayDo.test(path))) problems.push(`${path}: ${fieldWords}`)
      const base = `${folder}/${name.replace(/\.tsx?$/, '')}`
      const other = names.get(base)
      if (other && !sharedNames.has(name) && !bothAreKinds(path, other))
        problems.push(`${path}: ${other} has the same name.`)
      names.set(base, path)
      if (path === 'tests/runner/house-rules.ts') continue
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
  for (const file of filesIn(join(root, 'database/migrations'), /\.sql$/))
    problems.push(...undeclaredBreaks(basename(file), readFileSync(file, 'utf8')))
  return problems.length > 0 ? problems.join('\n') : undefined
}

const fieldWords = 'name it with the word of the field (docs/terms.md, Names in code).'

function oldNameIn(line: string, path: string): string | undefined {
  const onWire = path.startsWith('shared/contracts/') || path === 'shared/rows.ts'
  const oldKey = [...line.matchAll(key)]
    .map(([, name = '']) => name)
    .find(name => oldKeys.test(name) || (onWire && oldWireKeys.test(name)))
  if (oldKey) return oldKey
  const [oldKind] = path.endsWith('.feature.ts') ? (oldKinds.exec(line) ?? []) : []
  if (oldKind) return oldKind.trim()
  const [, constant, other, local] = declaration.exec(line) ?? []
  const name = constant ?? other ?? local
  if (!name) return undefined
  if (local) return (oldNames.test(name) && !mayBeLocal.test(name)) || oldBounds.test(line) ? name : undefined
  const bare = name[0]!.toLowerCase() + name.slice(1)
  const isOld =
    other === 'note' ||
    oldNames.test(bare) ||
    oldNames.test(name) ||
    oldBounds.test(line) ||
    (saying.test(bare) && !mayDo.test(path))
  return isOld ? name : undefined
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
