import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Address = `${Method} /${string}`

/** JSON, or a `z.file()`. */
export type Endpoint = {
  /** One English sentence, without who may call it. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Strict: unknown keys are a misfit. Of a stream: one event of it. */
  result: z.ZodType
  /** Server-sent events, each `{ event, data }`. */
  stream?: true
  /** Of a WebSocket: the messages it takes; `result` is one that it sends. */
  messages?: z.ZodType
}

export type ApiPart = Partial<Record<Address, Endpoint>>

/** A `Date` on the server, text in the answer. */
export const instant = z.iso.datetime({ offset: true })
export const nothing = z.object({})
/** No body at all: a redirect, or what needs none. */
export const noBody = z.void()
export const byId = z.object({ id: z.uuid() })

export type Taken<E, Part extends string, Without = unknown> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : Without

/** A `Date` for `instant`, nothing for `nothing`. */
export type Sendable<S extends z.ZodType> =
  | BeforeJson<z.input<S>>
  | (z.input<S> extends Record<string, never> ? void : never)

type BeforeJson<T> = unknown extends T
  ? T
  : string extends T
    ? T | Date
    : T extends object
      ? { readonly [K in keyof T]: BeforeJson<T[K]> }
      : T
