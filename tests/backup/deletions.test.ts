import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { closeWorkspace } from '#features/workspaces/close-workspace.ts'
import { deleteAccount } from '#features/workspaces/delete-account.ts'
import { type Clock, days, type FakeClock, fakeClock, hours, systemClock } from '#platform/clock.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { runBackupCommand } from '#server/backup/backup-commands.ts'
import { planDeletions } from '#server/backup/erasures/apply-deletions.ts'
import { readErasureLists } from '#server/backup/erasures/read-lists.ts'
import { recordErasures } from '#server/backup/erasures/record-erasures.ts'
import { runExportCommand } from '#server/backup/workspace-folder/export-command.ts'
import { runImportCommand } from '#server/backup/workspace-folder/import-command.ts'
import { readConfig } from '#server/config.ts'
import { runDoctor } from '#server/doctor/run-doctor.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { openHome } from '#tests/setup/open-home.ts'
import { runSen } from '#tests/setup/sen-command.ts'
import { type Home, makeHome } from '#tests/setup/server-process.ts'
import { killRestore } from './killed-restore.ts'

describe('what was deleted after a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-deletions-'))
  const daily = join(folder, 'daily')
  const early = join(daily, 'early.backup')
  const homes: Home[] = []
  let home: Home
  /** Whose shop is deleted; who deletes account and shop; who leaves a shop that somebody else has since; who is one of two. */
  const owners: Record<'shop' | 'both' | 'handed' | 'stays', Owner> = {} as never
  let colleague: Owner
  let deletedAt: Date

  const newHome = async () => {
    const made = await makeHome({
      HUMAN_CHECK: 'off',
      BACKUP_PASSPHRASE: 'nước mắm nhĩ Phú Quốc',
      BACKUP_FOLDER: daily,
    })
    homes.push(made)
    return made
  }
  const emptyHome = async () => {
    const made = await newHome()
    if (made.kind === 'embedded') rmSync(join(made.dataDir, 'database'), { recursive: true })
    return made
  }
  async function within<T>(one: Home, run: (platform: Platform) => Promise<T>, clock: Clock = systemClock): Promise<T> {
    const { platform, close } = await openHome(readConfig(one.settings), clock)
    return run(platform).finally(close)
  }
  const sen = async (one: Home, ...words: string[]) => (await runBackupCommand(readConfig(one.settings), words)) ?? ''
  const bring = (one: Home, ...words: string[]) => runImportCommand(readConfig(one.settings), ['import', ...words])
  const exported = (one: Home, { workspaceId }: Owner, name: string) =>
    runExportCommand(readConfig(one.settings), ['export', workspaceId, join(folder, name)])
  const callerOf = ({ personId, workspaceId }: Owner): Caller => {
    const amr = [{ method: 'password', timestamp: Date.now() / 1000 }]
    const claims = { role: 'authenticated' as const, sub: personId, amr }
    return { personId, workspaceId, email: '', role: 'admin', language: 'vi', claims }
  }
  const rowsOf = <R>(platform: Platform, statement: ReturnType<typeof sql<R>>) =>
    platform.db.readAsService<R>(statement)
  const waiting = (platform: Platform) =>
    rowsOf(platform, sql<{ kind: string }>`select kind from private.jobs where kind = 'send mail'`)

  /** Which of the shops are open, and which of the accounts are there. */
  async function standing(platform: Platform) {
    const found: Record<string, string> = {}
    for (const [name, { personId, workspaceId }] of Object.entries({ ...owners, colleague })) {
      const [row] = await rowsOf(
        platform,
        sql<{ shop: boolean; person: boolean; members: number }>`select exists (select from workspaces
            where id = ${workspaceId} and deleted_at is null) as shop,
          exists (select from people where id = ${personId} union all select from auth.users where id = ${personId}
            union all select from auth.sessions where user_id = ${personId}) as person,
          (select count(*)::int from members where workspace_id = ${workspaceId}) as members`,
      )
      found[name] = `${row?.shop ? 'open' : 'closed'} ${row?.person ? 'there' : 'gone'} ${row?.members}`
    }
    return found
  }
  const anew = {
    ...{ shop: 'closed there 0', both: 'closed gone 0', handed: 'open gone 0' },
    ...{ stays: 'open there 1', colleague: 'open gone 1' },
  }

  before(async () => {
    home = await newHome()
    await within(home, async platform => {
      for (const name of ['shop', 'both', 'handed', 'stays'] as const) owners[name] = await makeOwner(platform)
      colleague = await makeMember(platform, owners.stays)
      await sen(home, 'backup', early)
      await exported(home, owners.shop, 'shop')
      await exported(home, owners.stays, 'stays')
      await exported(home, owners.handed, 'handed')
      const next = await makeMember(platform, owners.handed)
      await platform.db.asService(null, async tx => {
        await sql`update members set role = 'admin' where person_id = ${next.personId}`.execute(tx)
        await closeWorkspace(platform, tx, owners.shop.workspaceId, owners.shop)
      })
      await deleteAccount(platform, callerOf(owners.both), {
        word: 'XOÁ',
        delete_workspaces: [owners.both.workspaceId],
      })
      for (const one of [owners.handed, colleague])
        await deleteAccount(platform, callerOf(one), { word: 'XOÁ', delete_workspaces: [] })
      await platform.jobs.drain()
      const [row] = await rowsOf(
        platform,
        sql<{ deleted_at: Date }>`select deleted_at from workspaces where id = ${owners.shop.workspaceId}`,
      )
      deletedAt = row?.deleted_at as Date
      assert.match(await doctorLine(platform), /✔ Erased people: 5 not yet on the list/)
      await recordErasures(platform)
      assert.match(await doctorLine(platform), /✔ Erased people: all are/)
      assert.deepEqual(await dueIn(home, platform), [], 'a backup of now would have nothing to delete')
    })
  })
  after(async () => {
    for (const one of homes) await one.remove()
    rmSync(folder, { recursive: true })
  })

  async function doctorLine(platform: Platform): Promise<string> {
    const text = await runDoctor(platform, []).catch((error: unknown) => (error as Error).message)
    return text.split('\n').find(line => line.includes('Erased people')) ?? text
  }
  /** The shops that a restore of what is in a place would close. */
  async function dueIn(one: Home, platform: Platform): Promise<string[]> {
    const erasures = await readErasureLists(readConfig(one.settings), { skipped: false, spared: [] })
    const { due } = await platform.db.asService(null, tx => planDeletions(tx, erasures))
    return due.map(({ id }) => id)
  }
  const minute = () => deletedAt.toISOString().slice(0, 16).replace('T', ' ')

  test('is on the list with the deletion or not at all', async () => {
    const target = await newHome()
    await within(target, async platform => {
      const owner = await makeOwner(platform)
      const jobs = { ...platform.jobs, enqueue: () => Promise.reject(new Error('killed')) }
      const killed: Platform = { ...platform, jobs }
      const listed = () =>
        rowsOf(
          platform,
          sql<{ kind: string }>`select kind from private.deletions
          where id in (${owner.workspaceId}, ${owner.personId}) order by 1`,
        )
      const close = (one: Platform) => one.db.asService(null, tx => closeWorkspace(one, tx, owner.workspaceId, owner))
      await assert.rejects(close(killed), /killed/)
      const whole = { word: 'XOÁ', delete_workspaces: [owner.workspaceId] }
      await assert.rejects(deleteAccount(killed, callerOf(owner), whole), /killed/)
      assert.deepEqual(await listed(), [])
      await deleteAccount(platform, callerOf(owner), whole)
      assert.deepEqual(await listed(), [{ kind: 'account' }, { kind: 'workspace' }])
      await platform.jobs.drain()
      assert.equal((await listed()).length, 2)
    })
  })

  test('is deleted again by a restore, also one that is killed and goes on: the shop as of its day, the account with it, and nobody gets a mail', async () => {
    const would = await sen(home, 'verify', early)
    assert.match(would, new RegExp(`would delete anew: the shop “[^”]+” \\([^)]+\\), deleted on ${minute()} UTC`))
    assert.match(would, /would delete anew: 3 accounts/)
    const target = await emptyHome()
    await killRestore(target, early)
    const said = await sen(target, 'restore', early)
    assert.match(said, /had come before/)
    assert.match(said, new RegExp(`Deleted anew: the shop .+${owners.shop.workspaceId}\\), deleted on ${minute()} UTC`))
    assert.match(said, new RegExp(`Nobody is left in the shop .+${owners.handed.workspaceId}`))
    await within(target, async platform => {
      assert.deepEqual(await standing(platform), anew)
      const [row] = await rowsOf(
        platform,
        sql<{ deleted_at: Date }>`select deleted_at from workspaces where id = ${owners.shop.workspaceId}`,
      )
      assert.deepEqual(row?.deleted_at, deletedAt)
      assert.deepEqual(await waiting(platform), [])
    })
    const later: FakeClock = fakeClock(new Date(deletedAt.getTime() + days(7) + hours(2)).toISOString())
    await within(
      target,
      async platform => {
        await platform.jobs.drain()
        const left = await rowsOf(platform, sql`select from channels where workspace_id = ${owners.shop.workspaceId}`)
        assert.equal(left.length, 0, 'its rows go on the day on which they would have gone')
        assert.deepEqual(await standing(platform), anew)
      },
      later,
    )
  })

  test('comes back where somebody says so, named with its day, and stays at the next restore', async () => {
    const id = owners.shop.workspaceId
    const target = await emptyHome()
    await assert.rejects(sen(target, 'restore', early, '--with-deleted', owners.stays.workspaceId), /not_deleted/)
    await assert.rejects(sen(target, 'restore', early, '--with-deleted', id, '--without-erasures'), /both_flags/)
    const said = await sen(target, 'restore', early, '--with-deleted', id)
    assert.match(said, new RegExp(`Wanted back, and here: the shop .+${id}\\), deleted on ${minute()} UTC`))
    await within(target, async platform => {
      assert.deepEqual(await standing(platform), { ...anew, shop: 'open there 1' })
      await recordErasures(platform)
    })
    const next = await emptyHome()
    await sen(next, 'restore', early)
    await within(next, async platform => {
      assert.deepEqual(await standing(platform), { ...anew, shop: 'open there 1' })
      await platform.db.asService(null, tx => closeWorkspace(platform, tx, id, owners.shop))
      await recordErasures(platform)
    })
    await within(target, async platform => assert.deepEqual(await dueIn(target, platform), [id]))
  })

  test('is refused by an import that does not say so, with its day; deleted accounts do not come', async () => {
    const target = await newHome()
    const { shop, stays } = owners
    await assert.rejects(bring(target, join(folder, 'shop')), ({ message }: Error) => {
      assert.match(message, /^import\.deleted\n.+\n.+$/)
      for (const line of message.split('\n').slice(1)) {
        assert.match(line, /\d{4}-\d\d-\d\d \d\d:\d\d/)
        assert.ok(line.includes(`--with-deleted ${shop.workspaceId}`))
      }
      return true
    })
    const said = (await bring(target, join(folder, 'shop'), '--with-deleted', shop.workspaceId)) ?? ''
    assert.match(said, /It had been deleted on .+ UTC, and is wanted back\./)
    await bring(target, join(folder, 'stays'))
    await assert.rejects(bring(target, join(folder, 'handed')), /import\.nobody/)
    await within(target, async platform => {
      const people = await rowsOf(
        platform,
        sql`select from people where id = ${colleague.personId}
        union all select from auth.users where id = ${colleague.personId}`,
      )
      assert.equal(people.length, 0)
      const found = await standing(platform)
      assert.deepEqual([found['shop'], found['stays']], ['open there 1', 'open there 1'])
      const lifted = await rowsOf(
        platform,
        sql`select from private.deletions where id = ${shop.workspaceId} and lifted_at is not null`,
      )
      assert.ok(lifted.length > 0)
      await platform.db.asService(null, tx => closeWorkspace(platform, tx, stays.workspaceId, stays))
    })
    const { output } = await runSen(target.settings, 'import', join(folder, 'stays'))
    assert.match(output, /^import\.deleted_here\n/)
  })
})
