import type { Readable } from 'node:stream'

/** Bytes under keys. Keys are made by us ('sources/<workspace>/<uuid>'), never by a person. */
export type Files = {
  /**
   * Streams a file to its place, over an older one; one writer at a time for a key. A file that grows past the limit, or
   * whose stream breaks, leaves nothing behind. @throws FileTooLarge
   */
  save(key: string, content: Readable, limits: { maxBytes: number }): Promise<{ size: number; sha256: string }>
  /** @param range first and last byte, both included @throws FileMissing */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** The file on this machine, for a child process that reads it. Release it when done. @throws FileMissing */
  local(key: string): Promise<{ path: string; release(): Promise<void> }>
  exists(key: string): Promise<boolean>
  /** @throws FileMissing */
  copy(from: string, to: string): Promise<void>
  /** A key without a file is no error. */
  remove(key: string): Promise<void>
}

export type ByteRange = { start: number; end: number }

export class FileTooLarge extends Error {}

export class FileMissing extends Error {}
