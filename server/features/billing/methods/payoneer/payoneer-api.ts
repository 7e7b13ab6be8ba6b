import { z } from 'zod'
import { seconds } from '#platform/clock.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import { parseJson } from '#platform/text/parse-json.ts'

const mediaType = 'application/vnd.optile.payment.enterprise-v1-extensible+json'

const payoneerObject = z.object({
  identification: z.object({ longId: z.string(), transactionId: z.string().optional() }),
  status: z.object({ code: z.string(), reason: z.string().optional() }),
  interaction: z.object({ code: z.string().optional(), reason: z.string().optional() }).optional(),
  payment: z
    .object({ amount: z.union([z.number(), z.string()]).optional(), currency: z.string().optional() })
    .optional(),
  redirect: z.object({ url: z.string() }).optional(),
})
export type PayoneerObject = z.output<typeof payoneerObject>

/** `status` 0: unknown whether Payoneer received the call. */
export class PayoneerError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(`Payoneer: ${status} ${message}`)
    this.name = 'PayoneerError'
    this.status = status
  }
}

/** @param path below /api: 'lists', 'charges/<longId>' */
export async function callPayoneer(
  { config, outside }: Platform,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<PayoneerObject> {
  const { PAYONEER_BASE_URL, PAYONEER_MERCHANT_CODE, PAYONEER_API_TOKEN } = config
  const secret = Buffer.from(`${PAYONEER_MERCHANT_CODE}:${PAYONEER_API_TOKEN}`).toString('base64')
  const answer = await outside
    .fetch({
      url: `${PAYONEER_BASE_URL}/api/${path}`,
      method,
      headers: { authorization: `Basic ${secret}`, accept: mediaType, 'content-type': mediaType },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: seconds(15),
      trusted: true,
      redirects: 0,
    })
    .catch((error: unknown) => {
      throw new PayoneerError(0, error instanceof OutsideError ? error.reason : String(error))
    })
  const read = payoneerObject.safeParse(parseJson(answer.body.toString()))
  if (answer.status < 200 || answer.status > 299) throw new PayoneerError(answer.status, 'refused')
  if (!read.success) throw new PayoneerError(answer.status, read.error.message)
  return read.data
}
