import { statfs } from 'node:fs/promises'
import { after, seconds } from '../clock.ts'
import type { Platform } from '../platform.ts'

/** PostgreSQL's, embedded or not, and the file system's. */
const codes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const standsFor = seconds(5)
/** Below this a database finds no room for its next pages. */
const littleBytes = 8_000_000

const seenAt = new WeakMap<Platform, Date>()

/** @returns whether the error says that a disk is full */
export function recordFullDisk(platform: Platform, error: unknown): boolean {
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !codes.has(code)) return false
  seenAt.set(platform, platform.clock.now())
  return true
}

/** That of DATA_DIR is asked; of a database server's only its refusals are known. */
export async function isDiskFull(platform: Platform): Promise<boolean> {
  const seen = seenAt.get(platform)
  if (seen && platform.clock.now() < after(seen, standsFor)) return true
  try {
    const { bsize, bavail } = await statfs(platform.config.dataDir)
    return bavail * bsize < littleBytes
  } catch {
    return false
  }
}
