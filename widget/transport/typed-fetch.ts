import type { z } from 'zod'
import type { Api, ApiAddress, Result } from '#shared/contracts/api.ts'

/** Under `/auth/v1` a `code`, elsewhere an `error`. */
type Refusal = { code?: string; error?: { code?: string; message?: string } }

export type Answer<A extends ApiAddress> = Omit<Response, 'ok' | 'json'> &
  ({ ok: true; json(): Promise<Result<A>> } | { ok: false; json(): Promise<Refusal> })

type Filled<Path extends string> = Path extends `${infer Head}/:${string}/${infer Tail}`
  ? `${Head}/${string}/${Filled<Tail>}`
  : Path extends `${infer Head}/:${string}`
    ? `${Head}/${string}`
    : Path
type Searched<A extends ApiAddress> = Api[A] extends { query: z.ZodType } ? '' | `?${string}` : ''
/** May start with the server's own address. */
export type PathOf<A extends ApiAddress> = A extends `${string} ${infer Path}`
  ? `${string}${Filled<Path>}${Searched<A>}`
  : never

export type BodyOf<A extends ApiAddress> = Api[A] extends { body: infer S extends z.ZodType }
  ? z.input<S>
  : Record<string, never>

export type Sent<A extends ApiAddress> = Omit<RequestInit, 'method' | 'body'> &
  (A extends `GET ${string}` ? { method?: 'GET' } : { method: A extends `${infer M} ${string}` ? M : never }) &
  (Api[A] extends { body: z.ZodType } ? { body: BodyOf<A> } : { body?: BodyOf<A> })

/** `fetch`, held to the contract, for scripts too small for `call` of `web/data/api.ts`. JSON only. */
export function typedFetch<A extends ApiAddress>(path: PathOf<A>, sent: Sent<A>): Promise<Answer<A>> {
  return fetch(path, { ...sent, body: JSON.stringify(sent.body) }) as Promise<Answer<A>>
}
