import type { Readable } from 'node:stream'

/** Keys are made by us ('sources/<workspace>/<uuid>'), never from a person's input. */
export type Files = {
  /** Replaces an older file; one writer at a time per key. Failed writes leave nothing behind; throws FileTooLarge. */
  save(key: string, content: Readable, limits: { maxBytes: number }): Promise<{ size: number; sha256: string }>
  /** @throws FileMissing; both ends of the range are inclusive */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** @throws FileMissing; a local path for a child process, to be released when done */
  local(key: string): Promise<{ path: string; release(): Promise<void> }>
  exists(key: string): Promise<boolean>
  /** @throws FileMissing */
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** Complete files only; those added or removed during the listing may or may not appear. */
  keys(): AsyncIterable<string>
}

export type ByteRange = { start: number; end: number }

export class FileTooLarge extends Error {}

export class FileMissing extends Error {}
