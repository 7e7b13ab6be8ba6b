import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'server/main.ts',
    'server/commands.ts',
    'server/features/training/processing/read-in-child.ts',
    'database/*.ts',
    'dev/{run,list-parts,guide-pictures,brand-pictures,readme-pictures}.ts',
    'dev/past/run-past.ts',
    'benchmarks/{,*/}*.ts',
    'tests/{,drivers/,fixtures/,setup/}*.ts',
    'tests/**/*.test.ts',
    'tests/runner/{run,check,matrix,soak,several-files}.ts',
    'tests/runner/statements/check-statements.ts',
    'tests/upgrades/write-version.ts',
    '{server,shared,web,widget,dev}/**/*.test.ts',
    '{web,widget}/**/*.test-page.tsx',
    'web/{app.tsx,boot.ts,build.ts,documents.tsx,islands.ts,islands/first.ts,service-worker.ts,vite.config.ts}',
    'run.mjs',
    'widget/{vite.config.ts,frame.tsx,loader.ts,greetings.ts,chat-page.ts,shop-page.ts}',
  ],
  project: ['{server,shared,database,dev,benchmarks,tests,web,widget}/**/*.{ts,tsx}', '*.{ts,mjs}'],
  ignoreBinaries: ['apt-get', 'setpriv'],
  // Used from style sheets, by path, or as replacements.
  ignoreDependencies: [
    '@expo-google-fonts/be-vietnam-pro',
    '@fontsource-variable/hanken-grotesk',
    '@fontsource/literata',
    '@tesseract.js-data/eng',
    '@tesseract.js-data/vie',
    'axe-core',
    'dejavu-fonts-ttf',
    'oxfmt',
    'preact',
  ],
  ignoreExportsUsedInFile: true,
}

export default config
