import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { systemClock } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { digitsOf } from './authenticator-digits.ts'
import { newestEmail } from './mailbox.ts'
import { freePort } from '../setup/server-process.ts'

export type SignInDriver = {
  url: string
  platform: TestPlatform<typeof systemClock>
  app: FastifyInstance
  account(email: string, password: string): Promise<void>
  /** Two-step verification applies from the next sign-in. */
  giveApp(email: string): Promise<void>
  digits(): Promise<string>
  /** Sends queued mail, then opens the newest one. */
  openEmail(email: string): Promise<{ link: string; code: string }>
  auth(path: string, body: object, key?: string): Promise<Response>
  /** As an operator's lock, a new password or another device would. */
  endSessions(email: string): Promise<void>
  close(): Promise<void>
}

const appSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export async function openSignInDriver(settings: Record<string, string> = {}): Promise<SignInDriver> {
  const port = String(await freePort())
  const platform = await testPlatform({
    clock: systemClock,
    settings: { PORT: port, AUTH_RATE_LIMITS: 'off', AUTH_MAIL_GAP_SECONDS: '0', ...settings },
  })
  await platform.changes.start()
  await platform.broadcast.start()
  const app = await testApp(platform)
  await app.listen({ port: Number(port), host: '127.0.0.1' })
  const url = platform.config.publicUrl

  async function openEmail(email: string) {
    await platform.jobs.drain()
    const { link, code } = newestEmail(platform, email)
    return { link: link.href, code }
  }

  function auth(path: string, body: object, key = platform.tokens.anonKey): Promise<Response> {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return fetch(`${url}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  return {
    url,
    platform,
    app,
    openEmail,
    auth,
    async account(email, password) {
      const made = { email, password, email_confirm: true, user_metadata: { full_name: 'Nguyễn Thu Hạnh' } }
      await auth('/admin/users', made, platform.tokens.serviceRoleKey)
      await platform.jobs.drain()
    },
    async giveApp(email) {
      const id = newId()
      const now = platform.clock.now()
      await platform.db.asService(null, tx =>
        sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
          select ${id}, u.id, 'totp', 'verified', ${platform.secrets.lock(appSecret, `totp ${id}`)}, ${now}, ${now}
          from auth.users u where u.email = ${email}`.execute(tx),
      )
    },
    async digits() {
      // Codes work once; tests that sign in several times within half a minute reuse them.
      await platform.db.asService(null, tx => sql`update auth.mfa_factors set last_step = null`.execute(tx))
      return digitsOf(appSecret, Math.floor(Date.now() / 30_000))
    },
    async endSessions(email) {
      await platform.db.asService(null, tx =>
        sql`delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = ${email}`.execute(tx),
      )
    },
    async close() {
      await app.close()
      await platform.close()
    },
  }
}
