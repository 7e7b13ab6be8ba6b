import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import type { SequencePlan, SequenceStep } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { SequenceRun } from '#shared/contracts/campaigns/sequences.results.ts'
import { deliver } from '#tests/fixtures/scripted-kind.ts'
import { plan, put, say, wait } from '#tests/fixtures/sequence-plan.ts'
import { sequenceShop } from '#tests/fixtures/sequence-shop.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { forgetOldMarks, forgetOldRuns } from '../forget-marks-and-runs.ts'
import { enterSequence, findSilent } from './enter-sequence.ts'
import { runSequences } from './run-sequences.ts'

describe('a sequence', () => {
  const at = sequenceShop()
  const { rows, headersOf, call, drafted, published, wrote, start, turn, pass, sent, runOf, way, used, tag } = at

  test('is written by members, published by admins alone, and is nobody else’s', async () => {
    const stranger = await makeOwner(at.platform)
    const id = await drafted(plan([]))
    const publish = async (who: Owner, body: object = {}) => {
      const { code, body: answer } = await call('POST', `/${id}/publish`, body, who)
      return [code, (answer.error?.details as { field?: string } | undefined)?.field].filter(Boolean).join(' ')
    }
    assert.equal(await publish(at.member), 'auth.admin_needed')
    assert.equal(await publish(at.admin), 'sequence.step_invalid steps')
    const change = (body: object, who = at.member) => call('PATCH', `/${id}`, body, who)
    assert.equal((await change({ plan: plan([put(newId())]) })).code, 'ok')
    assert.equal(await publish(at.admin), 'sequence.step_invalid steps.0')
    await change({ plan: plan([say('Đang SALE 50%')]) })
    assert.equal(await publish(at.admin), 'broadcast.purpose_doubtful steps.0')
    await change({ name: ' ', plan: plan([say('Chào bạn')]) })
    assert.equal(await publish(at.admin), 'sequence.empty name')
    await change({ name: 'Chăm sau mua' })
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'x' }],
      ['GET', '', undefined],
      ['POST', '/publish', {}],
      ['POST', '/pause', undefined],
      ['POST', '/end', undefined],
      ['GET', '/runs', undefined],
      ['POST', '/runs', { customer_id: newId() }],
      ['DELETE', `/runs/${newId()}`, undefined],
      ['DELETE', '', undefined],
    ] as const)
      assert.equal((await call(method, `/${id}${path}`, body, stranger)).code, 'request.not_found', `${method} ${path}`)
    assert.deepEqual((await call('GET', '', undefined, stranger)).body['sequences'], [])
    assert.equal(await publish(at.admin), 'ok')
    assert.equal((await call('DELETE', `/${id}`, undefined, at.member)).code, 'sequence.published')
    assert.equal((await call('POST', `/${id}/pause`, undefined, at.member)).code, 'ok')
    assert.equal((await call('POST', `/${id}/resume`, undefined, at.member)).code, 'auth.admin_needed')
    assert.equal((await call('POST', `/${id}/resume`)).code, 'ok')
    assert.equal((await call('POST', `/${id}/end`, undefined, at.member)).code, 'ok')
    assert.equal((await change({ name: 'Khác' })).code, 'sequence.over')
    const log = await rows(sql<{ action: string }>`select action from audit_log where target = ${id} order by at, id`)
    assert.deepEqual(
      log.map(({ action }) => action),
      ['sequence.published', 'sequence.resumed', 'sequence.ended'],
    )
    const own = await drafted(plan([]))
    assert.equal((await call('DELETE', `/${own}`, undefined, at.member)).code, 'ok')
  })

  test('a plan holds so many at work, and two presses at once do not pass it', async () => {
    await rows(sql`update plans set active_sequences = 1 where code = 'trial'`)
    const [one, two] = [await drafted(plan([say('Chào')])), await drafted(plan([say('Chào')]))]
    const codes = await Promise.all([one, two].map(async id => (await call('POST', `/${id}/publish`, {})).code))
    assert.deepEqual(codes.sort(), ['ok', 'sequence.too_many_active'])
    await rows(sql`update plans set active_sequences = 20 where code = 'trial'`)
  })

  test('one that would lead back to itself through another is not published', async () => {
    const [one, two] = [await tag(), await tag()]
    const startedBy = (tagId: string) => ({ trigger: { on: 'tagged' as const, tag_id: tagId } })
    await published(plan([put(two)], startedBy(one)))
    const id = await drafted(plan([wait(5), put(one)], startedBy(two)))
    const { code, body } = await call('POST', `/${id}/publish`, {})
    assert.deepEqual([code, body.error?.details], ['sequence.loop', { field: 'steps.1', why: 'through' }])
  })

  test('goes step by step, tells where it has been, and counts what it sends', async () => {
    const [vip, mua] = [await tag(), await tag()]
    const branch: SequenceStep = {
      ...{ id: 'ask', is: 'branch', when: { by: 'replied' } },
      ...{ yes: [put(vip, 'good')], no: [say('Bạn còn cần gì không?', 'again')] },
    }
    const id = await published(
      plan([put(mua), wait(60), say('Cảm ơn {{customer_name|bạn}} nhé'), wait(2 * 1440, 'long'), branch]),
    )
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    assert.deepEqual(
      [await start(id, lan), await start(id, lan), await start(id, mai)],
      ['ok', 'sequence.inside_already', 'ok'],
    )
    await turn()
    assert.deepEqual(way(await runOf(id, lan)), ['put tagged'])
    await pass(minutes(50))
    assert.deepEqual(sent(), [])
    await pass(minutes(20))
    assert.deepEqual(sent().sort(), ['lan: Cảm ơn bạn nhé', 'mai: Cảm ơn bạn nhé'])
    assert.equal(await used(), 2)
    const { body } = await call('GET', `/${id}`, undefined, at.member)
    assert.deepEqual([body['inside'], body['changed']], [2, false])
    at.platform.clock.advance(hours(40))
    await wrote('lan', 'dùng thích lắm')
    await wrote('mai', 'cho hỏi giá', -8)
    await rows(
      sql`update private.sequence_runs set sent_at = ${new Date(at.platform.clock.now().getTime() + 1)} where customer_id = ${mai}`,
    )
    await pass(hours(10))
    assert.deepEqual(way(await runOf(id, lan)), [
      'put tagged',
      'wait waited',
      'say sent',
      'long waited',
      'ask yes',
      'good tagged',
    ])
    assert.equal((await runOf(id, lan))?.ended_why, 'finished')
    await pass(hours(2))
    assert.equal(way(await runOf(id, mai))?.at(-1), 'again sent')
    const { body: listed } = await call('GET', `/${id}/runs?limit=1`, undefined, at.member)
    const [latest] = listed['runs'] as SequenceRun[]
    assert.ok(latest && listed['next'] === latest.id)
    const { body: rest } = await call('GET', `/${id}/runs?after=${latest.id}`, undefined, at.member)
    assert.equal((rest['runs'] as SequenceRun[]).length, 1)
    const events = await rows(sql<{ name: string; n: number }>`select name, count(*)::int as n from private.events
      where name like 'sequence.%' and payload ->> 'sequence_id' = ${id} group by name order by name`)
    assert.deepEqual(events, [
      { name: 'sequence.ended', n: 2 },
      { name: 'sequence.entered', n: 2 },
    ])
  })

  test('paused, nobody goes on; resumed, they do; ended, all leave', async () => {
    const id = await published(plan([wait(30), say('Nhắc lịch'), wait(60, 'then')]))
    const lan = await wrote('lan')
    await start(id, lan)
    await turn()
    await call('POST', `/${id}/pause`, undefined, at.member)
    await pass(hours(1))
    assert.deepEqual([sent(), await start(id, await wrote('mai'))], [[], 'sequence.not_active'])
    await call('POST', `/${id}/resume`)
    await turn()
    assert.deepEqual(sent(), ['lan: Nhắc lịch'])
    await call('POST', `/${id}/end`, undefined, at.member)
    await at.platform.jobs.drain()
    assert.equal((await runOf(id, lan))?.ended_why, 'sequence_ended')
  })

  test('published anew, who is inside finishes theirs, or goes on at the same step where it stands', async () => {
    const id = await published(plan([wait(60), say('Bản một')]))
    const [lan, mai] = [await wrote('lan'), await wrote('mai')]
    await start(id, lan)
    await turn()
    await call('PATCH', `/${id}`, { plan: plan([wait(60), say('Bản hai')]) }, at.member)
    assert.equal((await call('GET', `/${id}`)).body['changed'], true)
    assert.deepEqual((await call('POST', `/${id}/publish`, { inside: 'finish' })).body, { version: 2, moved: 0 })
    await start(id, mai)
    await turn()
    await pass(minutes(70))
    assert.deepEqual(sent().sort(), ['lan: Bản một', 'mai: Bản hai'])
    const again = await published(plan([wait(60), say('Bản ba')]))
    const nga = await wrote('nga')
    await start(again, nga)
    await turn()
    await call('PATCH', `/${again}`, { plan: plan([wait(90), say('Bản bốn')]) })
    assert.deepEqual((await call('POST', `/${again}/publish`, { inside: 'move' })).body, { version: 2, moved: 1 })
    await call('PATCH', `/${again}`, { plan: plan([wait(90, 'other'), say('Bản năm')]) })
    assert.deepEqual((await call('POST', `/${again}/publish`, { inside: 'move' })).body, { version: 3, moved: 0 })
    await pass(minutes(70))
    assert.ok(sent().includes('nga: Bản bốn'), String(sent()))
  })

  test('the same plan is no new version, and of what was published or is over long ago only so much is kept', async () => {
    const id = await published(plan([wait(60)]))
    await start(id, await wrote('lan'))
    await turn()
    assert.deepEqual((await call('POST', `/${id}/publish`, { inside: 'move' })).body, { version: 1, moved: 0 })
    await rows(sql`insert into sequence_versions (workspace_id, sequence_id, version, plan, serves_only, published_at)
      select workspace_id, sequence_id, n, plan, serves_only, published_at from sequence_versions, generate_series(2, 40) n
      where sequence_id = ${id}`)
    await rows(sql`update sequences set version = 40 where id = ${id}`)
    await call('PATCH', `/${id}`, { plan: plan([wait(90)]) })
    assert.equal((await call('POST', `/${id}/publish`, {})).body['version'], 41)
    const versions = async () =>
      (
        await rows(
          sql<{ version: number }>`select version from sequence_versions where sequence_id = ${id} order by version`,
        )
      ).map(({ version }) => version)
    assert.deepEqual(await versions(), [1, ...Array.from({ length: 20 }, (_, n) => n + 22)])
    await call('POST', `/${id}/end`)
    await at.platform.jobs.drain()
    assert.deepEqual(await versions(), [41])
    await rows(sql`insert into sequences (id, workspace_id, name, status, draft, version, created_at, changed_at, ended_at)
      select gen_random_uuid(), workspace_id, name, status, draft, 1, created_at, changed_at, ended_at
      from sequences, generate_series(1, 301) where id = ${id}`)
    await drafted(plan([]))
    const ended = await rows(
      sql`select from sequences where workspace_id = ${at.admin.workspaceId} and status = 'ended'`,
    )
    assert.equal(ended.length, 300)
  })

  test('ways that were over long ago are forgotten, but not that somebody had them; and so are marks that count no more', async () => {
    const { workspaceId } = at.admin
    const [one, over] = [await published(plan([wait(1)])), await published(plan([wait(1)]))]
    const lan = await wrote('lan')
    const ago = (count: number) => new Date(at.platform.clock.now().getTime() - days(count))
    for (const [sequenceId, count] of [
      [one, 500],
      [one, 450],
      [over, 450],
    ] as const)
      await rows(sql`insert into private.sequence_runs (id, workspace_id, sequence_id, version, customer_id, step, entered_at, entered_by, ended_at, ended_why)
        values (${newId()}, ${workspaceId}, ${sequenceId}, 1, ${lan}, 'wait', ${ago(count)}, 'hand', ${ago(count)}, 'finished')`)
    await call('POST', `/${over}/end`)
    await forgetOldRuns(at.platform)
    assert.deepEqual(
      await rows(sql`select sequence_id, entered_at from private.sequence_runs where workspace_id = ${workspaceId}`),
      [{ sequence_id: one, entered_at: ago(450) }],
    )
    assert.equal(await start(one, lan), 'sequence.had_already')
    for (const count of [91, 89])
      await rows(sql`insert into private.send_marks (ref, workspace_id, customer_id, purpose, at)
        values (${newId()}, ${workspaceId}, ${lan}, 'care', ${ago(count)})`)
    await forgetOldMarks(at.platform)
    assert.deepEqual(await rows(sql`select at from private.send_marks where workspace_id = ${workspaceId}`), [
      { at: ago(89) },
    ])
  })

  test('each thing that starts one does, and nothing else', async () => {
    const [vip, other] = [await tag('vip'), await tag()]
    const made = Object.fromEntries(
      await Promise.all(
        Object.entries({
          first: { on: 'first_message' },
          tagged: { on: 'tagged', tag_id: vip },
          detail: { on: 'detail', kind: 'phone' },
          mail: { on: 'detail', kind: 'email' },
          followed: { on: 'followed' },
          silent: { on: 'no_reply', hours: 3 },
        } as Record<string, SequencePlan['trigger']>).map(
          async ([name, trigger]) => [name, await published(plan([wait(60 * 24 * 30)], { trigger }), name)] as const,
        ),
      ),
    )
    const inside = async (customerId: string) => {
      await turn()
      const found = await Promise.all(
        Object.entries(made).map(async ([name, id]) => ((await runOf(id, customerId)) ? [name] : [])),
      )
      return found.flat().sort()
    }
    const lan = await wrote('lan', 'số em 0912345678')
    assert.deepEqual(await inside(lan), ['detail', 'first'])
    await rows(sql`delete from private.sequence_runs`)
    await wrote('lan', 'còn hàng không')
    assert.deepEqual(await inside(lan), [])
    const put = async (tagId: string) =>
      at.app.inject({
        method: 'POST',
        url: `/api/v1/customers/${lan}/tags`,
        headers: await headersOf(at.admin),
        payload: { add: [tagId] },
      })
    await put(other)
    assert.deepEqual(await inside(lan), [])
    await put(vip)
    assert.deepEqual(await inside(lan), ['tagged'])
    await deliver(at.platform, at.kind, at.channel.accountId, [
      { kind: 'follow', userId: 'lan', externalId: newId(), time: at.platform.clock.now() },
    ] as never)
    await at.platform.jobs.drain()
    assert.deepEqual(await inside(lan), ['followed', 'tagged'])
    const lastSpoke = (author: string, ago: number) =>
      rows(sql`update conversations set preview_author = ${author}, last_message_at = ${new Date(at.platform.clock.now().getTime() - hours(ago))}
        where workspace_id = ${at.admin.workspaceId}`)
    for (const [author, ago] of [
      ['contact', 4],
      ['bot', 2],
      ['bot', 12],
    ] as const) {
      await lastSpoke(author, ago)
      await findSilent(at.platform)
      assert.deepEqual(await inside(lan), ['followed', 'tagged'], `${author} ${ago}`)
    }
    await lastSpoke('bot', 4)
    await findSilent(at.platform)
    await findSilent(at.platform)
    assert.deepEqual(await inside(lan), ['followed', 'silent', 'tagged'])
    assert.deepEqual(await start(made['mail'] ?? '', lan), 'sequence.customer_full')
  })

  test('at most three at one time, also where all start at once; again only as often as it says', async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => published(plan([wait(10)]))))
    const lan = await wrote('lan')
    await Promise.all(
      four.map(sequenceId =>
        at.platform.db.asService(at.admin.workspaceId, tx =>
          enterSequence(at.platform, tx, {
            workspaceId: at.admin.workspaceId,
            sequenceId,
            customerId: lan,
            by: 'button',
          }),
        ),
      ),
    )
    await Promise.all([runSequences(at.platform), runSequences(at.platform)])
    const live = () => rows(sql`select from private.sequence_runs where customer_id = ${lan} and ended_at is null`)
    assert.equal((await live()).length, 3)
    await pass(minutes(30))
    assert.equal((await live()).length, 0)
    const first = (await runOf(four[0] ?? '', lan)) ? four[0] : four[1]
    assert.equal(await start(first ?? '', lan), 'sequence.had_already')
    const often = await published(plan([wait(1)], { again_after_days: 2 }))
    assert.equal(await start(often, lan), 'ok')
    await turn()
    await pass(minutes(10))
    assert.equal(await start(often, lan), 'sequence.had_already')
    at.platform.clock.advance(days(2))
    assert.equal(await start(often, lan), 'ok')
  })

  test('shops take turns: whoever has a crowd due keeps nobody else’s people waiting', async () => {
    await rows(sql`delete from private.sequence_runs`)
    const other = await makeOwner(at.platform)
    const come = async (owner: Owner, people: number) => {
      const { body } = await call('POST', '', { name: 'Chăm', plan: plan([wait(60)]) }, owner)
      const { workspaceId } = owner
      const sequenceId = String(body['id'])
      assert.equal((await call('POST', `/${sequenceId}/publish`, {}, owner)).code, 'ok')
      for (let n = 0; n < people; n++) {
        const customerId = newId()
        const now = at.platform.clock.now()
        await rows(
          sql`insert into customers (id, workspace_id, created_at) values (${customerId}, ${workspaceId}, ${now})`,
        )
        await at.platform.db.asService(workspaceId, tx =>
          enterSequence(at.platform, tx, { workspaceId, sequenceId, customerId, by: 'hand' }),
        )
      }
    }
    await come(at.admin, 4)
    await come(other, 1)
    const inside = async () => {
      const counted = await rows(sql<{ id: string; n: number }>`select workspace_id as id, count(step)::int as n
        from private.sequence_runs group by 1`)
      return [at.admin, other].map(({ workspaceId }) => counted.find(({ id }) => id === workspaceId)?.n)
    }
    const oneGo = { inOneTurn: 2, inOneGo: 2 }
    for (const expected of [1, 2]) {
      await runSequences(at.platform, oneGo)
      assert.equal(
        (await inside()).reduce<number>((sum, n = 0) => sum + n, 0),
        expected,
      )
    }
    assert.deepEqual(await inside(), [1, 1])
    await come(other, 1)
    await runSequences(at.platform, { inOneTurn: 6, inOneGo: 2 })
    assert.deepEqual(await inside(), [3, 2])
  })

  test('two looks at once take each step once', async () => {
    const id = await published(plan([say('Chào bạn'), wait(5)]))
    for (const name of ['a', 'b', 'c', 'd']) await start(id, await wrote(name))
    await Promise.all([runSequences(at.platform), runSequences(at.platform), runSequences(at.platform)])
    await at.platform.jobs.drain()
    await turn()
    await pass(minutes(10))
    assert.deepEqual(
      sent().sort(),
      ['a', 'b', 'c', 'd'].map(name => `${name}: Chào bạn`),
    )
    assert.equal(await used(), 4)
  })
})
