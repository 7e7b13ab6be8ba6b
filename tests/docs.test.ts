// Files, commands, addresses and settings named in README and docs/ must exist, and the rights table must match the program.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { parts } from '#server/app.ts'
import { exampleEnvironment } from '#server/config.ts'
import { usage } from '#server/run-command.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'

const root = join(import.meta.dirname, '..')
const pages = ['README.md', ...filesIn('docs').filter(file => file.endsWith('.md'))]
const program = [
  ...[
    '.ci',
    'benchmarks',
    'content',
    'database',
    'deploy',
    'dev',
    'docs',
    'server',
    'shared',
    'tests',
    'tools',
    'web',
    'widget',
  ].flatMap(filesIn),
  ...readdirSync(root, { withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : [])),
]

/** Invented by the guides, or made at run time. */
const elsewhere = new Set([
  ...['md.ts', 'web/dashboard/notes/notes.section.tsx', 'web/site/partners.page.tsx'],
  ...['keys.json', 'built/', 'files/', 'mail/', 'sources/', 'objects/', 'exports/'],
])
const fileName = /^[\w./-]*\w\.(?:tsx?|mjs|sql|json|css|md|html|png)$/
const folderName = /^[\w.-]+(?:\/[\w.-]+)*\/$/

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(entry => relative(root, join(entry.parentPath, entry.name)))
}

function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

function spansOf(page: string): string[] {
  return [
    ...textOf(page)
      .replaceAll(/^\s*```[^]*?^\s*```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(match => match[1] ?? '')
}

/** From the root, or the end of a path if its folder was named before. */
function isThere(name: string): boolean {
  if (elsewhere.has(name)) return true
  if (name.endsWith('/')) return program.some(file => `/${dirname(file)}/`.includes(`/${name}`))
  return existsSync(join(root, name)) || program.some(file => `/${file}`.endsWith(`/${name}`))
}

test('every link of the documentation leads to a file', () => {
  for (const page of pages) {
    for (const [, address = ''] of textOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(address)) continue
      const target = join(root, dirname(page), address.replace(/#.*$/, ''))
      assert.ok(target.startsWith(root) && existsSync(target), `${page}: ${address}`)
    }
  }
})

test('every file and folder that it names exists', () => {
  let named = 0
  for (const page of pages) {
    for (const span of spansOf(page)) {
      if ((!fileName.test(span) && !folderName.test(span)) || span.startsWith('DATA_DIR/')) continue
      named++
      assert.ok(isThere(span), `${page}: ${span}`)
    }
  }
  assert.ok(named > 60, `only ${named} were found`)
})

test('every npm command that it names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  for (const page of pages) {
    for (const [whole, name = ''] of textOf(page).matchAll(/npm run (?:-s )?([\w-]+)/g))
      assert.ok(name === '-s' || name in scripts, `${page}: ${whole}`)
    for (const [, name = ''] of textOf(page).matchAll(/npm run (?:-s )?sen -- ([a-z][\w-]*)/g))
      assert.ok(usage.includes(name), `${page}: sen -- ${name}`)
  }
  for (const file of Object.values(scripts).map(script => script.split(' ')[2] ?? '')) assert.ok(isThere(file), file)
})

test('the README shows a newcomer exactly two commands', () => {
  const commands = [...textOf('README.md').matchAll(/(?:^|`)(npm .+?)(?: +#.*|`|$)/gm)].map(match => match[1])
  assert.deepEqual(commands, ['npm start', 'npm test'])
})

test('every operator’s command and every setting stands where operators look', () => {
  const guide = textOf('docs/guides/operate.md')
  for (const command of usage.replace('npm run sen -- ', '').split(' | '))
    assert.ok(guide.includes(`\`${command.split(' ')[0]}`), command)
  const settings = exampleEnvironment()
  for (const page of pages)
    for (const [, name = ''] of textOf(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g))
      assert.ok(
        settings.includes(`# ${name}=`) ||
          /^(DATA_DIR|TEST_DATABASE_URL|DEMO_WEEKS|PROPERTY_SEED|CHAOS_SECONDS|CHAOS_FAULTS)$/.test(name),
        `${page}: ${name}`,
      )
})

test('the map leads to every page', () => {
  const map = textOf('docs/README.md')
  for (const page of pages.filter(name => /^docs\/(?!decisions\/|README)/.test(name)))
    assert.ok(map.includes(`](${relative('docs', page)})`), page)
  const numbers = pages.filter(name => name.startsWith('docs/decisions/')).map(name => basename(name).slice(0, 3))
  assert.deepEqual(
    numbers.toSorted(),
    Array.from(numbers, (_, index) => String(index + 1).padStart(3, '0')),
  )
})

test('what the program says of the documentation stands there', () => {
  const sources = program.filter(file => /^(?:server|shared|web|widget|database)\/.+\.(?:tsx?|sql)$/.test(file))
  const found = sources.flatMap(file => textOf(file).match(/\bdocs\/[\w/-]+\.md(?:, "[^"\n]+")?/g) ?? [])
  assert.ok(found.length > 1)
  for (const line of found) {
    const [, page = '', heading] = /^(\S+?\.md)(?:, "(.+)")?$/.exec(line) ?? []
    assert.ok(existsSync(join(root, page)), line)
    // A migration's references are never updated: the page may have been split since.
    const behind = pages.filter(other => other.startsWith(page.replace(/\.md$/, '/')))
    if (heading)
      assert.ok(
        [page, ...behind].some(one => `\n${textOf(one)}`.includes(`# ${heading}\n`)),
        line,
      )
  }
})

describe('addresses and rights', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    await app.ready()
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  test('every address that the documentation names is answered', () => {
    for (const page of pages)
      for (const span of spansOf(page)) {
        const [, method, path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)/.exec(span) ?? []
        if (method) assert.ok(app.hasRoute({ method: method as 'GET', url: path }), `${page}: ${span}`)
      }
  })

  test('the rights table names every action, and says who may call it', () => {
    const table = textOf('docs/architecture/rights.md')
    const rows = table.split('\n').filter(line => line.startsWith('|'))
    const columnOf = { anyone: 'anyone', person: 'signed in', member: 'member', admin: 'admin', operator: 'operator' }
    const columns = Object.values(columnOf)
    for (const { method, path, who } of parts.flatMap(part => part.routes ?? [])) {
      const row = rows.find(line => line.includes(`\`${method} ${path}\``))
      assert.ok(row, `${method} ${path} has no row in docs/architecture/rights.md`)
      const may = columns.filter((_, index) => row.split('|')[index + 2]?.includes('✓'))
      // Operator actions are operators' only; the others are open from the lowest role up to admins.
      const expected = who === 'operator' ? ['operator'] : columns.slice(columns.indexOf(columnOf[who]), -1)
      assert.deepEqual(may, expected, `${method} ${path}`)
    }
  })
})
