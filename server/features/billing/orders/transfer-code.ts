import { type Transfer, vietQr } from '../methods/bank/vietqr.ts'

/** For banking apps; undefined if the account does not fit a code. */
export function transferCode(transfer: Transfer): string | undefined {
  try {
    return vietQr(transfer)
  } catch {
    return undefined
  }
}
