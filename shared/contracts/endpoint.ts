import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Address = `${Method} /${string}`

/** What a content type holds: JSON by a schema, text by `z.string()`, bytes by `z.file()`. */
export type ByContentType = Readonly<Record<string, z.ZodType>>

/** Bodies and results are JSON, or bytes: `z.file()`, with `mime(…)` where it is always of these content types. */
export type Endpoint = {
  /** One English sentence, without who may call it. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** By field of the body: the error where it does not fit, if not request.invalid. Its details name the place as `field`. */
  refusals?: Readonly<Record<string, ErrorCode>>
  /** The body in further content types. A file comes as a form unless one of these says otherwise. */
  bodies?: ByContentType
  /** Strict: unknown keys are a misfit. Of a stream: one event of it. */
  result: z.ZodType
  /** The result in further content types, for whoever asks for one by `accept`. */
  forms?: ByContentType
  /** Other statuses of success, and what each says. */
  statuses?: Readonly<Record<number, string>>
  /** Headers that every finished answer has, and what each says. */
  headers?: Readonly<Record<string, string>>
  /** 206: may be a part of the result, for whoever asks by `range`. */
  partial?: true
  /** A GET is answered as HEAD too, unless that would count as a download or open a stream. */
  head?: false
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
/** So that no browser shows it as a page of ours. */
export const asDownload = { 'content-disposition': 'The name to save it under.' }
/** Of a download that is written down: HEAD would be, too. */
export const recordedDownload = { headers: asDownload, head: false } as const

/** UTF-8, a column for each of the English names; the file's first line has them in the caller's language. */
export function csvOf(...columns: string[]): z.ZodFile {
  return z.file().mime('text/csv').meta({ columns })
}

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
