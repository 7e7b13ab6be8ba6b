import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { drawInMemory } from '#platform/limits/memory-limit.ts'
import { identifiesNobody, peerOf } from '#platform/http/peer.ts'
import { plainPage, plainPagePolicy } from '#platform/http/plain-page.ts'
import type { Platform } from '#platform/platform.ts'
import type { Limit } from '#platform/limits/rate-limit.ts'
import { linksTexts } from '#shared/texts/campaigns/links-texts.ts'
import { isFetcher } from './is-fetcher.ts'

/** A mobile network shows thousands of people as one address; guessing misses, and is stopped much sooner. */
const perAddress: Record<'followed' | 'missed', Limit> = {
  followed: { max: 900, windowMs: minutes(1) },
  missed: { max: 30, windowMs: minutes(1) },
}

type Link = { workspace_id: string; target: string; clicked: boolean; closed: boolean }
type Problem = 'gone' | 'closed' | 'busy'

/** Followers need no session and get no cookie. */
export function linkRoutes(app: FastifyInstance, platform: Platform): void {
  app.get('/l/:code', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    try {
      draw(platform, request, 'followed')
      const { code } = request.params as { code: string }
      const link = await find(platform, code.toLowerCase())
      if (!link) draw(platform, request, 'missed')
      if (!link) return sendProblem(platform, reply, 'gone')
      if (link.closed) return sendProblem(platform, reply, 'closed')
      if (!link.clicked && !isFetcher(request)) await recordClick(platform, code.toLowerCase())
      return reply.header('content-security-policy', "default-src 'none'; sandbox").redirect(link.target, 302)
    } catch (error) {
      if (error instanceof Failure && error.code === 'request.too_many') return sendProblem(platform, reply, 'busy')
      throw error
    }
  })
}

function draw(platform: Platform, { ip }: FastifyRequest, what: keyof typeof perAddress): void {
  if (!identifiesNobody(ip)) drawInMemory(platform, `links ${what}:${peerOf(ip)}`, perAddress[what])
}

async function find(platform: Platform, code: string): Promise<Link | undefined> {
  if (!/^[a-z0-9]{12}$/.test(code)) return undefined
  const [link] = await platform.db
    .readAsService<Link>(sql`select k.workspace_id, l.target, k.clicked_at is not null as clicked,
      exists (select from private.closed_links x where x.workspace_id = k.workspace_id) as closed
    from private.link_codes k join private.campaign_links l on l.workspace_id = k.workspace_id and l.id = k.link_id
    join workspaces w on w.id = k.workspace_id where k.code = ${code} and w.deleted_at is null`)
  return link
}

/** Counted once per person. */
async function recordClick(platform: Platform, code: string): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asHousekeeper(tx =>
    sql`with followed as (update private.link_codes set clicked_at = ${now} where code = ${code} and clicked_at is null
        returning workspace_id, recipient_id)
      update private.broadcast_recipients r set clicked_at = ${now} from followed f
      where r.workspace_id = f.workspace_id and r.id = f.recipient_id and r.clicked_at is null`.execute(tx),
  )
}

const codes = { gone: 404, closed: 410, busy: 429 } as const

function sendProblem({ config }: Platform, reply: FastifyReply, what: Problem): FastifyReply {
  const sections = (['vi', 'en'] as const).map(language => {
    const texts = linksTexts(language)
    return { language, title: texts[what], lines: [texts[`${what}Text`]] }
  })
  return reply
    .code(codes[what])
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(plainPage(config.BRAND_NAME, sections))
}
