// What the operator desk reads: `GET /api/v1/operator/*`. Amounts in the currency's smallest coin, times in ISO 8601 UTC.

/** A picture of a transfer that waits to be looked at. */
export type DeskProof = {
  id: string
  order_id: string
  workspace: string | null
  memo_code: string
  amount: number
  due: number
  reference: string | null
  created_at: string
  /** Other proofs with the very same picture. */
  same_picture: number
}
