import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { after, days, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { HookRequest, PaymentHook } from '../methods/hook.ts'
import { allMethods } from '../methods.ts'

const retentionDays = 30

/** Raw bytes are verified, stored once with their job, and acknowledged. */
export async function noticeRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const hook of hooks())
      scope.post(hook.address, async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const received = asReceived(request)
        if (!(await hook.isGenuine(platform, received))) return reply.code(hook.refusal).send({ success: false })
        await storeNotice(platform, hook, received)
        return reply.code(200).send({ success: true })
      })
  })
}

function hooks(): PaymentHook[] {
  return allMethods().flatMap(method => method.hooks)
}

function asReceived(request: FastifyRequest): HookRequest {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  return { headers: request.headers, raw, params: request.params as Record<string, string> }
}

/** A repeated one changes nothing, except that one ignored before is processed again. */
async function storeNotice(platform: Platform, hook: PaymentHook, { headers, raw }: HookRequest): Promise<void> {
  const text = raw.toString().replaceAll('\0', '')
  const externalId = hook.idOf(text)?.slice(0, 200) ?? `sha256:${createHash('sha256').update(raw).digest('hex')}`
  const stored = Object.fromEntries(hook.storedHeaders.map(name => [name, String(headers[name] ?? '')]))
  const id = newId()
  await platform.db.asService(null, async tx => {
    const { rows } = await sql<{
      id: string
    }>`insert into private.payment_inbox (id, provider, external_id, headers, raw, received_at)
      values (${id}, ${hook.provider}, ${externalId}, ${JSON.stringify({ headers: stored })}::jsonb, ${text}, ${platform.clock.now()})
      on conflict (provider, external_id) do update set status = 'received', done_at = null
        where payment_inbox.status = 'ignored' returning id`.execute(tx)
    if (rows[0]) await platform.jobs.enqueue(tx, jobOf(rows[0].id))
  })
}

function jobOf(id: string) {
  return { kind: 'read payment notice', key: `read payment notice ${id}`, payload: { notice_id: id } }
}

/** Idempotent, by ids of its own. */
export async function readNotice(platform: Platform, { notice_id: id }: { notice_id: string }): Promise<void> {
  const [notice] = await platform.db.readAsService<{
    provider: string
    raw: string
    headers: { headers: Record<string, string> }
    status: string
  }>(sql`select provider, raw, headers, status from private.payment_inbox where id = ${id}`)
  const hook = hooks().find(one => one.provider === notice?.provider)
  if (notice?.status !== 'received' || !hook) return
  const outcome = await hook.read(platform, { id, raw: notice.raw, ...notice.headers })
  await platform.db.asService(null, tx =>
    sql`update private.payment_inbox set status = ${outcome ? 'ignored' : 'done'}, note = ${outcome?.ignored ?? null}, done_at = ${platform.clock.now()}
      where id = ${id} and status = 'received'`.execute(tx),
  )
}

export async function sweepNotices(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from private.payment_inbox where received_at < ${after(now, -days(retentionDays))} and status <> 'received'`.execute(
      tx,
    )
    const { rows } = await sql<{ id: string }>`select id from private.payment_inbox
      where status = 'received' and received_at < ${after(now, -minutes(30))} order by received_at limit 100`.execute(
      tx,
    )
    for (const { id } of rows) await platform.jobs.enqueue(tx, jobOf(id))
  })
}
