// Planted violations must be reported.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { commitsWithoutBody } from './runner/commit-bodies.ts'
import { checkHouse } from './runner/house-rules.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'sen-walls-'))
after(() => rmSync(folder, { recursive: true }))

const trespasses: [file: string, text: string, reported: string][] = [
  [
    'server/features/channels/a.ts',
    "import { x } from '#features/inbox/messages/reply.ts'\nx()",
    'channels stands below',
  ],
  [
    'server/features/inbox/b.ts',
    "import { x } from '#supabase/auth/sign-up/signup.ts'\nx()",
    'The two wings meet only in events',
  ],
  [
    'server/features/inbox/c.ts',
    "import { x } from '#features/channels/facebook/send.ts'\nx()",
    'The inside of another feature is its own',
  ],
  [
    'server/features/channels/facebook/send.ts',
    "import { x } from '#features/inbox/messages/reply.ts'\nx()",
    'channels stands below',
  ],
  ['server/answering/u.ts', "import { readFileSync } from 'node:fs'\nreadFileSync('')", 'The engine is pure'],
  ['server/features/bot/d.ts', "import { x } from '../training/knowledge.ts'\nx()", 'Cross a folder with # imports'],
  ['server/supabase/e.ts', "import { x } from '#features/usage/reserve.ts'\nx()", 'The two wings meet only in events'],
  ['server/platform/f.ts', "import { x } from '#features/usage/reserve.ts'\nx()", 'The platform knows no product'],
  ['shared/g.ts', "import { x } from '#platform/ids.ts'\nx()", 'shared/ is the ground'],
  ['shared/h.ts', "import { readFileSync } from 'node:fs'\nreadFileSync('')", 'shared/ runs in browsers too'],
  ['widget/i.ts', "import { x } from '#web/kit/button.tsx'\nx()", 'The widget uses only shared/'],
  ['widget/v.ts', "import { x } from '#shared/contracts/widget.api.ts'\nx()", 'Import only types of it'],
  ['web/parts/w.ts', "import { x } from '#shared/contracts/bot/bot.results.ts'\nx()", 'Import only types of it'],
  ['web/kit/j.ts', "import { x } from '#platform/ids.ts'\nx()", 'The browser never imports the server'],
  ['web/data/k.ts', "import { x } from '#web/dashboard/inbox/inbox.section.tsx'\nx()", 'kit/ and data/ know no screen'],
  ['dev/l.ts', "import { x } from '#features/usage/reserve.ts'\nx()", 'dev/ uses the public API'],
  ['server/features/usage/m.ts', "console.log(process.env['PORT'])", 'Only server/config.ts reads the environment'],
  ['server/supabase/n.ts', 'console.log(Date.now())', 'Ask platform.clock'],
  ['widget/o.ts', 'console.log(Math.random())', 'Use node:crypto'],
  ['server/p.ts', 'export const x: any = 1', 'no-explicit-any'],
  ['server/q.ts', 'async function x() {}\nx()', 'no-floating-promises'],
  ['server/r.ts', "import { s } from './s.ts'\nexport const r: unknown = () => s", 'no-cycle'],
  ['server/s.ts', "import { r } from './r.ts'\nexport const s: unknown = () => r", 'no-cycle'],
  [
    'server/platform/w.ts',
    "import { y } from './x.ts'\nexport type W = { w: number }\nexport const w: W = { w: y }",
    'no-cycle',
  ],
  [
    'server/platform/x.ts',
    "import type { W } from '#platform/w.ts'\nexport const y = 1\nexport type X = W",
    'no-cycle',
  ],
  ['server/t.ts', 'export default 1', 'no-default-export'],
  ['server/notKebab.ts', 'export const x = 1', 'filename-case'],
]

test('every planted trespass is reported, in words that say what to do', () => {
  const projects = readdirSync(root).filter(name => /^tsconfig.*\.json$/.test(name))
  for (const file of ['oxlint.config.ts', 'package.json', ...projects]) {
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of trespasses) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}\n`)
  }
  const lint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [lint, '--type-aware', '-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string; message: string; help?: string }[]
  }
  for (const [file, , reported] of trespasses) {
    const problems = diagnostics
      .filter(item => item.filename === file)
      .map(item => [item.code, item.message, item.help].join(' '))
    assert.ok(
      problems.some(text => text.includes(reported)),
      `${file}: expected "${reported}", got: ${problems.join('; ') || 'nothing'}`,
    )
  }
})

test('silenced checks, left-out tests, paths of one machine, the system clock, full folders, long sheets and two migrations of one number are reported', () => {
  const planted = mkdtempSync(join(tmpdir(), 'sen-house-'))
  const files = {
    'server/silenced.ts': `// ox${''}lint-disable-next-line no-var`,
    'server/clocked.ts': `console.log(new ${''}Date())`,
    'server/utils.ts': 'export {}',
    'server/tell-nobody.ts': 'export {}',
    'server/side-door.ts': 'export {}',
    'server/old-names.ts':
      'export function keepRows() {}\nexport const mostRows = 3\nconst longest = 3\ntype InvitationTold = 1\nfunction sayHello() {}\nconst notes = 1\nfunction note() {}\nconst LARGEST_FILE = 3\n  const lookAt = 1\n  const letter = 1\ntype Row = {\n  told_pace: number }\nfunction limit(\n  isDear: boolean) {}',
    'server/inner-names.ts': [
      '  const { rows: most, total: least = 0 } = await read()',
      `  const dearest = rows.map(do${''}or => door.price)`,
      `  function ofPage(has${''}Room: boolean) {}`,
      `type OfShop = { de${''}af: boolean }`,
      `  const longest = things.reduce((few${''}est, one) => fewest)`,
      'const filesAtMost = 8',
      `  sql\`with to${''}ld as (select 1) select used as ro${''}om from told\``,
      '// As most people say, the room is a thing.',
      "  throw failure('referrals.too_little', { least: 3 })",
      '  const { room: left } = list.report',
      `  const given = { mo${''}st: 3, room: 2 }`,
      '  const lettersOf = rooms.filter(of => of.atMost)',
      '  function ofPage() {}',
      'type OfShop = 1',
    ].join('\n'),
    'tests/left-out.test.ts': `test.${''}skip('later', () => {})`,
    'tests/paths.ts': `readFileSync('/${''}home/somebody/file')`,
    'server/one/two/three/four/deep.ts': 'export {}',
    'web/same.ts': 'export {}',
    'web/same.tsx': 'export {}',
    'web/long.css': '.a {}\n'.repeat(251),
    'web/long-enough.css': '.a {}\n'.repeat(250),
    'docs/house.md': '| `server/` | the server |\n| `server/gone/` | nothing |\n',
    'database/migrations/0001-0025/0001-one.sql': 'select 1;',
    'database/migrations/0001-other.sql': 'create function private.keep_words() returns void;',
    'database/migrations/9001-new.sql':
      "-- told of it\ncreate function private.keep_words() as $$ declare has_room int; begin raise 'not told'; end $$;",
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, file)), { recursive: true })
    writeFileSync(join(planted, file), text)
  }
  for (let number = 0; number < 26; number++) {
    for (const folder of ['server/full', 'content/full']) {
      mkdirSync(join(planted, folder), { recursive: true })
      writeFileSync(join(planted, folder, `number-${number}.ts`), 'export {}')
    }
  }
  const problems = checkHouse(planted) ?? ''
  rmSync(planted, { recursive: true })
  for (const file of [
    'server/silenced.ts',
    'server/clocked.ts',
    'server/utils.ts',
    'server/tell-nobody.ts',
    'server/side-door.ts',
    'server/old-names.ts:1: keepRows',
    'server/old-names.ts:2: mostRows',
    'server/old-names.ts:3: longest',
    'server/old-names.ts:4: InvitationTold',
    'server/old-names.ts:5: sayHello',
    'server/old-names.ts:7: note',
    'server/old-names.ts:8: LARGEST_FILE',
    'server/old-names.ts:9: lookAt',
    'server/old-names.ts:12: told_pace',
    'server/old-names.ts:14: isDear',
    'server/inner-names.ts:1: most',
    'server/inner-names.ts:2: dearest',
    'server/inner-names.ts:3: hasRoom',
    'server/inner-names.ts:4: deaf',

    'server/inner-names.ts:5: fewest',
    'server/inner-names.ts:6: filesAtMost',
    'server/inner-names.ts:7: told',
    'server/inner-names.ts:11: most',
    'server/inner-names.ts:13: ofPage',
    'server/inner-names.ts:14: OfShop',
    '9001-new.sql: has_room: ',
    'tests/left-out.test.ts',
    'tests/paths.ts',
    'web/same',
    'web/long.css: 251 lines',
    '0001-one.sql, 0001-other.sql',
    'server/full: 26 files',
    'content/full: 26 files',
    'server/full: say in docs/house.md what lies there',
    'server/one/two/three/four: say in docs/house.md what lies there',
    'there is no server/gone/',
  ]) {
    assert.match(problems, new RegExp(file))
  }
  assert.doesNotMatch(
    problems,
    /old-names\.ts:(?:6|10)|inner-names\.ts:(?:[89]|10|12)|9001-new\.sql: (?:told|keep)|long-enough/,
  )
})

test('a new commit without a body is reported; an older one, and one that says why, are not', () => {
  const repository = mkdtempSync(join(tmpdir(), 'sen-commits-'))
  const git = (args: string[], date = '') =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=Sen', '-c', 'user.email=sen@example.vn', ...args], {
      env: { ...process.env, GIT_COMMITTER_DATE: date },
    })
  const commit = (date: string, ...texts: string[]) =>
    git(['commit', '-q', '--allow-empty', ...texts.flatMap(text => ['-m', text])], date)
  git(['init', '-q'])
  commit('2026-11-01T00:00:00Z', 'Before the rule')
  commit('2026-12-01T00:00:00Z', 'With a reason', 'Because.')
  commit('2026-12-02T00:00:00Z', 'Without one')
  const problems = commitsWithoutBody(repository)
  rmSync(repository, { recursive: true })
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /^\w+ Without one: /)
})
