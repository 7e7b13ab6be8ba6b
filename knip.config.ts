import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'server/main.ts',
    'server/commands.ts',
    'server/features/training/read-in-child.ts',
    'database/*.ts',
    'dev/run.ts',
    'benchmarks/*.ts',
    'tests/*.ts',
    'tests/**/*.test.ts',
    'tests/kill/soak.ts',
    '{server,shared,web,widget}/**/*.test.ts',
    'web/build.ts',
    'widget/{vite.config.ts,frame.tsx,loader.ts}',
  ],
  project: ['{server,shared,database,dev,benchmarks,tests,web,widget}/**/*.{ts,tsx}', '*.{ts,mjs}'],
  ignoreExportsUsedInFile: true,
}

export default config
