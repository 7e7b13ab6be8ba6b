import { sql } from 'kysely'
import { openHouse } from '#features/site/open-house.ts'
import { openBankDriver } from './bank-driver.ts'
import { makeOperator } from '../fixtures/shop-owner.ts'

export type OperatorDriver = Awaited<ReturnType<typeof openOperatorDriver>>

export async function openOperatorDriver(settings: Record<string, string> = {}) {
  const desk = await openBankDriver(settings)
  const { read, call } = desk
  const houseId = (await openHouse(desk.platform))?.workspaceId ?? ''
  const operator = await makeOperator(desk.platform)
  return Object.assign(desk, {
    houseId,
    operator,
    /** 'GET /refunds', below /api/v1/operator. */
    ask: <T = Record<string, unknown>>(address: string, body?: object) =>
      call<T>(address.replace(' ', ' /operator'), body, operator),
    acts: async (workspaceId: string) =>
      (
        await read(
          sql<{ action: string }>`select action from audit_log
            where workspace_id = ${workspaceId} and actor = ${operator.personId} order by at, id`,
        )
      ).map(one => one.action),
  })
}
