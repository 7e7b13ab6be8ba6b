import { hours } from '#platform/clock.ts'
import { bankName } from '#shared/rules/money/bank-names.ts'
import { dueOf } from '../../orders/order-due.ts'
import type { PaymentMethod } from '../method.ts'
import { cassoHook } from './casso.ts'
import { sepayHook } from './sepay.ts'
import { vietQr } from './vietqr.ts'

/** A transfer to the house's account, recognised by its memo. Đồng only. */
export const bankMethod: PaymentMethod = {
  kind: 'bank',
  currencies: ['VND'],
  renews: 'by order',
  orderLifeMs: hours(24),
  isSetUp: config => config.BANK_BIN !== '',
  details({ config }, order) {
    const { BANK_BIN: bin, BANK_ACCOUNT: account, BANK_HOLDER: holder } = config
    const amount = dueOf(order)
    const memo = order.memo_code
    return {
      method: 'bank',
      bin,
      bank: bankName(bin),
      account,
      holder,
      amount,
      memo,
      qr: vietQr({ bin, account, amount, memo }),
    }
  },
  hooks: [sepayHook, cassoHook],
}
