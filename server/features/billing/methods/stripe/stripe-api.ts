import type { z } from 'zod'
import { seconds } from '#platform/clock.ts'
import { OutsideError } from '#platform/outside/outside-error.ts'
import type { Platform } from '#platform/platform.ts'
import { parseJson } from '#platform/text/parse-json.ts'

/** The webhook endpoint is created with the same version. */
const apiVersion = '2026-10-28.endive'

/** Nested values are sent as `a[b][0]=c`; undefined is left out. */
export type StripeForm = { [name: string]: StripeValue }
type StripeValue = string | number | boolean | undefined | StripeForm | (StripeForm | string)[]

/** `status` 0: unknown whether Stripe received the call. */
export class StripeError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(`Stripe: ${status} ${code} ${message}`)
    this.name = 'StripeError'
    this.status = status
    this.code = code
  }
}

export function readStripe<T extends z.ZodType>(
  platform: Platform,
  path: string,
  query: StripeForm,
  shape: T,
): Promise<z.output<T>> {
  const text = encodeForm(query)
  return call(platform, { method: 'GET', url: text === '' ? path : `${path}?${text}` }, shape)
}

/** @param key idempotency key: the first answer is repeated for at least a day */
export function postToStripe<T extends z.ZodType>(
  platform: Platform,
  path: string,
  form: StripeForm,
  key: string | undefined,
  shape: T,
): Promise<z.output<T>> {
  return call(platform, { method: 'POST', url: path, body: encodeForm(form), key }, shape)
}

export function deleteAtStripe<T extends z.ZodType>(platform: Platform, path: string, shape: T): Promise<z.output<T>> {
  return call(platform, { method: 'DELETE', url: path }, shape)
}

type Call = { method: 'GET' | 'POST' | 'DELETE'; url: string; body?: string; key?: string | undefined }

async function call<T extends z.ZodType>(
  { config, outside }: Platform,
  { method, url, body, key }: Call,
  shape: T,
): Promise<z.output<T>> {
  const answer = await outside
    .fetch({
      url: `${config.STRIPE_API_BASE}/v1${url}`,
      method,
      headers: {
        authorization: `Bearer ${config.STRIPE_SECRET_KEY}`,
        'stripe-version': apiVersion,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body }),
      timeoutMs: seconds(15),
      trusted: true,
      redirects: 0,
    })
    .catch((error: unknown) => {
      throw new StripeError(0, 'unreachable', error instanceof OutsideError ? error.reason : String(error))
    })
  const read = parseJson(answer.body.toString())
  if (answer.status < 200 || answer.status > 299) {
    const { code, type, message } =
      (read as { error?: { code?: string; type?: string; message?: string } })?.error ?? {}
    throw new StripeError(answer.status, code ?? type ?? '', message ?? '')
  }
  const shaped = shape.safeParse(read)
  if (!shaped.success) throw new StripeError(answer.status, 'shape', shaped.error.message)
  return shaped.data
}

export function encodeForm(form: StripeForm): string {
  const pairs = new URLSearchParams()
  const add = (name: string, value: StripeValue): void => {
    if (value === undefined) return
    if (Array.isArray(value)) value.forEach((one, index) => add(`${name}[${index}]`, one))
    else if (typeof value === 'object') for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one)
    else pairs.append(name, String(value))
  }
  for (const [name, value] of Object.entries(form)) add(name, value)
  return pairs.toString()
}
