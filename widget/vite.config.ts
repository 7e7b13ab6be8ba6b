import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const here = import.meta.dirname
// The build replaces light-dark() for those without it.
const target = ['chrome111', 'safari16.4', 'firefox121']
const outDir = resolve(here, '../built/widget')
/** For parts built after the frame, whose build empties the folder. */
const beside = { outDir, emptyOutDir: false, target }
const preact = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** Builds the frame with hashed names (listed in manifest.json), the chat page, and the loader as one classic script. */
export default defineConfig({
  root: here,
  base: '/widget/v1/',
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: preact },
  builder: {},
  environments: {
    client: {
      build: {
        outDir,
        emptyOutDir: true,
        manifest: 'manifest.json',
        target,
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: { input: resolve(here, 'frame.tsx') },
      },
    },
    page: {
      consumer: 'client',
      build: {
        ...beside,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [resolve(here, 'chat-page.ts'), resolve(here, 'shop-page.ts')],
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js' },
        },
      },
    },
    greetings: {
      consumer: 'client',
      build: {
        ...beside,
        modulePreload: false,
        rolldownOptions: {
          input: resolve(here, 'greetings.ts'),
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: 'greetings.js' },
        },
      },
    },
    loader: {
      consumer: 'client',
      build: {
        ...beside,
        modulePreload: false,
        // Built as a library: otherwise its dynamic imports get wrapper code that no page needs.
        lib: { entry: resolve(here, 'loader.ts'), formats: ['iife'], name: 'senLoader', fileName: () => 'loader.js' },
      },
    },
  },
})
