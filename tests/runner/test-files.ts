import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'

export const root = join(import.meta.dirname, '../..')
const severalFiles = join(import.meta.dirname, 'several-files.ts')
const folders = ['shared', 'server', 'database', 'widget', 'web', 'dev', 'benchmarks', 'tests']

export type Counts = { passed: number; failed: number }
/** told: what failed, a text each; said: what its process printed. */
type Outcome = Counts & { file: string; ms: number; told: string[]; said: string }

/** Every test file, as paths from the root. */
export function findTestFiles(): string[] {
  return folders
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(folder => {
      const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      return entries
        .filter(name => name.endsWith('.test.ts'))
        .map(name => join(folder, name))
        .sort()
    })
}

/**
 * Runs a test file in a process of its own, and says how it went in a line; what failed is told whole. A test that was left out counts
 * as failed, and so does a file without tests.
 * @param minutes how long it may take
 */
export async function runTestFile(file: string, minutes: number, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const [outcome] = await runTestFiles([file], minutes, environment)
  if (!outcome) throw new Error(`${file} was not run.`)
  return outcome
}

/** The same of several files in one process, one after the other. @returns how each went, in their order */
export async function runTestFiles(
  files: readonly string[],
  minutes: number,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome[]> {
  const paths = files.map(file => join(root, file))
  const outcomes = new Map(
    files.map(file => [join(root, file), { file, passed: 0, failed: 0, ms: 0, told: [], said: '' } as Outcome]),
  )
  const seen = new Set<string>()
  let said = ''
  const began = performance.now()
  const stream = run({
    files: [severalFiles],
    isolation: 'process',
    timeout: minutes * 60_000,
    env: { ...environment, TEST_FILES: paths.join('\n') },
  })
  for await (const event of stream) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') said += event.data.message
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { name, details, skip, todo, nesting, file } = event.data
    if (event.type === 'test:pass' && file === severalFiles) continue
    // What belongs to no file, such as a process that ends too early, is told with the first.
    const outcome = outcomes.get(file ?? '') ?? outcomes.get(paths[0] ?? '')
    if (!outcome) continue
    if (nesting === 0) outcome.ms += details.duration_ms
    seen.add(outcome.file)
    if (details.type === 'suite') {
      // Of tests that never began only the suite's hook tells why.
      if (event.type === 'test:fail' && failureOf(event.data.details.error) === 'hookFailed')
        outcome.told.push(`${name}\n${describe(event.data.details.error)}`)
      continue
    }
    const leftOut = skip !== undefined || todo !== undefined
    if (event.type === 'test:pass' && !leftOut) {
      outcome.passed++
      continue
    }
    outcome.failed++
    if (leftOut) outcome.told.push(`${name}: was left out`)
    else if (event.type === 'test:fail') outcome.told.push(`${name}\n${describe(event.data.details.error)}`)
  }
  const each = [...outcomes.values()]
  // What it took to start belongs to the one file, or to all alike.
  const rest = performance.now() - began - each.reduce((sum, { ms }) => sum + ms, 0)
  for (const outcome of each) {
    outcome.ms += Math.max(0, rest) / each.length
    if (!seen.has(outcome.file)) {
      outcome.failed = 1
      outcome.told.push('There are no tests in it.')
    }
    outcome.told = outcome.told.map(indent)
    outcome.said = said
    printOutcome(outcome)
  }
  if (said.trim() && each.some(({ failed }) => failed > 0)) console.log(indent(`It said:\n${said.trim().slice(-4000)}`))
  return each
}

function printOutcome({ file, passed, ms, told }: Outcome): void {
  console.log(`${told.length > 0 ? '✖' : '✔'} ${file}: ${passed} (${(ms / 1000).toFixed(1)} s)`)
  for (const problem of told) console.log(problem)
}

/** Works through a list in several lanes. */
export async function inLanes<T>(lanes: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  // One iterator for all of them: each takes the next.
  const waiting = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
    }),
  )
}

function failureOf(error: Error): unknown {
  return 'failureType' in error ? error.failureType : undefined
}

function describe(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4 }).split('\n').slice(0, 16).join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}
