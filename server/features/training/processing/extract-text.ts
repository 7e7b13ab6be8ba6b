import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ExtractError, type ExtractReason, type Page, type Recognised } from '../extract/extractor.ts'
import { type FileType, pictureTypes } from '#shared/contracts/training/training.contract.ts'
import type { PageFacts, PageHints } from '../extract/page/page.ts'
import type { WebType } from './extractors.ts'
import { makeExtractionQueue } from './extraction-queue.ts'
import type { SplitPassage } from '../passages/split-passages.ts'

export type FileToRead =
  | { type: FileType | 'scan'; path: string; title: string }
  | { type: WebType; path: string; title: string; hints: PageHints }
export type ReadFile = {
  text: string
  pages: Page[]
  page?: PageFacts
  recognised?: Recognised
  passages: SplitPassage[]
}
/** cpuMilliseconds: CPU time; milliseconds: wall clock */
export type ReadLimits = {
  heapMegabytes: number
  memoryMegabytes: number
  cpuMilliseconds: number
  milliseconds: number
  atOnce: number
  /** `nice` value: 19 yields to everything. */
  priority: number
}

/** Killed from outside: worth a retry. */
export class ReaderLost extends Error {}

export const READ_LIMITS: ReadLimits = {
  heapMegabytes: 256,
  memoryMegabytes: 512,
  cpuMilliseconds: 10_000,
  milliseconds: 60_000,
  atOnce: 2,
  priority: 10,
}

/** Pictures are decoded whole, one at a time; sized for the largest accepted one. */
export const PICTURE_LIMITS: Partial<ReadLimits> = {
  memoryMegabytes: 768,
  cpuMilliseconds: 90_000,
  milliseconds: 180_000,
  atOnce: 1,
}

/** Far above any valid output. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const WATCH_EVERY = 50

const training = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const readable = [training, `${root}shared/`, `${root}node_modules/`, `${root}package.json`]

// Shared by all workspaces: memory is per machine.
const turns = makeExtractionQueue()
const pictureTurns = makeExtractionQueue()

export function arePicturesRead(): boolean {
  return pictureTurns.isBusy()
}

/**
 * A hostile file can crash only the child process.
 * @throws ExtractError; ReaderLost if the process vanished
 */
export async function extractText(
  workspaceId: string,
  file: FileToRead,
  more: Partial<ReadLimits> = {},
): Promise<ReadFile> {
  const isPicture = file.type === 'scan' || pictureTypes.some(type => type === file.type)
  const limits = { ...READ_LIMITS, ...(isPicture ? PICTURE_LIMITS : {}), ...more }
  const slots = isPicture ? pictureTurns : turns
  await slots.enter(workspaceId, limits.atOnce)
  const meter = { spentMs: 0 }
  try {
    return await readInChild(file, limits, meter)
  } finally {
    slots.leave(workspaceId, meter.spentMs)
  }
}

function readInChild(file: FileToRead, limits: ReadLimits, meter: { spentMs: number }): Promise<ReadFile> {
  const child = startReader(file, limits)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let stoppedFor: ExtractReason | undefined
    const stop = (reason: ExtractReason): void => {
      stoppedFor ??= reason
      child.kill('SIGKILL')
    }
    const watch = setInterval(() => {
      meter.spentMs = Math.max(meter.spentMs, processorMilliseconds(child.pid))
      if (meter.spentMs > limits.cpuMilliseconds) stop('too_slow')
      if (residentMegabytes(child.pid) > limits.memoryMegabytes) stop('file_too_complex')
    }, WATCH_EVERY)
    const clock = setTimeout(() => stop('too_slow'), limits.milliseconds)
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) stop('file_too_complex')
      else chunks.push(chunk)
    })
    const end = (settle: () => void): void => {
      clearInterval(watch)
      clearTimeout(clock)
      settle()
    }
    child.on('error', error => end(() => reject(new ReaderLost(error.message))))
    child.on('close', (code, signal) =>
      end(() => {
        if (stoppedFor) return reject(new ExtractError(stoppedFor))
        // V8 aborts on a full heap.
        if (signal === 'SIGABRT' || code === 134) return reject(new ExtractError('file_too_complex'))
        const answer = parseAnswer(Buffer.concat(chunks))
        if (!answer) reject(new ReaderLost(`The reader ended with ${signal ?? code} and no answer.`))
        else if ('reason' in answer) reject(new ExtractError(answer.reason))
        else resolve(answer)
      }),
    )
  })
}

/** May read only code and its file; no writing, spawning or native code. */
export function readerFlags(path: string, limits: ReadLimits): string[] {
  return [
    `--max-old-space-size=${limits.heapMegabytes}`,
    '--permission',
    ...[...readable, path].map(allowed => `--allow-fs-read=${allowed}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]
}

function startReader(file: FileToRead, limits: ReadLimits): ChildProcess {
  const hints = 'hints' in file ? [JSON.stringify(file.hints)] : []
  const reader = [`${training}processing/read-in-child.ts`, file.type, file.path, file.title, ...hints]
  const child = spawn(process.execPath, [...readerFlags(file.path, limits), ...reader], {
    cwd: training,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // Customers' messages go before documents.
  try {
    if (child.pid) setPriority(child.pid, limits.priority)
  } catch {
    // Already ended.
  }
  return child
}

/** 0 if unknown (not Linux): then only the heap limit applies. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** 0 if unknown: then only the wall-clock limit applies. */
function processorMilliseconds(pid: number | undefined): number {
  try {
    // The process name, in parentheses, may contain anything; times are in 1/100 s.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10 || 0
  } catch {
    return 0
  }
}

function parseAnswer(bytes: Buffer): ReadFile | { reason: ExtractReason } | undefined {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8')) as ReadFile | { reason: ExtractReason }
  } catch {
    return undefined
  }
}
