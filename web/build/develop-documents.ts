import type { Plugin, ViteDevServer } from 'vite'
import { isDocument } from '#shared/addresses.ts'
import { fillTokens, type PricedPlan, siteValues } from '#shared/rules/website/site-values.ts'
import { type Language, languages, type PaymentMethodKind } from '#shared/words.ts'
import type { Built, WrittenDocument } from '../site/document-page.ts'

type Renderer = { renderDocuments(built: Built): WrittenDocument[] }

const unbuilt: Built = { first: '', sheet: '', islands: '/islands.ts', pictures: {} }
const devAssets = `<link rel="stylesheet" href="/site/site.css"><script type="module" src="/islands/first.ts"></script>`

/** Renders the public pages on each request. `api`: the running program, which has the prices. */
export function developDocuments(api: string): Plugin {
  return {
    name: 'develop-documents',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').replace(/[?#].*$/s, '')
        if (request.method !== 'GET' || !isDocument(path.replace(/^\/en(?=\/|$)/, '') || '/')) return next()
        render(server, api, path).then(
          html => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          (error: unknown) => next(error),
        )
      })
    },
  }
}

async function render(server: ViteDevServer, api: string, path: string): Promise<string> {
  const { renderDocuments } = (await server.ssrLoadModule('/documents.tsx')) as Renderer
  const page = renderDocuments(unbuilt).find(one => one.path === path)
  if (!page) throw new Error(`No document stands at ${path}.`)
  const values = (await valuesFrom(api))[page.language]
  return server.transformIndexHtml(path, fillTokens(page.html.replace('</head>', `${devAssets}</head>`), values))
}

type Plans = { plans: PricedPlan[]; methods: { kind: PaymentMethodKind }[] }

async function valuesFrom(api: string): Promise<Record<Language, Record<string, string>>> {
  const { plans, methods } = (await (await fetch(`${api}/api/v1/plans`)).json()) as Plans
  const contact = { supportEmail: '', supportPhone: '', postalAddress: '', zaloUrl: '', messengerUrl: '' }
  const settings = { brand: 'Sen', address: api, ...contact, pays: methods.map(({ kind }) => kind) }
  const rest = { chat: '', problem: '', error_line: '', error_again: '/auth-magic-link' }
  const [vi, en] = languages.map(language => ({ ...siteValues(settings, plans, language), ...rest }))
  return { vi: vi ?? {}, en: en ?? {} }
}
