import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'

export const root = join(import.meta.dirname, '../..')
const folders = ['shared', 'server', 'database', 'widget', 'web', 'dev', 'benchmarks', 'tests']

export type Counts = { passed: number; failed: number }
/** told: what failed, a text each. */
type Outcome = Counts & { ms: number; told: string[] }

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
  const outcome: Outcome = { passed: 0, failed: 0, ms: 0, told: [] }
  let said = ''
  const path = join(root, file)
  const began = performance.now()
  const stream = run({
    files: [path],
    isolation: 'process',
    timeout: minutes * 60_000,
    forceExit: true,
    env: environment,
  })
  for await (const event of stream) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') said += event.data.message
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { name, details, skip, todo } = event.data
    if (details.type === 'suite') continue
    const leftOut = skip !== undefined || todo !== undefined
    if (event.type === 'test:pass' && !leftOut && name !== path) {
      outcome.passed++
      continue
    }
    outcome.failed++
    if (leftOut) outcome.told.push(`${name}: was left out`)
    else if (event.type === 'test:fail') outcome.told.push(`${name}\n${describe(event.data.details.error)}`)
    else outcome.told.push('There are no tests in it.')
  }
  outcome.ms = performance.now() - began
  outcome.told = outcome.told.map(indent)
  tell(file, outcome, said.trim())
  return outcome
}

function tell(file: string, { passed, ms, told }: Outcome, said: string): void {
  console.log(`${told.length > 0 ? '✖' : '✔'} ${file}: ${passed} (${(ms / 1000).toFixed(1)} s)`)
  for (const problem of told) console.log(problem)
  if (told.length > 0 && said) console.log(indent(`It said:\n${said.slice(-4000)}`))
}

/** Works through a list, so many at a time. */
export async function inPool<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

function describe(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4 }).split('\n').slice(0, 16).join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}
