import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describedBy, type Feature } from '#platform/feature.ts'
import { languageOf } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { type Language, languages } from '#shared/words.ts'
import { packPage, type Page, sendPacked } from '../send-page.ts'
import { openApiOf } from './open-api.ts'
import type { Listed } from './operation.ts'
import { referencePage, referenceStyle } from './reference-page.ts'

const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const caching = 'public, max-age=3600'

/** Public `/api/openapi.json` and `/api/docs`, each written and compressed once, on first request. */
export function apiReferenceOf(parts: Feature[]): Feature {
  const listed: Listed[] = parts.flatMap(part =>
    describedBy(part).map(one => ({ ...one, part: one.protocol?.name ?? part.name })),
  )
  return {
    name: 'api-reference',
    plugin(app, platform) {
      const written = new Map<string, Page>()
      const once = (name: string, write: () => string): Page => {
        const page = written.get(name) ?? packPage(write())
        written.set(name, page)
        return page
      }
      app.get('/api/openapi.json', (request, reply) => {
        const page = once('json', () => openApi(platform, listed))
        reply.headers({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': caching,
          'content-security-policy': "default-src 'none'; sandbox",
          'access-control-allow-origin': '*',
          vary: 'accept-encoding',
        })
        return sendPacked(page, request, reply)
      })
      app.get('/api/docs', (request, reply) => {
        const language = wantedLanguage(request)
        const page = once(language, () => referencePage(platform.config.BRAND_NAME, language, listed))
        reply.headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': caching,
          'content-security-policy': pagePolicy,
          'content-language': language,
          vary: 'accept-encoding, accept-language',
        })
        return sendPacked(page, request, reply)
      })
    },
  }
}

function openApi({ config }: Platform, listed: Listed[]): string {
  return JSON.stringify(openApiOf(`${config.BRAND_NAME} API`, config.publicUrl, listed))
}

function wantedLanguage(request: FastifyRequest): Language {
  const { language } = request.query as { language?: unknown }
  return languages.find(one => one === language) ?? languageOf(request)
}
