import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { makeAsk } from '#features/broadcasts/asking/make-ask.ts'
import { aboutSubscription } from '#features/channels/connections/subscriptions.ts'
import type { PickedPages } from '#shared/contracts/channels/facebook.contract.ts'
import { lan, listen, messengerDriver, pageId } from '#tests/drivers/messenger-driver.ts'

export const adAccount = '8800110022003300'

export const agreedWords =
  'Nhận tin khuyến mãi của Tiệm gội Mây qua Messenger, nhiều nhất 1 tin mỗi tuần; dừng bằng cách nhắn TC.'

export async function marketingDriver(
  t: TestContext,
  settings: Record<string, string> = { FACEBOOK_MARKETING_PERMISSION: 'paid_marketing_messages' },
  accountId?: string,
) {
  const desk = await messengerDriver(t, { settings })
  const pick = (await desk.signIn()).searchParams.get('facebook') ?? ''
  const order = { pick, page_ids: [pageId], ...(accountId && { ad_account_id: accountId }) }
  const { connected } = (await desk.api('POST', '/channels/facebook/pages', order)).body as PickedPages
  await listen(desk)
  const { platform, simulator } = desk
  const { workspaceId, personId } = desk.owner
  const rows = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows
  const settle = async (): Promise<void> => {
    await simulator.settled()
    await platform.jobs.drain()
    await desk.pass(3100)
    await platform.jobs.drain()
    await simulator.settled()
    await platform.jobs.drain()
  }
  const sendText = async (text: string, more: object = {}): Promise<void> => {
    await desk.control('user-message', { page: pageId, user: lan, text, ...more })
    await settle()
  }
  const thread = () => simulator.world.threads.get(`${pageId} ${lan}`)?.messages ?? []
  await rows(sql`update workspaces set name = 'Tiệm gội Mây' where id = ${workspaceId}`)
  await rows(sql`insert into consent_texts (workspace_id, purpose, language, version, words, max_messages, in_days, made_by, created_at)
    values (${workspaceId}, 'promotion', 'vi', 1, ${agreedWords}, 1, 7, ${personId}, ${platform.clock.now()})`)
  return {
    ...{ desk, rows, settle, say: sendText, thread, channelId: connected[0]?.id ?? '' },
    async ask(): Promise<void> {
      await rows(sql`update conversations set waiting_since = null`)
      await platform.db.asService(null, async tx => {
        const { rows: found } = await sql<{ id: string }>`select id from contacts`.execute(tx)
        const asked = await makeAsk(platform, tx, { workspaceId, contactId: found[0]?.id ?? '', askedBy: null })
        assert.equal(asked.is, 'now', asked.reasons.join())
      })
      await settle()
    },
    async agree(): Promise<void> {
      await sendText('Đồng ý', { quick_reply: { payload: thread().at(-1)?.quickReplies?.[0]?.payload } })
    },
    async optIn(body: object = {}): Promise<void> {
      await desk.control('opt-in', { page: pageId, user: lan, ...body })
      await settle()
    },
    ledger: async () =>
      (
        await rows(
          sql<{
            line: string
          }>`select act || ' ' || how || coalesce(' ' || version, '') as line from consents where purpose = 'promotion' order by at, id`,
        )
      ).map(({ line }) => line),
    state: async () =>
      (await rows(sql<{ state: string }>`select state from consent_states where purpose = 'promotion'`))[0]?.state,
    async savedSubscription() {
      const [row] = await rows(
        sql<{ contact_id: string; token: string; status: string }>`select * from private.subscriptions`,
      )
      if (!row) return undefined
      const token = platform.secrets.open(row.token, aboutSubscription(workspaceId, row.contact_id))
      return { status: row.status, token }
    },
  }
}
