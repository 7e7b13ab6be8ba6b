import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'

export const root = join(import.meta.dirname, '../..')
const severalFiles = join(import.meta.dirname, 'several-files.ts')
const folders = ['shared', 'server', 'database', 'widget', 'web', 'dev', 'benchmarks', 'tests']

export type Counts = { passed: number; failed: number }
/** problems: each failure; output: of the process. */
type Outcome = Counts & { file: string; ms: number; problems: string[]; output: string }

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

/** Runs a test file in its own process. Skipped tests, and files without tests, count as failed. */
export async function runTestFile(file: string, minutes: number, environment: NodeJS.ProcessEnv): Promise<Outcome> {
  const [outcome] = await runTestFiles([file], minutes, environment)
  if (!outcome) throw new Error(`${file} was not run.`)
  return outcome
}

export async function runTestFiles(
  files: readonly string[],
  minutes: number,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome[]> {
  const paths = files.map(file => join(root, file))
  const outcomes = new Map(
    files.map(file => [join(root, file), { file, passed: 0, failed: 0, ms: 0, problems: [], output: '' } as Outcome]),
  )
  const seen = new Set<string>()
  let output = ''
  const began = performance.now()
  const stream = run({
    files: [severalFiles],
    isolation: 'process',
    timeout: minutes * 60_000,
    env: { ...environment, TEST_FILES: paths.join('\n') },
  })
  for await (const event of stream) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') output += event.data.message
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { name, details, skip, todo, nesting, file } = event.data
    if (event.type === 'test:pass' && file === severalFiles) continue
    // What belongs to no file, such as an early exit, goes to the first.
    const outcome = outcomes.get(file ?? '') ?? outcomes.get(paths[0] ?? '')
    if (!outcome) continue
    if (nesting === 0) outcome.ms += details.duration_ms
    seen.add(outcome.file)
    if (details.type === 'suite') {
      // Tests that never began say nothing: a hook failed, or the suite itself threw.
      if (event.type === 'test:fail' && failureOf(event.data.details.error) !== 'subtestsFailed') {
        outcome.failed++
        outcome.problems.push(`${name}\n${describe(event.data.details.error)}`)
      }
      continue
    }
    const leftOut = skip !== undefined || todo !== undefined
    if (event.type === 'test:pass' && !leftOut) {
      outcome.passed++
      continue
    }
    outcome.failed++
    if (leftOut) outcome.problems.push(`${name}: was left out`)
    else if (event.type === 'test:fail') outcome.problems.push(`${name}\n${describe(event.data.details.error)}`)
  }
  const each = [...outcomes.values()]
  // Start-up time is shared evenly.
  const rest = performance.now() - began - each.reduce((sum, { ms }) => sum + ms, 0)
  for (const outcome of each) {
    outcome.ms += Math.max(0, rest) / each.length
    if (!seen.has(outcome.file)) {
      outcome.failed = 1
      outcome.problems.push('There are no tests in it.')
    }
    outcome.problems = outcome.problems.map(indent)
    outcome.output = output
    printOutcome(outcome)
  }
  if (output.trim() && each.some(({ failed }) => failed > 0))
    console.log(indent(`It said:\n${output.trim().slice(-4000)}`))
  return each
}

function printOutcome({ file, passed, ms, problems }: Outcome): void {
  console.log(`${problems.length > 0 ? '✖' : '✔'} ${file}: ${passed} (${(ms / 1000).toFixed(1)} s)`)
  for (const problem of problems) console.log(problem)
}

export async function inLanes<T>(lanes: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
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
