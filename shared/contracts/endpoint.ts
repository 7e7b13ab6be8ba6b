import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** How an endpoint is called everywhere: on the server, in the clients, in the documentation. */
export type Address = `${Method} /${string}`

/** What an address takes and gives, as JSON; a `z.file()` where it is none. */
export type Endpoint = {
  /** What it does, in one English sentence; who may call it is the route's to say. */
  summary: string
  /** what stands in the path at `:name` */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What a success answers with, and nothing more: keys that it does not name are a misfit. */
  result: z.ZodType
}

/** The endpoints of one part of the product, in an `….api.ts` beside the contracts that they are made of. */
export type ApiPart = Partial<Record<Address, Endpoint>>

/** A moment: the server has a `Date`, and whoever reads the answer its text. */
export const instant = z.iso.datetime({ offset: true })
/** A code of the catalogue; its texts are not brought along for it. */
export const errorCode = z.string() as z.ZodType<string> as z.ZodType<ErrorCode>
/** Done, and there is nothing to say about it. */
export const nothing = z.object({})
/** The path names one thing. */
export const byId = z.object({ id: z.uuid() })

/** What is checked of a request's part, or `Without` where the endpoint takes none. */
export type Taken<E, Part extends string, Without = unknown> =
  E extends Record<Part, infer S extends z.ZodType> ? z.output<S> : Without

/** What an action may return so that, as JSON, it is what the schema says: a moment stands for its text, and nothing for `nothing`. */
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
