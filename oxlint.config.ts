import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type OxlintOverride } from 'oxlint'

// In layers: a feature may import only from those to its left.
const features = [
  'workspaces',
  'usage',
  'billing',
  'referrals',
  'channels',
  'inbox',
  'customers',
  'intents',
  'training',
  'bot',
  'first-steps',
  'broadcasts',
  'notifications',
  'statistics',
  'site',
  'operations',
  'status',
]

/** Folders of a feature that others may import besides its own top folder. */
const openRooms: Record<string, string[]> = {
  billing: ['invoices', 'orders', 'payments', 'plans', 'refunds'],
  bot: ['settings', 'understanding'],
  channels: ['connections', 'hooks', 'sending', 'website'],
  customers: ['consent', 'fields', 'merging', 'rights', 'segments'],
  inbox: ['arrivals', 'conversations', 'delivery', 'messages', 'profile', 'search', 'tags', 'visitor'],
  workspaces: ['access', 'deletions'],
  training: ['facts', 'knowledge', 'language', 'pairs', 'passages', 'processing', 'search', 'sources'],
}

const closedRooms = features.flatMap(feature =>
  roomsOf(feature)
    .filter(room => !openRooms[feature]?.includes(room))
    .map(room => `${feature}/${room}`),
)

function roomsOf(feature: string): string[] {
  const folder = join(import.meta.dirname, 'server/features', feature)
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

type Wall = { regex: string; message: string; allowTypeImports?: boolean }

// A later entry replaces an earlier one for the same rule, so each folder must list all its restrictions.
function wall(files: string[], patterns: Wall[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [acrossFolders, ...patterns] }] } }
}

const acrossFolders = {
  regex: '^(\\.\\./)+(server|web|widget|shared|dev|tests|database|benchmarks|platform|supabase|features)/',
  message: 'Cross a folder with # imports.',
}
const serverFromBrowser = {
  regex: '^#(server|platform|features|supabase|dev|tests)/',
  message: 'The browser never imports the server: it calls it.',
}
const engineAlone = {
  regex: '^#(features|platform|supabase|web|widget|dev|tests)/',
  message: 'The engine knows no database, no HTTP and no product.',
}
/** Keeps schemas out of browser bundles that only need types. */
const onlyTypes = {
  regex: '\\.(api|results)\\.ts$|contracts/endpoint\\.ts$',
  allowTypeImports: true,
  message: 'Import only types of it.',
}
const nodeInBrowser = { regex: '^node:', message: 'This runs in browsers.' }

const noDice = { object: 'Math', property: 'random', message: 'Use node:crypto.' }
const noSystemClock = { object: 'Date', property: 'now', message: 'Ask platform.clock.' }
/** Oldest supported browsers: Chromium 111, Firefox 121 and Safari 16.4. `lib` covers the language. */
const newerThanOurBrowsers = (
  [
    ['URL', 'canParse'],
    ['URL', 'parse'],
    ['AbortSignal', 'any'],
    ['Intl', 'Segmenter'],
    ['Intl', 'DurationFormat'],
    ['Iterator', 'from'],
    ['RegExp', 'escape'],
    ['Promise', 'try'],
    ['Math', 'sumPrecise'],
    ['Uint8Array', 'fromBase64'],
    ['CSS', 'highlights'],
    ['document', 'startViewTransition'],
    ['document', 'caretPositionFromPoint'],
    ['navigator', 'clearAppBadge'],
  ] as const
).map(([object, property]) => ({ object, property, message: 'Safari 16.4 or Firefox 121 does not have it.' }))
const newerGlobals = ['scheduler', 'cookieStore', 'navigation', 'trustedTypes', 'CloseWatcher', 'PressureObserver']
const noEnvironment = { object: 'process', property: 'env', message: 'Only server/config.ts reads the environment.' }

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'react'],
  ignorePatterns: ['node_modules/**', 'built/**', 'data/**'],
  categories: { correctness: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  rules: {
    // Of types too: shared types belong in a third file.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
    'no-restricted-properties': ['error', noDice],
    'max-lines': ['error', { max: 300 }],
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
    'no-unused-vars': 'off',
    // Text from outside is stripped of control characters, so patterns name them.
    'no-control-regex': 'off',
    'no-misleading-character-class': 'off',
    'react/purity': 'off',
    'react/immutability': 'off',
    'react/incompatible-library': 'off',
    'typescript/unbound-method': 'off',
    // Code points are counted by spreading; lists changed during iteration are copied by it.
    'typescript/no-misused-spread': 'off',
    'unicorn/no-useless-spread': 'off',
  },
  overrides: [
    { files: ['server/**'], rules: { 'no-restricted-properties': ['error', noDice, noSystemClock, noEnvironment] } },
    {
      files: ['server/config.ts', 'server/test-engines.ts', 'server/**/*.test.ts', 'server/platform/clock.ts'],
      rules: { 'no-restricted-properties': ['error', noDice] },
    },
    {
      files: ['web/**', 'widget/**', 'shared/**'],
      rules: {
        'no-restricted-properties': ['error', noDice, ...newerThanOurBrowsers],
        'no-restricted-globals': ['error', ...newerGlobals],
      },
    },
    {
      files: ['web/build.ts', 'web/build/**', '{shared,web,widget}/**/*.test.ts'],
      rules: { 'no-restricted-properties': ['error', noDice], 'no-restricted-globals': 'off' },
    },
    { files: ['*.config.ts', '**/vite.config.ts', '**/*.d.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: [
        'shared/rows.ts',
        'server/supabase/rest/product-rows.ts',
        'shared/errors.ts',
        'shared/texts/**',
        'server/features/training/words/**',
        'tests/data/**',
      ],
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['**/*.test.ts'],
      rules: {
        'max-lines': ['error', { max: 500 }],
        'typescript/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: [
              {
                from: 'package',
                name: ['test', 'describe', 'it', 'suite', 'before', 'after', 'beforeEach', 'afterEach'],
                package: 'node:test',
              },
            ],
          },
        ],
      },
    },
    wall(
      ['shared/**'],
      [
        {
          regex: '^#(server|platform|features|supabase|web|widget|dev|tests)/',
          message: 'shared/ is the ground: it uses nothing of ours.',
        },
        { regex: '^node:', message: 'shared/ runs in browsers too.' },
      ],
    ),
    wall(
      ['widget/**'],
      [
        { regex: '^#(server|platform|features|supabase|web|dev|tests)/', message: 'The widget uses only shared/.' },
        nodeInBrowser,
        onlyTypes,
      ],
    ),
    wall(['web/**'], [serverFromBrowser, nodeInBrowser, onlyTypes]),
    wall(
      ['web/kit/**', 'web/data/**'],
      [
        serverFromBrowser,
        nodeInBrowser,
        onlyTypes,
        {
          regex: '^(#web|(\\.\\./)*\\.\\.)/(site|auth|payment|dashboard|operator|parts)/',
          message: 'kit/ and data/ know no screen.',
        },
      ],
    ),
    wall(
      [
        'web/build.ts',
        'web/vite.config.ts',
        'web/build/**',
        'widget/vite.config.ts',
        '{shared,web,widget}/**/*.test.ts',
      ],
      [],
    ),
    wall(
      ['server/*.ts', 'server/settings/**'],
      [{ regex: '^#(dev|tests|web|widget)/', message: 'The server stands without them.' }],
    ),
    wall(
      ['server/platform/**'],
      [{ regex: '^#(features|supabase|web|widget|dev|tests)/', message: 'The platform knows no product.' }],
    ),
    wall(
      ['server/platform/**/*.test.ts'],
      [{ regex: '^#(features|supabase|web|widget|dev)/', message: 'The platform knows no product.' }],
    ),
    wall(
      ['server/supabase/**'],
      [{ regex: '^#(features|web|widget|dev)/', message: 'The two wings meet only in events.' }],
    ),
    wall(
      ['server/answering/**'],
      [engineAlone, { regex: '^node:', message: 'The engine is pure: what it needs is an argument.' }],
    ),
    wall(['server/answering/**/*.test.ts'], [engineAlone]),
    ...features.map((name, floor) => wall([`server/features/${name}/**`], wallsOf(name, floor))),
    wall(
      ['dev/simulators/**'],
      [
        {
          regex: '^#(server|platform|features|supabase|web|widget)/',
          message: 'A simulator is written from the platform’s own documents.',
        },
      ],
    ),
    wall(
      ['dev/*.ts'],
      [
        {
          regex: '^#(server|platform|features|supabase|web|widget)/',
          message: 'dev/ uses the public API, as a person would.',
        },
      ],
    ),
    wall(
      ['dev/run.ts'],
      [{ regex: '^#(server|platform|features|supabase|widget)/', message: 'dev/ uses the public API.' }],
    ),
  ],
})

function wallsOf(name: string, floor: number): Wall[] {
  const others = features.filter(other => other !== name).join('|')
  const above = features.slice(floor + 1).join('|')
  const closed = closedRooms.filter(room => !room.startsWith(`${name}/`)).join('|')
  return [
    { regex: '^#(supabase|web|widget|dev)/', message: 'The two wings meet only in events.' },
    { regex: `^(\\.\\./)+(${others})/`, message: 'Cross a folder with # imports.' },
    { regex: `^#features/((${closed})/|(${others})/[^/]+/.+/)`, message: 'The inside of another feature is its own.' },
    { regex: `^#features/${name}/`, message: 'Inside a folder imports are relative.' },
    ...(above ? [{ regex: `^#features/(${above})/`, message: `${name} stands below: emit an event instead.` }] : []),
  ]
}
