// A server with two ways in by providers, the issuer behind them, and browsers that go there and back.
import assert from 'node:assert/strict'
import type { SupabaseClient, User } from '@supabase/supabase-js'
import { type OidcSimulator, startOidcSimulator } from '#dev/simulators/oidc-simulator.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { type TestPlatform, testApp, testPlatform } from '#server/testing.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { freePort } from '#tests/setup/server-process.ts'
import { clientWithStorage } from '../storage/client-with-storage.ts'

/** Where sign-ins of this desk lead: an address of somebody else, by the allow list. */
export const home = 'https://shop.example/in'
export const password = 'hoa sen trắng'

export type Provider = 'google' | 'custom:oidc'
export type Arrived = { back: URL; facts: URLSearchParams; user: User | null; supabase: SupabaseClient }

export type OauthDesk = {
  platform: TestPlatform<Clock>
  simulator: OidcSimulator
  origin: string
  /** Somebody whom nobody knows yet stands at the issuer, and it is in order. */
  newcomer(): void
  /** @param flowType with `pkce` the verifier lies in the client's own storage */
  client(flowType?: 'implicit' | 'pkce'): SupabaseClient
  browser(): Browser
  /** Where the official client sends a browser. */
  wayOf(supabase: SupabaseClient, provider?: Provider, options?: object): Promise<string>
  /** Signs in from beginning to end, in a browser of its own. */
  arrive(provider?: Provider): Promise<Arrived>
  /** Signs up with address and password, and confirms. */
  confirmed(email: string): Promise<SupabaseClient>
  close(): Promise<void>
}

/** A browser as far as it matters here: it follows redirects by itself, and has cookies for each host. */
export type Browser = {
  open(url: string): Promise<Response>
  /** @returns where it ends up outside of the servers of this test */
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
    const cookies = new Map<string, string>()
    async function open(url: string): Promise<Response> {
      const { host } = new URL(url)
      const cookie = cookies.get(host)
      const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...(cookie ? { cookie } : {}) }
      const answer = await fetch(url, { redirect: 'manual', headers })
      const set = answer.headers.get('set-cookie')
      if (set) cookies.set(host, set.split(';')[0] ?? '')
      return answer
    }
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
