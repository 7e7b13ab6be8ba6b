import type { Selectable } from 'kysely'
import type { Rows } from '#shared/rows.ts'

export type Withdrawal = Selectable<Rows['withdrawals']>

export type WithdrawalStatus = Withdrawal['status']
