import { createServer } from 'node:http'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { openCardDriver } from '#tests/drivers/card-driver.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

export type Transfer = { id: number; content: string; amount: number; date: string; way: string }
export type ShopOrder = {
  id: string
  method: string
  memo_code: string
  amount: number
  status: string
  provider_ref: string | null
}
export type MoneyDesk = Awaited<ReturnType<typeof openMoneyDesk>>
export type Story = { owner: Owner; transfers: Transfer[]; customer: () => Promise<string | undefined> }

export async function openMoneyDesk() {
  const listed: object[] = []
  const sepay = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 200, transactions: listed }))
  })
  await new Promise<void>(resolve => sepay.listen(0, '127.0.0.1', resolve))
  const { port } = sepay.address() as { port: number }
  const desk = await openCardDriver({ SEPAY_API_TOKEN: 'token-1', SEPAY_API_BASE: `http://127.0.0.1:${port}` })
  return Object.assign(desk, {
    listed,
    operator: { personId: newId() },
    counter: { transfers: 70_000 },
    closeAll: async () => {
      await desk.close()
      sepay.close()
    },
  })
}

export async function beginStory(desk: MoneyDesk): Promise<Story> {
  const owner = await makeOwner(desk.platform)
  desk.stripe.world.card = 'pays'
  desk.listed.length = 0
  const customer = async () =>
    (
      await desk.read(sql<{ customer: string }>`select customer from private.stripe_customers
        where workspace_id = ${owner.workspaceId}`)
    )[0]?.customer
  return { owner, transfers: [], customer }
}
