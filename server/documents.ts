import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPlans } from '#features/billing/plans/read-plans.ts'
import { findHouse } from '#features/site/find-house.ts'
import { siteSettings } from '#features/site/site-settings.ts'
import { renderFeed, renderStatus } from '#features/status/render-status.ts'
import { makeStatusCache } from '#features/status/status-cache.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { addressIn, addresses } from '#shared/addresses.ts'
import { type ErrorCode, errorCatalogue, errorText } from '#shared/errors.ts'
import { errorLine, errorVariantOf } from '#shared/rules/website/error-variant.ts'
import { fillTokens, type PricedPlan, siteValues } from '#shared/rules/website/site-values.ts'
import { type Language, languages } from '#shared/words.ts'
import { packPage, type Page, pageWith, sendPage, verificationTag } from './send-page.ts'
import { type ListedDocument, manifestOf, robotsText, siteMapOf } from './site-files.ts'

export type Documents = {
  /** Serves the 404 page; undefined if no documents are built. */
  sendNotFound(request: FastifyRequest, reply: FastifyReply): Promise<unknown> | undefined
}

/** more: values of a short list, each cached as its own page. words: free text, never cached. html: for one page, cached until it changes. */
type Asked = { more: Record<string, string>; words?: string; html?: string }

/** Placeholder for free text in a page: a private-use letter that no page has. */
const wordsPlace = '\ue000'

/** A page waits no longer for fresh prices when it knows older ones. */
const patienceMs = 1000

/** Prices with a start date change without a write to the database. */
const staleMs = 60_000

export function serveDocuments(app: FastifyInstance, platform: Platform, folder: string): Documents {
  const listFile = join(folder, 'documents.json')
  if (!statSync(listFile, { throwIfNoEntry: false })) return { sendNotFound: () => undefined }
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as ListedDocument[]
  const site = makeSite(platform, folder)
  app.addHook('onClose', async () => site.end())
  // The status page must be there when the database is not.
  app.addHook('onReady', () => site.warm())

  const status = makeStatusCache(platform)
  const statusIn = async (language: Language) => {
    const known = await status()
    return renderStatus(known.status, known.isStale, language)
  }
  for (const language of languages) {
    app.get(`${addressIn(language, addresses.status)}/feed.xml`, async (_request, reply) => {
      const known = await status()
      if (!known.status) throw failure('server.busy', {}, 10)
      const { BRAND_NAME: brand, publicUrl } = platform.config
      return reply
        .headers({ 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'no-cache' })
        .send(renderFeed(known.status, language, { brand, publicUrl }))
    })
  }

  for (const path of new Set(list.map(document => document.path))) {
    const here = list.filter(document => document.path === path)
    if (here.every(document => document.variant === '' && !document.listed)) continue
    app.get(path, async (request, reply) => {
      const { variant, ...asked } = askedFor(path, request)
      const document = here.find(one => one.variant === variant) ?? here[0]
      if (document && path.endsWith(addresses.status)) asked.html = await statusIn(document.language)
      return document && site.send(document, asked, request, reply)
    })
  }
  app.get('/robots.txt', (_request, reply) => plain(reply, 'text/plain', robotsText(platform.config.publicUrl)))
  const siteMap = siteMapOf(platform.config.publicUrl, list)
  app.get('/sitemap.xml', (_request, reply) => plain(reply, 'application/xml', siteMap))
  for (const language of languages) {
    app.get(`/manifest-${language}.webmanifest`, (_request, reply) =>
      plain(reply, 'application/manifest+json', manifestOf(platform.config.BRAND_NAME, language)),
    )
  }

  return {
    sendNotFound(request, reply) {
      const [path = '', query] = request.url.split('?')
      const bare = path.replace(/\/+$/, '')
      if (bare !== path && list.some(one => one.path === bare && one.path !== '/404'))
        return Promise.resolve(reply.redirect(query ? `${bare}?${query}` : bare, 301) as unknown)
      const language = /^\/en(?:\/|$)/.test(request.url) ? 'en' : 'vi'
      const document = list.find(one => one.language === language && one.file.endsWith('/not-found.html'))
      return document && site.send(document, { more: {} }, request, reply.code(404))
    },
  }
}

type Values = Record<Language, Record<string, string>>

function makeSite(platform: Platform, folder: string) {
  let values: Values | undefined
  let readAt = 0
  let known = new Map<string, Page>()
  const written = new Map<string, { html: string; from: Page; page: Page }>()

  let renewing: Promise<Values> | undefined

  /** Values with stale prices are better than none, and than waiting long. */
  async function current(): Promise<Values> {
    const now = platform.clock.now().getTime()
    if (values && now - readAt < staleMs && now >= readAt) return values
    renewing ??= renew(now).finally(() => (renewing = undefined))
    const stale = values
    return stale ? Promise.race([renewing.catch(() => stale), wait(patienceMs, stale, { ref: false })]) : renewing
  }

  async function renew(now: number): Promise<Values> {
    const { plans } = await readPlans(platform)
    const chat = (await platform.db.asService(null, findHouse))?.widget ?? ''
    readAt = now
    const fresh = { vi: valuesIn('vi'), en: valuesIn('en') }
    if (JSON.stringify(fresh) !== JSON.stringify(values)) known = new Map()
    values = fresh
    return fresh

    function valuesIn(language: Language): Record<string, string> {
      return { ...siteValues(siteSettings(platform.config), plans as PricedPlan[], language), chat }
    }
  }
  const end = platform.changes.subscribe(changes => {
    if (changes.some(change => change.table === 'prices' || change.table === 'plans')) readAt = 0
  })

  async function send(
    { file, language }: ListedDocument,
    { more, words, html }: Asked,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const held = await current()
    const name = [file, ...Object.values(more)].join(' ')
    const cached = known.get(name)
    const page =
      cached ??
      fillPage(platform, readFileSync(join(folder, file), 'utf8'), {
        ...held[language],
        ...more,
        ...(html !== undefined && { status: wordsPlace }),
      })
    if (!cached) known.set(name, page)
    if (html !== undefined) return sendPage(platform, writtenPage(name, page, html), request, reply)
    return sendPage(platform, words ? pageWith(page, wordsPlace, asHtml(words)) : page, request, reply)
  }

  /** Packed once for all who ask for it. */
  function writtenPage(name: string, from: Page, html: string): Page {
    const last = written.get(name)
    if (last?.from === from && last.html === html) return last.page
    const page = pageWith(from, wordsPlace, html)
    written.set(name, { html, from, page })
    return page
  }

  /** For when the database does not answer later; the first page still reads anew. */
  async function warm(): Promise<void> {
    await current().catch(() => undefined)
    readAt = 0
  }

  return { send, end, warm }
}

/** @throws Error for an unknown token */
function fillPage(platform: Platform, html: string, values: Record<string, string>): Page {
  const filled = html
    .replace('<title>', () => `${verificationTag(platform.config.ZALO_SITE_VERIFICATION)}<title>`)
    .split(/(<script type="application\/ld\+json">[\s\S]*?<\/script>)/)
    .map((part, number) => fillTokens(part, values, number % 2 === 1 ? asJson : asHtml))
    .join('')
  const hashesOf = (shape: RegExp) =>
    [...filled.matchAll(shape)].map(
      ([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`,
    )
  return packPage(filled, {
    scripts: hashesOf(/<script(?: type="speculationrules")?>([\s\S]*?)<\/script>/g),
    styles: hashesOf(/<style>([\s\S]*?)<\/style>/g),
  })
}

function asHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function asJson(value: string): string {
  return JSON.stringify(value).slice(1, -1).replaceAll('<', '\\u003c')
}

function askedFor(path: string, request: FastifyRequest): Asked & { variant: string } {
  const query = new URL(request.url, 'http://localhost').searchParams
  const bare = path.replace(/^\/en(?=\/)/, '')
  if (bare === addresses.error) {
    const code = (query.get('code') ?? '').slice(0, 100)
    const again = query.get('kind') === 'recovery' ? `${addresses.auth}?mode=forgot` : addresses.magicLink
    const words = errorLine(code, query.get('description') ?? '')
    return { variant: errorVariantOf(code), more: { error_line: words && wordsPlace, error_again: again }, words }
  }
  if (bare === addresses.contact && query.has('sent')) return { variant: 'sent', more: {} }
  if (bare === addresses.contact && query.has('problem')) {
    const given = query.get('problem') ?? ''
    const code: ErrorCode = Object.hasOwn(errorCatalogue, given) ? (given as ErrorCode) : 'server.unexpected'
    const words = errorText(code, path === bare ? 'vi' : 'en')
    return { variant: 'problem', more: { problem: wordsPlace }, words }
  }
  return { variant: '', more: {} }
}

function plain(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }).send(text)
}
