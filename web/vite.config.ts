import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { developDocuments } from './build/develop-documents.ts'

/** The build adds the prefixes that some of these need. */
const cssTarget = ['chrome111', 'safari16.4', 'firefox121']

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Proxied by the development server. */
const serverPaths = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/realtime/v1',
  '/api',
  '/widget',
  '/hooks',
  '/l/',
  '/c/',
  '/brand',
  '/favicon.ico',
  '/manifest-',
  '/robots.txt',
  '/sitemap.xml',
  '/service-worker.js',
  '/healthz',
  '/readyz',
]

/** @param pageConfig JSON for `<meta name="sen-config">` in development; otherwise the server fills it in */
export function webConfig({
  server = 'http://localhost:3000',
  pageConfig = '',
  outDir = here('../built/web'),
} = {}): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [developDocuments(server, pageConfig), sonnerWithoutInlineStyle(), headOfThePage(pageConfig)],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      cssTarget,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: false,
      rolldownOptions: {
        onLog(level, log, handle) {
          // "use client" has no effect here, and libraries are full of it.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
        },
        input: { index: here('index.html'), boot: here('boot.ts') },
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
              { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 2 },
              { name: 'supabase', test: /node_modules[\\/]@supabase[\\/](auth|postgrest)-js[\\/]/, priority: 2 },
              // Puts what nearly every screen needs into one file instead of thirty; the rest loads on demand.
              {
                name: 'kit',
                test: /[\\/]web[\\/](kit|parts)[\\/]([\w-]+[\\/])*(?!menu|tooltip|form-dialog|use-form|use-code-form|common-fields|data-table|diff-text|text-diff|second-step|passkey|reauthentication|code-field|canned-repl|qr-code|hosted-page|gone-state|human-|new-password|password-strength|send-mail|leaf-illustration|copy-button|admins-only|sub-page|focus-first-error|meter-bar|auth-error-text|ended-session|plan|quoted-passages|passage-|citations|table-frame|confidence-|textarea-field)[\w.-]+\.tsx?$/,
                priority: 1,
                minShareCount: 5,
              },
            ],
          },
        },
      },
    },
    server: {
      proxy: Object.fromEntries(serverPaths.map(path => [path, { target: server, ws: path === '/realtime/v1' }])),
    },
  }
}

/** Without React. */
export function islandsConfig(outDir: string): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [darkWithoutScripts()],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      cssTarget,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: false,
      rolldownOptions: { input: { islands: here('islands.ts'), site: here('site/site.css') } },
    },
  }
}

export function firstScriptConfig(): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('islands/first.ts'), formats: ['iife'], name: 'first' },
    },
  }
}

/** The name must stay: browsers check it for updates. */
export function serviceWorkerConfig(outDir: string): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: false,
      lib: { entry: here('service-worker.ts'), formats: ['iife'], name: 'pushes', fileName: () => 'service-worker.js' },
    },
  }
}

export function documentsConfig(outDir: string): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: here('documents.tsx'), outDir, emptyOutDir: true, target: 'node22', minify: false },
  }
}

/** Without scripts the device decides the theme: repeats the dark colours in a media query. */
function darkWithoutScripts(): Plugin {
  return {
    name: 'dark-without-scripts',
    enforce: 'pre',
    transform: {
      filter: { id: /site[\\/]site\.css$/ },
      handler(code) {
        const tokens = readFileSync(here('kit/styles/tokens.css'), 'utf8')
        const base = readFileSync(here('kit/styles/base.css'), 'utf8')
        const dark = [tokens, base].map(sheet => /\[data-theme='dark'\] \{([^}]*)\}/.exec(sheet)?.[1])
        if (dark.includes(undefined)) throw new Error('The colours of the dark theme were not found.')
        const still = `:root:not([data-theme='light'])`
        return `${code}\n@media (prefers-color-scheme: dark) {\n${still} {${dark.join('')}}\n}\n`
      },
    },
  }
}

/** Sonner adds a style element, which our content security policy refuses; app.css imports its sheet. */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    transform: {
      filter: { id: /node_modules[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
      handler: code => code.replace(/^__insertCSS\(".*"\);?$/m, ''),
    },
  }
}

/** The theme's script and the two halves of the text font, needed before the first paint. */
function headOfThePage(pageConfig: string): Plugin {
  return {
    name: 'head-of-the-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) {
          // Public pages have their own entry script: both would consume the token of an email link.
          if (!html.includes('__SEN_CONFIG__')) return html
          const filled = html.replace('__SEN_CONFIG__', pageConfig.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
          return filled.replace('<title>', '<script type="module" src="/boot.ts"></script><title>')
        }
        const files = Object.values(bundle)
        const boot = files.find(file => file.type === 'chunk' && file.name === 'boot')
        const fonts = files.filter(file => /hanken-grotesk-(latin|vietnamese)-wght/.test(file.fileName))
        if (!boot || fonts.length !== 2) throw new Error('The theme script or the fonts are missing from the build.')
        const preloads = fonts.map(
          font => `<link rel="preload" as="font" type="font/woff2" href="/${font.fileName}" crossorigin />`,
        )
        const first = [`<script src="/${boot.fileName}"></script>`, ...preloads].join('\n    ')
        return layersFirst(html.replace(/<meta name="viewport"[^>]*>/, viewport => `${viewport}\n    ${first}`))
      },
    },
  }
}

/** The sheet with the layer order must precede all others, whatever their chunk. */
function layersFirst(html: string): string {
  const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? []
  const main = sheets.filter(sheet => /assets\/index-/.test(sheet))
  if (main.length !== 1) throw new Error('The main style sheet is missing from the page.')
  const rest = sheets.filter(sheet => !main.includes(sheet))
  const without = sheets.reduce((left, sheet) => left.replace(sheet, ''), html)
  return without.replace('</head>', `${main.join('')}${rest.join('')}  </head>`)
}

export default defineConfig(webConfig())
