import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { areListed } from '#features/customers/segments/segment-customers.ts'
import { hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { type RouteName, routeNames } from '#shared/rules/campaigns/send-question.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { isTemplateRoute, type TemplateRow } from '../templates/template-plan.ts'
import { askRules } from './ask-rules.ts'
import { readFacts, readShop } from './contact-facts.ts'

const some = fc.constantFrom
const person = fc.record({
  kind: some('website', 'facebook', 'zalo', 'number', 'phone' as const),
  acted: some(null, 1, 23.9, 24, 47, 49, 167.9, 168, 200),
  adEntry: some(null, 20, 167, 169),
  unreachable: some(false, false, false, true),
  talked: fc.boolean(),
  agreed: some(true, true, false),
  token: fc.record({
    status: some('live', 'live', 'stopped', 'region', 'expired'),
    hasKey: some(true, true, false),
    expires: some(null, -1, 1),
    next: some(null, null, -1, 1),
  }),
})
const template = (kind: 'facebook' | 'zalo') =>
  fc.record({
    kind: fc.constant(kind),
    state: some('approved', 'approved', 'paused'),
    quotaFrom: some(null, null, -1, 1),
  })
const world = fc.record({
  people: fc.array(person, { minLength: 20, maxLength: 20 }),
  connected: fc.record({
    website: some(true, true, false),
    facebook: some(true, true, false),
    zalo: some(true, true, false),
  }),
  templates: fc.tuple(template('facebook'), template('zalo'), template('zalo')),
  paysAds: some(true, true, false),
})

test('the ways that a group asks for are those that the rules of sending find open', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const seen = new Map<RouteName, number>()

  await fc.assert(
    fc.asyncProperty(world, async ({ people, connected, templates, paysAds }) => {
      const { workspaceId } = await makeWorkspace(platform)
      const now = platform.clock.now()
      const at = (inHours: number | null) => (inHours === null ? null : new Date(now.getTime() + hours(inHours)))
      const channels = { website: newId(), facebook: newId(), zalo: newId() }
      for (const [kind, id] of Object.entries(channels))
        await rows(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at) values (${id}, ${workspaceId}, ${kind},
          ${id}, ${kind}, ${connected[kind as keyof typeof channels] ? 'connected' : 'needs_reconnect'}, ${now})`)
      if (paysAds)
        await rows(sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
          values (${workspaceId}, ${channels.facebook}, '1', 'Mây', 300, ${newId()}, ${now})`)
      for (const { kind, state, quotaFrom } of templates)
        await rows(sql`insert into templates (id, workspace_id, channel_id, external_id, name, state, tag, price_uid, price_phone, quota_from, described_at, read_at)
          values (${newId()}, ${workspaceId}, ${channels[kind]}, ${newId()}, 'Nhắc', ${state}, 'transaction', 200, 300, ${at(quotaFrom)}, ${now}, ${now})`)
      const customers: string[] = []
      for (const one of people) {
        const [customerId, contactId] = [newId(), newId()]
        customers.push(customerId)
        await rows(
          sql`insert into customers (id, workspace_id, name, created_at) values (${customerId}, ${workspaceId}, 'Khách', ${now})`,
        )
        const channelId = one.kind === 'website' || one.kind === 'facebook' ? channels[one.kind] : channels.zalo
        // Follow-ups need an act or consent, whatever is open.
        if (one.agreed || one.kind === 'facebook')
          for (const purpose of ['care', 'promotion'])
            await rows(sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
              values (${workspaceId}, ${customerId}, ${channelId}, ${purpose}, 'given', ${now})`)
        const number = `+849${String(customers.length).padStart(8, '0')}`
        if (one.kind === 'phone') {
          await rows(sql`insert into contact_details (id, workspace_id, customer_id, kind, value, created_at)
            values (${newId()}, ${workspaceId}, ${customerId}, 'phone', ${number}, ${now})`)
          continue
        }
        const acted = one.kind === 'number' ? null : at(one.acted === null ? null : -one.acted)
        await rows(sql`insert into contacts (id, workspace_id, customer_id, channel_id, external_id, last_interaction_at, ad_entry_at, unreachable_at, created_at)
          values (${contactId}, ${workspaceId}, ${customerId}, ${channelId}, ${one.kind === 'number' ? `tel:${number.slice(1)}` : contactId}, ${acted},
            ${at(one.adEntry === null ? null : -one.adEntry)}, ${one.unreachable ? now : null}, ${now})`)
        if (one.talked && one.kind !== 'number')
          await rows(sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, status, last_message_at, created_at)
            values (${newId()}, ${workspaceId}, ${channelId}, ${contactId}, ${one.kind}, 'closed', ${at(-300)}, ${at(-300)})`)
        if (one.kind === 'facebook')
          await rows(sql`insert into private.subscriptions (workspace_id, contact_id, channel_id, token, status, expires_at, next_at, reported_at)
            values (${workspaceId}, ${contactId}, ${channelId}, ${one.token.hasKey ? 'k' : null}, ${one.token.status}, ${at(one.token.expires)},
              ${at(one.token.next)}, ${now})`)
      }
      const known =
        await rows(sql<TemplateRow>`select t.*, h.kind, t.price_uid::float8, t.price_phone::float8 from templates t
        join channels h on h.id = t.channel_id where t.workspace_id = ${workspaceId}`)

      const openTo = async (route: RouteName): Promise<string[]> => {
        const purpose = route === 'facebook.marketing' ? 'care' : 'service'
        const plans = isTemplateRoute(route) ? known.map(row => ({ row, values: {} })) : [undefined]
        const open = await platform.db.asService(workspaceId, async tx => {
          const shop = await readShop(tx, workspaceId, now)
          const facts = await readFacts(tx, { workspaceId, purpose, now, numbersOn: channels.zalo }, { customers })
          const plan = {
            ...({ purpose, routes: [route], content: null, deadline: null, stopped: false } as const),
            cost: { confirmed: 1000, left: 1000 },
          }
          return facts.filter(one =>
            plans.some(
              template => askRules(platform.config, one, shop, { ...plan, template }, now).answer.is === 'now',
            ),
          )
        })
        return [...new Set(open.map(one => one.customer_id))].toSorted()
      }
      for (const route of routeNames) {
        const asked = { workspaceId, now, zone: 'Asia/Ho_Chi_Minh' }
        const found = await rows(
          sql<{ id: string }>`select cu.id from customers cu where ${areListed(asked, { by: 'route', route })}`,
        )
        const open = await openTo(route)
        assert.deepEqual(found.map(({ id }) => id).toSorted(), open, route)
        seen.set(route, (seen.get(route) ?? 0) + open.length)
      }
    }),
    runs(5),
  )
  for (const route of routeNames) assert.ok((seen.get(route) ?? 0) > 0, `nobody was open by ${route}`)
})
