import { type Transfer, vietQr } from '../methods/bank/vietqr.ts'

/** What a banking app reads to send money out: withdrawals and refunds by hand. @returns undefined where the account does not fit one */
export function transferCode(transfer: Transfer): string | undefined {
  try {
    return vietQr(transfer)
  } catch {
    return undefined
  }
}
