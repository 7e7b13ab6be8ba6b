import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { languageOf } from '#platform/http/http.ts'
import { humanCheckKind } from '#platform/http/human-check.ts'
import type { Platform } from '#platform/platform.ts'
import { readSlug } from '#shared/rules/website/hosted-slug.ts'
import { fill, widgetTexts } from '#shared/texts/chat/widget-texts.ts'
import type { Language } from '#shared/words.ts'
import { shopNameForCustomers } from '#shared/rules/text/shop-name.ts'
import { recordSeen } from '../record-seen.ts'
import { visitorLimits } from './visitor-limits.ts'
import { escape, framePolicy } from './frame-page.ts'

type Found = {
  id: string | null
  workspace_id: string
  name: string
  first_version: number
  widget: string | null
  language: Language
  present: string
}

export function shopPageRoute(app: FastifyInstance, platform: Platform): void {
  app.get<{ Params: { slug: string } }>('/c/:slug', async (request, reply) => {
    visitorLimits(platform).count(request, 'others')
    const slug = readSlug(request.params.slug.slice(0, 100))
    const shop = slug && (await findShop(platform, slug))
    if (!shop) return reply.callNotFound()
    if (shop.present !== request.params.slug) return reply.redirect(`/c/${shop.present}`, 302)
    // Customers of a Vietnamese shop mostly read Vietnamese.
    const asked = request.headers['accept-language'] ? languageOf(request) : shop.language
    seal(platform, reply)
    if (!shop.widget) return reply.code(404).send(closedPage(shop, asked))
    return reply.send(shopPage(shop.name, shop.widget, asked, platform.config.BRAND_NAME))
  })
}

async function findShop(platform: Platform, slug: string): Promise<Found | undefined> {
  return platform.db.asService(null, async tx => {
    const { rows } =
      await sql<Found>`select c.id, w.id as workspace_id, w.name, w.first_version, c.account_id as widget, w.language, now_.slug as present
      from private.hosted_pages p
      join private.hosted_pages now_ on now_.workspace_id = p.workspace_id and now_.is_present
      join workspaces w on w.id = p.workspace_id and w.deleted_at is null
      left join channels c on c.workspace_id = w.id and c.hosted and c.status in ('connected', 'paused')
      where p.slug = ${slug}`.execute(tx)
    const [shop] = rows
    const { id, workspace_id: workspaceId } = shop ?? {}
    if (id && workspaceId) await recordSeen(platform, tx, { id, workspaceId }, platform.config.publicUrl)
    return shop && { ...shop, name: shopNameForCustomers(shop) }
  })
}

const style = `html{color-scheme:light dark}body{margin:0;font:16px/25px system-ui,sans-serif;background:#f1f5f2;color:#10211b}
#chat{display:flex;flex-direction:column;height:100vh;height:100dvh;max-width:720px;margin:0 auto}
.words{margin:auto;padding:24px;max-width:460px;text-align:center;text-wrap:pretty}h1{font-size:24px;line-height:34px;text-wrap:balance}
@media(prefers-color-scheme:dark){body{background:#0a1310;color:#e8f1ec}}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** May not be framed or indexed: only for people who have the link. */
function seal(platform: Platform, reply: FastifyReply): void {
  const policy = framePolicy([], humanCheckKind(platform.config) === 'turnstile')
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.replace("style-src 'self'", `style-src 'self' 'sha256-${styleHash}'`),
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  })
}

function shopPage(name: string, widget: string, language: Language, brand: string): string {
  const texts = widgetTexts(language)
  const place = `<main id="chat" data-widget="${escape(widget)}" data-brand="${escape(brand)}"><noscript><div class="words"><p>${escape(texts.pageNeedsScripts)}</p></div></noscript></main>`
  return page(name, language, place, '<script type="module" src="/widget/v1/shop-page.js"></script>')
}

function closedPage({ name }: Found, language: Language): string {
  const texts = widgetTexts(language)
  const words = `<main class="words"><h1>${escape(fill(texts.pageClosedTitle, { name }))}</h1><p>${escape(texts.pageClosed)}</p></main>`
  return page(name, language, words)
}

function page(title: string, language: Language, body: string, head = ''): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content"><meta name="robots" content="noindex, nofollow"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title><link rel="icon" href="/brand/sen-icon-32.png"><style>${style}</style>${head}</head><body>${body}</body></html>
`
}
