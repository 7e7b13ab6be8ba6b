// Only their declaration of memory changes. Source: WebAssembly core specification, Binary Format; the threads proposal.
import { hash } from 'node:crypto'
import type { Compiled } from './embedded-orders.ts'

const importSection = 2
const kinds = { function: 0, table: 1, memory: 2, global: 3 }
const hasMaximum = 1
const isShared = 3
/** 65,536 pages of 64 KiB, the limit. */
const maxPages = [0x80, 0x80, 0x04]

/** From now on all memory in this thread is shared. Memories and programs come in the order they are made. */
export function shareAllMemory(
  maxBytes: number,
  compiled: Compiled,
  onCompiled: (digest: string, module: WebAssembly.Module) => void,
): { memories: WebAssembly.Memory[]; running: WebAssembly.Instance[] } {
  const memories: WebAssembly.Memory[] = []
  const running: WebAssembly.Instance[] = []
  const { Module, Instance } = WebAssembly
  WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
    construct(Memory, [{ initial, maximum }]: [WebAssembly.MemoryBounds]) {
      const memory = new Memory({ initial, maximum: Math.min(maximum, maxBytes / 65_536), shared: true })
      memories.push(memory)
      return memory
    },
  })
  WebAssembly.Module = new Proxy(Module, {
    construct: (Made, [bytes]: [Uint8Array]) => {
      const digest = hash('sha1', bytes)
      const known = compiled.get(digest)
      if (known) return known
      const made = new Made(inSharedMemory(bytes))
      compiled.set(digest, made)
      onCompiled(digest, made)
      return made
    },
  })
  WebAssembly.instantiate = async (program, imports) => {
    const module = program instanceof Module ? program : new WebAssembly.Module(program)
    const instance = new Instance(module, imports)
    running.push(instance)
    return program instanceof Module ? instance : { module, instance }
  }
  return { memories, running }
}

export function inSharedMemory(program: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(program)
  const section = findImports(bytes)
  const place = section && findMemory(bytes, section.at)
  if (!section || place === undefined) return bytes
  const flags = bytes[place] ?? 0
  if ((flags & hasMaximum) !== 0) {
    bytes[place] = isShared
    return bytes
  }
  const minimum = readNumber(bytes, place + 1)
  const maximum = Uint8Array.from(maxPages)
  const size = writeNumber(section.size + maximum.length)
  const memory = [Uint8Array.of(isShared), bytes.subarray(place + 1, minimum.next), maximum]
  const before = bytes.subarray(0, section.sizeAt)
  return new Uint8Array(
    Buffer.concat([before, size, bytes.subarray(section.at, place), ...memory, bytes.subarray(minimum.next)]),
  )
}

type Section = { sizeAt: number; at: number; size: number }

function findImports(bytes: Uint8Array): Section | undefined {
  let at = 8
  while (at < bytes.length) {
    const size = readNumber(bytes, at + 1)
    if (bytes[at] === importSection) return { sizeAt: at + 1, at: size.next, size: size.value }
    at = size.next + size.value
  }
  return undefined
}

function findMemory(bytes: Uint8Array, start: number): number | undefined {
  const count = readNumber(bytes, start)
  let at = count.next
  for (let index = 0; index < count.value; index++) {
    at = skipName(bytes, skipName(bytes, at))
    const kind = bytes[at++]
    if (kind === kinds.memory) return at
    if (kind === kinds.function) at = readNumber(bytes, at).next
    else if (kind === kinds.table) at = skipLimits(bytes, at + 1)
    else if (kind === kinds.global) at += 2
    else at = readNumber(bytes, at + 1).next
  }
  return undefined
}

function skipName(bytes: Uint8Array, at: number): number {
  const length = readNumber(bytes, at)
  return length.next + length.value
}

function skipLimits(bytes: Uint8Array, at: number): number {
  const flags = bytes[at] ?? 0
  const minimum = readNumber(bytes, at + 1).next
  return (flags & hasMaximum) !== 0 ? readNumber(bytes, minimum).next : minimum
}

function readNumber(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return { value: value >>> 0, next: at + 1 }
  }
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  let left = value
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
  return Uint8Array.of(...bytes, left)
}
