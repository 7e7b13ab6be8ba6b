import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { newId } from '#platform/ids.ts'
import type { SignInDriver } from '#tests/drivers/sign-in-driver.ts'

export const tu = { email: 'tu@hatnau.example', password: 'hoa sen trắng nở đêm' }
export const people = { lan: newId(), mai: newId(), hung: newId() }

export function salon(desk: () => SignInDriver) {
  let workspaceId = ''
  const channelId = newId()
  const run = <T>(statement: ReturnType<typeof sql<T>>) =>
    desk().platform.db.asService(null, tx => statement.execute(tx))
  async function write(name: string, externalId: string, text: string): Promise<void> {
    await desk().platform.db.asService(workspaceId, tx =>
      receiveMessage(desk().platform, tx, {
        ...{ workspaceId, channelId, source: 'website', text, clientId: newId() },
        contact: { externalId, name },
      }),
    )
  }
  /** Three who wrote two hours ago and wait for nothing; one has opted out. */
  async function fillShop(): Promise<void> {
    const { rows } = await run(
      sql<{ id: string }>`select id from workspaces where deleted_at is null order by created_at desc limit 1`,
    )
    workspaceId = rows[0]?.id ?? ''
    // A zone where it is midday now.
    const ahead = 12 - new Date().getUTCHours()
    const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    await run(sql`update workspaces set name = 'Tiệm gội Mây', time_zone = ${zone} where id = ${workspaceId}`)
    await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${channelId}, ${workspaceId}, 'website', ${`wgt_${channelId}`}, 'Trang web', 'connected', now())`)
    await run(sql`update subscriptions set status = 'active' where workspace_id = ${workspaceId}`)
    await write('Nguyễn Thị Lan', people.lan, 'chị hỏi thẻ gội')
    await write('Trần Mai', people.mai, 'cho em hỏi giờ mở cửa')
    await write('Lê Văn Hùng', people.hung, 'TC')
    await rest()
  }
  /** Subscribed on Messenger and long silent: only a paid message reaches her. */
  async function subscriber(): Promise<void> {
    const [page, vy, event] = [newId(), newId(), newId()]
    const { rows } = await run(sql`select from private.ad_accounts where workspace_id = ${workspaceId}`)
    if (rows.length > 0) return
    await run(sql`insert into channels (id, workspace_id, kind, account_id, name, status, created_at)
      values (${page}, ${workspaceId}, 'facebook', ${page}, 'Tiệm gội Mây', 'connected', now())`)
    await run(sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
      values (${workspaceId}, ${page}, '88', 'Quảng cáo', 320, ${newId()}, now())`)
    await run(
      sql`insert into customers (id, workspace_id, name, created_at) values (${vy}, ${workspaceId}, 'Đỗ Vy', now())`,
    )
    await run(sql`insert into contacts (id, workspace_id, channel_id, customer_id, external_id, name, created_at)
      values (${vy}, ${workspaceId}, ${page}, ${vy}, '24680', 'Đỗ Vy', now())`)
    await run(sql`insert into private.subscriptions (workspace_id, contact_id, channel_id, token, status, reported_at)
      values (${workspaceId}, ${vy}, ${page}, 'locked', 'live', now())`)
    await run(sql`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, event, at)
      values (${event}, ${workspaceId}, ${vy}, ${page}, 'promotion', 'given', 'platform', 'subscribed', now())`)
    await run(sql`insert into consent_states (workspace_id, customer_id, channel_id, purpose, state, since)
      values (${workspaceId}, ${vy}, ${page}, 'promotion', 'given', now())`)
  }
  async function letIn(): Promise<void> {
    const [person] = (
      await run(sql<{ id: string; own: string }>`select p.id, m.workspace_id as own from people p
        join members m on m.person_id = p.id where p.email = ${tu.email}`)
    ).rows
    if (person?.own === workspaceId) return
    await run(sql`delete from workspaces where id = ${person?.own}`)
    await run(sql`insert into members (id, workspace_id, person_id, email, name, role, status, joined_at)
      values (${newId()}, ${workspaceId}, ${person?.id}, ${tu.email}, 'Lê Văn Tú', 'member', 'active', now())`)
  }
  async function answer(): Promise<void> {
    // Not the database's now(): by the clock of the jobs, which has no microseconds, that may be yet to come.
    await run(sql`update private.jobs set run_at = ${desk().platform.clock.now()} where key like 'answer:%'`)
    await desk().platform.jobs.drain()
  }
  async function rest(): Promise<void> {
    await run(sql`delete from private.jobs where key like 'answer:%'`)
    await run(sql`update conversations set waiting_since = null, last_message_at = now() - interval '2 hours'`)
  }
  return { run, write, fillShop, subscriber, letIn, answer, rest }
}
