import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { SupabaseClient, UserIdentity } from '@supabase/supabase-js'
import { home, type OauthDesk, openOauthDesk, password } from './oauth-driver.ts'

describe('identities', () => {
  let desk: OauthDesk
  let shut: OauthDesk

  before(async () => {
    desk = await openOauthDesk({ AUTH_MANUAL_LINKING: 'on' })
    shut = await openOauthDesk()
  })

  after(async () => {
    await desk.close()
    await shut.close()
  })

  beforeEach(() => {
    desk.newcomer()
    shut.newcomer()
  })

  async function wayToLink(supabase: SupabaseClient, provider: 'google' | 'custom:oidc' = 'google'): Promise<string> {
    const { data, error } = await supabase.auth.linkIdentity({ provider, options: { redirectTo: home } })
    assert.equal(error, null)
    return data.url ?? ''
  }

  async function link(supabase: SupabaseClient, provider: 'google' | 'custom:oidc' = 'google'): Promise<URL> {
    let next = await wayToLink(supabase, provider)
    while (!next.startsWith(home)) next = (await fetch(next, { redirect: 'manual' })).headers.get('location') ?? home
    return new URL(next)
  }

  async function identitiesOf(supabase: SupabaseClient): Promise<UserIdentity[]> {
    return (await supabase.auth.getUserIdentities()).data?.identities ?? []
  }

  test('linkIdentity and unlinkIdentity are refused unless the installation wants them', async () => {
    const supabase = await shut.confirmed('shut@shop.example')
    const linked = await supabase.auth.linkIdentity({ provider: 'google' })
    assert.equal(linked.error?.code, 'manual_linking_disabled')
    assert.equal(linked.error?.message, 'Manual linking is disabled')
    assert.equal(linked.error?.status, 404)
    const [identity] = await identitiesOf(supabase)
    assert.ok(identity)
    const unlinked = await supabase.auth.unlinkIdentity(identity)
    assert.equal(unlinked.error?.code, 'manual_linking_disabled')
  })

  test('linkIdentity adds a way in, whatever the address there; it leads to the same account from then on', async () => {
    const supabase = await desk.confirmed('links@shop.example')
    const before = (await supabase.auth.getUser()).data.user
    desk.simulator.person = { sub: 'of another address', email: 'else@shop.example', email_verified: false }
    const back = await link(supabase)
    assert.match(back.hash, /^#access_token=/)
    const identities = await identitiesOf(supabase)
    assert.deepEqual(
      identities.map(identity => identity.provider),
      ['email', 'google'],
    )
    const { user } = await desk.arrive()
    assert.equal(user?.id, before?.id)
    assert.equal(user?.email, 'links@shop.example')
  })

  test('an identity that is somebody’s is linked to nobody else, nor twice', async () => {
    const { user } = await desk.arrive()
    assert.ok(user)
    const supabase = await desk.confirmed('second@shop.example')
    const taken = await link(supabase)
    assert.equal(taken.searchParams.get('error_code'), 'identity_already_exists')
    assert.equal(taken.searchParams.get('error_description'), 'Identity is already linked to another user')
    desk.newcomer()
    await link(supabase)
    const again = await link(supabase)
    assert.equal(again.searchParams.get('error_description'), 'Identity is already linked')
  })

  test('nobody can make another browser link its identity to their account', async () => {
    const supabase = await desk.confirmed('trap@shop.example')
    const way = await wayToLink(supabase)
    const back = await desk.browser().follow(way)
    assert.equal(back.searchParams.get('error_code'), 'bad_oauth_state')
    assert.equal((await identitiesOf(supabase)).length, 1)
  })

  test('a link that was begun in a session ends with it', async () => {
    const supabase = await desk.confirmed('ended@shop.example')
    const returned = await fetch(await wayToLink(supabase), { redirect: 'manual' })
    await supabase.auth.signOut()
    const answer = await fetch(returned.headers.get('location') ?? '', { redirect: 'manual' })
    assert.match(answer.headers.get('location') ?? '', /error_code=bad_oauth_state/)
  })

  test('unlinkIdentity: never the last one, nobody else’s, and with the address goes its password', async () => {
    const email = 'unlinks@shop.example'
    const supabase = await desk.confirmed(email)
    const [own] = await identitiesOf(supabase)
    assert.ok(own)
    assert.equal((await supabase.auth.unlinkIdentity(own)).error?.code, 'single_identity_not_deletable')
    const stranger = await desk.confirmed('stranger@shop.example')
    assert.equal((await stranger.auth.unlinkIdentity(own)).error?.code, 'identity_not_found')
    desk.simulator.person = { sub: 'the same person', email, email_verified: true }
    await link(supabase)
    assert.equal((await supabase.auth.unlinkIdentity(own)).error, null)
    const { data } = await supabase.auth.getUser()
    assert.deepEqual(data.user?.app_metadata, { provider: 'google', providers: ['google'] })
    assert.equal(data.user?.email, email)
    assert.equal((await desk.client().auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
    assert.equal((await desk.arrive()).user?.id, data.user?.id)
  })

  test('an address that nothing vouches for any more gives way, unless it is somebody else’s', async () => {
    const supabase = await desk.confirmed('old-address@shop.example')
    await desk.confirmed('taken@shop.example')
    const [own] = await identitiesOf(supabase)
    assert.ok(own)
    desk.simulator.person = { sub: 'moves', email: 'taken@shop.example', email_verified: true }
    await link(supabase)
    assert.equal((await supabase.auth.unlinkIdentity(own)).error?.code, 'email_conflict_identity_not_deletable')
    assert.equal((await identitiesOf(supabase)).length, 2)
    desk.simulator.person = { ...desk.simulator.person, email: 'new-address@shop.example' }
    await desk.arrive()
    assert.equal((await supabase.auth.unlinkIdentity(own)).error, null)
    assert.equal((await supabase.auth.getUser()).data.user?.email, 'new-address@shop.example')
  })

  test('a provider that cannot be reached is told where one wanted to be, or to the program that asks', async t => {
    const down = await openOauthDesk({ AUTH_MANUAL_LINKING: 'on', OAUTH_GOOGLE_ISSUER_URL: 'http://127.0.0.1:9' })
    t.after(() => down.close())
    const back = await down.browser().follow(await down.wayOf(down.client()))
    assert.equal(back.origin + back.pathname, home)
    assert.equal(back.searchParams.get('error'), 'server_error')
    const supabase = await down.confirmed('down@shop.example')
    const { error } = await supabase.auth.linkIdentity({ provider: 'google' })
    assert.equal(error?.status, 503)
  })
})
