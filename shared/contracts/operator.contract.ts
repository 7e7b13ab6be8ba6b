// Amounts in the currency's smallest coin, times in ISO 8601 UTC.

export type DeskProof = {
  id: string
  order_id: string
  workspace: string | null
  memo_code: string
  amount: number
  due: number
  reference: string | null
  created_at: string
  /** Other proofs with the identical picture. */
  same_picture: number
}
