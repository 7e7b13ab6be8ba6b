import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { isDocument } from '#shared/addresses.ts'
import { billingApi } from '#shared/contracts/billing/billing.api.ts'
import { setReferralCookie } from '#shared/rules/money/referral.ts'
import { fillTokens, siteValues } from '#shared/rules/website/site-values.ts'
import { type Language, languages } from '#shared/words.ts'
import { guidePictures, picturesFolder } from './guide-pictures.ts'
import type { Built, WrittenDocument } from '../site/document-page.ts'

type Renderer = { renderDocuments(built: Built): WrittenDocument[] }

const devAssets = `<link rel="stylesheet" href="/site/site.css"><script type="module" src="/islands/first.ts"></script>`

/** What the server told the application, as far as the public pages show it. `chat`: the widget of our own workspace. */
type PageConfig = { brand: string; publicUrl: string; supportEmail: string; chat: string }

/**
 * Renders the public pages on each request, and remembers `?ref=` as the server does.
 * @param api the running program, which has the prices
 * @param pageConfig JSON as in `<meta name="sen-config">`
 */
export function developDocuments(api: string, pageConfig: string): Plugin {
  return {
    name: 'develop-documents',
    configureServer(server) {
      const pictures = guidePictures(file => `/pictures/${file}`)
      const pictureFiles = new Set(Object.values(pictures).flatMap(({ url, dark }) => [url, dark]))
      const unbuilt: Built = { first: '', sheet: '', islands: '/islands.ts', pictures }
      server.middlewares.use((request, response, next) => {
        const [path = '', query = ''] = (request.url ?? '').replace(/#.*$/s, '').split('?')
        if (request.method !== 'GET') return next()
        if (pictureFiles.has(path)) {
          const file = join(picturesFolder, path.slice('/pictures/'.length))
          return response.setHeader('content-type', 'image/webp').end(readFileSync(file))
        }
        const cookie = setReferralCookie(query, false)
        if (cookie) response.setHeader('set-cookie', cookie)
        if (!isDocument(path.replace(/^\/en(?=\/|$)/, '') || '/')) return next()
        render(server, unbuilt, path, () => valuesFrom(api, JSON.parse(pageConfig) as PageConfig)).then(
          html => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          (error: unknown) => next(error),
        )
      })
    },
  }
}

type Values = Record<Language, Record<string, string>>

async function render(
  server: ViteDevServer,
  unbuilt: Built,
  path: string,
  values: () => Promise<Values>,
): Promise<string> {
  const { renderDocuments } = (await server.ssrLoadModule('/documents.tsx')) as Renderer
  const page = renderDocuments(unbuilt).find(one => one.path === path)
  if (!page) throw new Error(`No document stands at ${path}.`)
  const html = page.html.replace('</head>', `${devAssets}</head>`)
  return server.transformIndexHtml(path, fillTokens(html, (await values())[page.language]))
}

async function valuesFrom(api: string, { brand, publicUrl: address, supportEmail, chat }: PageConfig): Promise<Values> {
  const { plans, methods } = billingApi['GET /api/v1/plans'].result.parse(
    await (await fetch(`${api}/api/v1/plans`)).json(),
  )
  const contact = { supportEmail, supportPhone: '', postalAddress: '', zaloUrl: '', messengerUrl: '' }
  const settings = { brand, address, ...contact, pays: methods.map(({ kind }) => kind) }
  const rest = { chat, problem: '', error_line: '', error_again: '/auth-magic-link', status: '' }
  const [vi, en] = languages.map(language => ({ ...siteValues(settings, plans, language), ...rest }))
  return { vi: vi ?? {}, en: en ?? {} }
}
