// The service role passes by row-level security: for our own addresses the conditions in their statements are the only wall.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Ids = Record<string, string>
type Act = [address: string, body?: ((theirs: Ids, own: Ids) => object) | undefined, answer?: string]

/** `{table}`: the id of the shop’s row there; the last acts remove it. `answer`: where it is no 404. */
const acts: Act[] = [
  ['POST /conversations/{conversations}/reply', () => ({ text: 'Dạ còn ạ' })],
  ['POST /conversations/{conversations}/pause-bot', () => ({})],
  ['POST /conversations/{conversations}/resume-bot'],
  ['POST /conversations/{conversations}/typing'],
  ['POST /conversations/{conversations}/snooze', () => ({ until: '2026-12-30T00:00:00Z' })],
  ['POST /conversations/{conversations}/assign', () => ({ person_id: null })],
  ['POST /conversations/{conversations}/read', () => ({})],
  ['POST /conversations/{conversations}/tags', () => ({ add: ['Khách sỉ'] })],
  ['POST /conversations/{conversations}/notes', () => ({ text: 'Gói kỹ' })],
  ['PATCH /conversations/{conversations}/customer', () => ({ name: 'Khác' })],
  ['POST /conversations/{conversations}/close'],
  ['POST /conversations/{conversations}/reopen'],
  ['POST /messages/{messages}/retry', () => ({})],
  ['PATCH /notes/{notes}', () => ({ text: 'Khác' })],
  ['PATCH /canned-replies/{canned_replies}', () => ({ title: 'Khác' })],
  ['PATCH /tags/{tags}', () => ({ name: 'Khác' })],
  ['POST /tags/{tags}/merge', theirs => ({ into: theirs['otherTag'] })],
  ['GET /channels/{channels}/identity-secret'],
  ['POST /channels/{channels}/identity-secret/turn', () => ({})],
  ['PUT /channels/{channels}/domains', () => ({ domains: ['khac.example'] })],
  ['PUT /greetings/{greetings}', () => greeting],
  ['POST /intents/{intents}/settle', () => ({ act: 'decline' })],
  ['POST /customers/{customers}/consents', theirs => consent(theirs['channels'])],
  ['GET /customers/{customers}/broadcasts'],
  ['GET /customers/{customers}/timeline'],
  ['PATCH /customers/{customers}', () => ({ name: 'Khác' })],
  ['POST /customers/{customers}/tags', () => ({ add: ['Khách sỉ'] })],
  ['POST /customers/{customers}/unrestrict', () => ({ why: 'khách gọi lại', seen: [] })],
  ['POST /customers/{customers}/split', theirs => ({ merge_id: theirs['customer_merges'] })],
  ['POST /customers/{customers}/export'],
  ['POST /segments/count', theirs => ({ segment: theirs['segments'] })],
  ['PATCH /segments/{segments}', () => ({ name: 'Khác' })],
  ['PATCH /customer-fields/{customer_fields}', () => ({ name: 'Khác' })],
  ['PATCH /data-requests/{data_requests}', () => ({ act: 'answered' })],
  ['PATCH /breaches/{breaches}', () => ({ step: 'contain', done: true })],
  [
    'POST /data-requests',
    theirs => ({ kind: 'access', who: 'Bích', came_on: '2026-11-14', customer_id: theirs['customers'] }),
  ],
  ['POST /may-send', theirs => ({ contact_id: theirs['contacts'], purpose: 'care' })],
  ['POST /sequences/{sequences}/runs', theirs => ({ customer_id: theirs['customers'] })],
  ['POST /members/{members}/invite-again'],
  ['POST /members/{members}/role', () => ({ role: 'admin' })],
  ['POST /dead-letters/{dead_letters}/drop'],
  ['POST /customers/imports/{imports}/commit', () => ({})],
  ['POST /customers/imports/{imports}/undo'],
  ['PATCH /broadcasts/{broadcasts}', () => ({ name: 'Khác' })],
  ['GET /broadcasts/{broadcasts}/recipients'],
  ['POST /broadcasts/{broadcasts}/copy', () => ({})],
  ['POST /broadcasts/{broadcasts}/cancel'],
  ['GET /sequences/{sequences}/runs'],
  ['PATCH /sequences/{sequences}', () => ({ name: 'Khác' })],
  ['POST /sequences/{sequences}/pause'],
  ['POST /sequences/{sequences}/end'],
  ['DELETE /answers/{answers}/like', undefined, '200 done'],
  ['POST /unanswered/{unanswered_questions}/ignore'],
  ['PATCH /regression-cases/{regression_cases}', () => ({ question: 'Khác' })],
  ['DELETE /regression-cases/{regression_cases}', undefined, '200 done'],
  ['DELETE /corrections/{answer_corrections}'],
  ['DELETE /passage-questions/{passage_questions}', undefined, '200 done'],
  ['DELETE /sources/{sources}'],
  ['DELETE /notes/{notes}'],
  ['DELETE /canned-replies/{canned_replies}'],
  ['DELETE /tags/{otherTag}'],
  ['DELETE /greetings/{greetings}'],
  ['DELETE /segments/{segments}'],
  ['DELETE /customer-fields/{customer_fields}'],
  ['DELETE /api-keys/{api_keys}'],
  ['DELETE /members/{members}'],
  ['DELETE /push-subscriptions/{push_subscriptions}'],
  ['DELETE /customers/{customers}'],
  ['POST /channels/{channels}/disconnect'],
]

/** One's own row and another shop's id in one request. */
const mixed: Act[] = [
  ['POST /conversations/{conversations}/assign', theirs => ({ person_id: theirs['person'] })],
  ['PATCH /conversations/{conversations}/customer', theirs => ({ remove: [theirs['contact_details']] }), '200 done'],
  ['POST /tags/{tags}/merge', theirs => ({ into: theirs['tags'] })],
  [
    'PATCH /customers/{customers}',
    theirs => ({ fields: { [String(theirs['customer_fields'])]: '2026-11-14' } }),
    '400 request.invalid',
  ],
  ['POST /customers/merge', (theirs, own) => ({ customer_id: own['customers'], merged_id: theirs['customers'] })],
  ['POST /customers/merge', (theirs, own) => ({ customer_id: theirs['customers'], merged_id: own['customers'] })],
  ['POST /sequences/{sequences}/runs', theirs => ({ customer_id: theirs['customers'] })],
  ['POST /notifications/read', theirs => ({ ids: [theirs['notifications']] }), '200 done'],
]

const greeting = {
  name: 'Khác',
  enabled: false,
  path: '/x',
  after: { seconds: 5 },
  who: 'all',
  hours: null,
  once: 'day',
  vi: 'Chào',
}

function consent(channelId: string | undefined) {
  return {
    client_id: newId(),
    channel_id: channelId,
    purpose: 'care',
    act: 'given',
    proof: 'qua điện thoại',
    words: 'Chị đồng ý nhận tin',
  }
}

const notFound = '404 request.not_found'

describe('another shop’s ids', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let owner: Owner
  let stranger: Owner
  let theirs: Ids
  let own: Ids

  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    owner = await makeOwner(platform)
    stranger = await makeOwner(platform)
    theirs = await idsOf(owner)
    own = await idsOf(stranger)
    await platform.jobs.drain()
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const read = async <R>(statement: ReturnType<typeof sql<R>>): Promise<R[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows

  /** Every table with the columns that say whose its rows are. */
  async function tablesOf({
    workspaceId,
    personId,
  }: Owner): Promise<{ place: string; theirs: string; hasId: boolean }[]> {
    return read(sql`select format('%I.%I', table_schema, table_name) as place, bool_or(column_name = 'id') as "hasId",
        string_agg(format('%I = %L', column_name, case column_name when 'workspace_id' then ${workspaceId} else ${personId} end),
          ' or ') filter (where column_name <> 'id') as theirs
      from information_schema.columns
      where table_schema in ('public', 'private') and column_name in ('workspace_id', 'person_id', 'id')
      group by 1 having bool_or(column_name <> 'id') order by 1`)
  }

  async function idsOf(who: Owner): Promise<Ids> {
    const { workspaceId, personId } = who
    const { channel } = await fillWorkspace(platform, who)
    const tables = (await tablesOf(who)).filter(({ hasId }) => hasId)
    const firsts = tables.map(
      ({ place, theirs }) => `(select '${place}' as place, id::text from ${place} where ${theirs} order by id limit 1)`,
    )
    const found = await read(sql<{ place: string; id: string }>`${sql.raw(firsts.join(' union all '))}`)
    const [invited, otherTag] = [newId(), newId()]
    await read(sql`insert into members (id, workspace_id, email, name, role, status, invited_at)
      values (${invited}, ${workspaceId}, ${`${invited}@shop.example`}, '', 'member', 'pending', ${platform.clock.now()})`)
    await read(sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
      select ${otherTag}, workspace_id, 'Khác nữa', 'khac nua', colour, created_at from tags where workspace_id = ${workspaceId} limit 1`)
    const ids = Object.fromEntries(found.map(({ place, id }) => [place.replace('public.', ''), id]))
    return { ...ids, person: personId, channels: channel, members: invited, otherTag }
  }

  async function everything(who: Owner): Promise<string> {
    const rows = (await tablesOf(who)).map(
      ({ place, theirs }) =>
        `select '${place} ' || coalesce(string_agg(t::text, ' ' order by t::text), '') as row from ${place} t where ${theirs}`,
    )
    return (await read(sql<{ row: string }>`${sql.raw(rows.join(' union all '))}`)).map(({ row }) => row).join('\n')
  }

  async function act(who: Owner, [address, body]: Act, named: Ids, others: Ids): Promise<string> {
    const [method, path] = address.split(' ') as ['POST', string]
    const url = `/api/v1${path.replace(/\{([\w ]+)\}/, (_, name: string) => named[name] ?? assert.fail(name))}`
    const payload = body?.(others, own)
    const answer = await app.inject({ method, url, headers: who.headers, ...(payload ? { payload } : {}) })
    return `${answer.statusCode} ${answer.json<{ error?: { code: string } }>().error?.code ?? 'done'}`
  }

  test('are found by nobody else, alone or beside one’s own', async () => {
    const untouched = await everything(owner)
    for (const one of acts)
      assert.equal(await act(stranger, one, theirs, theirs), one[2] ?? notFound, `${one[0]}: not theirs`)
    for (const one of mixed)
      assert.equal(await act(stranger, one, own, theirs), one[2] ?? notFound, `${one[0]}: joined to one’s own`)
    await platform.jobs.drain()
    assert.equal(await everything(owner), untouched)
  })

  test('are found by their own shop: each of these acts is there', async () => {
    for (const one of acts) {
      platform.clock.advance(seconds(30))
      assert.match(await act(owner, one, theirs, theirs), /^(2|409)/, one[0])
    }
  })
})
