import assert from 'node:assert/strict'
import type { SupabaseClient, User } from '@supabase/supabase-js'
import { type OidcSimulator, startOidcSimulator } from '#dev/simulators/oidc-simulator.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { type TestPlatform, testApp, testPlatform } from '#server/testing.ts'
import { cookieBrowser } from '#tests/drivers/cookie-browser.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { freePort } from '#tests/setup/server-process.ts'
import { clientWithStorage } from '../storage/client-with-storage.ts'

/** Another site, on the allow list. */
export const home = 'https://shop.example/in'
export const password = 'hoa sen trắng'

export type Provider = 'google' | 'custom:oidc'
export type Arrived = { back: URL; facts: URLSearchParams; user: User | null; supabase: SupabaseClient }

export type OauthDesk = {
  platform: TestPlatform<Clock>
  simulator: OidcSimulator
  origin: string
  /** A new person at the issuer, which has no faults. */
  newcomer(): void
  /** With `pkce` the verifier is in the client's own storage. */
  client(flowType?: 'implicit' | 'pkce'): SupabaseClient
  browser(): Browser
  wayOf(supabase: SupabaseClient, provider?: Provider, options?: object): Promise<string>
  arrive(provider?: Provider): Promise<Arrived>
  confirmed(email: string): Promise<SupabaseClient>
  close(): Promise<void>
}

/** Follows redirects, and keeps cookies for each host. */
export type Browser = {
  open(url: string): Promise<Response>
  /** @returns the first address outside this test's servers */
  follow(url: string): Promise<URL>
  cookies: Map<string, string>
}

export async function openOauthDesk(settings: Record<string, string> = {}): Promise<OauthDesk> {
  const simulator = await startOidcSimulator()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const platform = await testPlatform({
    clock: systemClock,
    settings: {
      AUTH_RATE_LIMITS: 'off',
      PUBLIC_URL: origin,
      REDIRECT_ALLOW_LIST: 'https://shop.example/**',
      OAUTH_GOOGLE_CLIENT_ID: simulator.clientId,
      OAUTH_GOOGLE_CLIENT_SECRET: simulator.clientSecret,
      OAUTH_GOOGLE_ISSUER_URL: simulator.issuer,
      OAUTH_OIDC_CLIENT_ID: simulator.clientId,
      OAUTH_OIDC_CLIENT_SECRET: simulator.clientSecret,
      OAUTH_OIDC_ISSUER_URL: simulator.issuer,
      ...settings,
    },
  })
  const app = await testApp(platform)
  await app.listen({ port, host: '127.0.0.1' })
  let people = 0

  const client: OauthDesk['client'] = flowType => clientWithStorage(origin, platform.tokens.anonKey, flowType)

  function browser(): Browser {
    const { cookies, open } = cookieBrowser()
    async function follow(url: string): Promise<URL> {
      let next = url
      for (let hop = 0; hop < 6; hop++) {
        if (!next.startsWith(origin) && !next.startsWith(simulator.issuer)) break
        const answer = await open(next)
        assert.ok(answer.status === 302 || answer.status === 303, `${next} answered ${answer.status}`)
        next = answer.headers.get('location') ?? ''
        if (next.startsWith(`${origin}/?`) || next.startsWith(`${origin}/#`)) break
      }
      return new URL(next)
    }
    return { open, follow, cookies }
  }

  async function wayOf(supabase: SupabaseClient, provider: Provider = 'google', options: object = {}): Promise<string> {
    const { data, error } = await supabase.auth.signInWithOAuth({
      provider,
      options: { redirectTo: home, skipBrowserRedirect: true, ...options },
    })
    assert.equal(error, null)
    return data.url ?? ''
  }

  async function arrive(provider: Provider = 'google'): Promise<Arrived> {
    const supabase = client()
    const back = await browser().follow(await wayOf(supabase, provider))
    const facts = new URLSearchParams(back.hash.slice(1))
    const { data } = await supabase.auth.setSession({
      access_token: facts.get('access_token') ?? '',
      refresh_token: facts.get('refresh_token') ?? '',
    })
    return { back, facts, user: data.user, supabase }
  }

  async function confirmed(email: string): Promise<SupabaseClient> {
    const supabase = client()
    await supabase.auth.signUp({ email, password, options: { data: { full_name: 'Tú' } } })
    await platform.jobs.drain()
    const token_hash = newestEmail(platform, email).link.searchParams.get('token') ?? ''
    assert.equal((await supabase.auth.verifyOtp({ type: 'signup', token_hash })).error, null)
    return supabase
  }

  function newcomer(): void {
    people += 1
    simulator.fault = undefined
    simulator.quiet = false
    simulator.person = { sub: `sub-${people}`, email: `oauth${people}@shop.example`, email_verified: true, name: 'Lan' }
  }

  return {
    platform,
    simulator,
    origin,
    newcomer,
    client,
    browser,
    wayOf,
    arrive,
    confirmed,
    async close() {
      await app.close()
      await platform.close()
      await simulator.close()
    },
  }
}
